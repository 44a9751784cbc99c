#!/usr/bin/env bash
# BarFinder: which bars and events are near, open, and worth it.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# The position of the app: Schlossplatz in Stuttgart, the Rózsák tere in Târgu Mureș.
stuttgart=48.7758,9.1829
mures=46.5446,24.5620

# Searching needs no account; personal data does.
sign_up mia
as nobody

story 'search bar for bars or events'
# Completes what is typed,
ask GET /v1/suggest text=brengl near=$stuttgart
expect 200 '.completions[0].text' Brennglas
# finds what was meant, without umlauts and with typing errors,
ask GET /v1/near text='cocktials strasse' kind=bar
expect 200 '.corrected[0].words' '["cocktails"]' 'any(.results[]; .name == "Südwind")' true
# and in events as in bars.
ask GET /v1/near text='jazz bastion' kind=event during=any
expect 200 '.results[0].id' mures-jazz-la-bastion

story 'sort bars by open, distance, price'
ask GET /v1/near kind=bar near=$stuttgart radius=3km sort=open fields=id,open
expect 200 '.results[0].open' open
ask GET /v1/near kind=bar near=$stuttgart sort=distance limit=2
expect 200 '[.results[].id]' '["stuttgart-charlotte-trinkt","stuttgart-brennglas"]'
ask GET /v1/near kind=bar near=$stuttgart radius=3km sort=price
expect 200 '[.results[].price] | . == sort' true

story 'sort events by date, distance, price'
ask GET /v1/near kind=event during=any near=$mures radius=50km sort=start
expect 200 '.results[0].id' mures-strada-de-vara
ask GET /v1/near kind=event during=any near=$mures sort=distance
expect 200 '[.results[].distance] | . == sort' true
ask GET /v1/near kind=event during=any near=$mures radius=50km sort=-price limit=1
expect 200 '.results[0].id' mures-bal-ecaterina

story 'filter bars by hours, distance, price, tags'
ask GET /v1/near kind=bar near=$stuttgart radius=400m open='Sa 22:30..03:00'
expect 200 '[.results[].id]' '["stuttgart-charlotte-trinkt","stuttgart-nachteule"]'
ask GET /v1/near kind=bar near=$stuttgart radius=1km max-price=6 currency=EUR any-tag=craft-beer,wine no-tag=smoking
expect 200 'any(.results[]; .id == "stuttgart-brennglas")' true 'all(.results[]; .price <= 6 and .distance <= 1000)' true

story 'filter events by distance, price, tags'
ask GET /v1/near kind=event during=any near=$mures radius=1km max-price=40 currency=RON tag=jazz
expect 200 '[.results[].id]' '["mures-jazz-la-bastion"]'

story 'tiles with the main facts'
ask GET /v1/near kind=bar near=$stuttgart limit=1 fields=name,distance,price,currency,rating,open,opensOrCloses
expect 200 '.results[0].name' 'Charlotte trinkt' '.results[0].price' 7.9 '.results[0].rating' 4.5 \
  '.results[0].distance | round' 92

story "map with pins, small overview, the user's position"
# What a map shows: pins where they are few, counts by cells where they are many, and how often each tag occurs.
ask POST /v1/map '{"within":{"bbox":[9.0,48.7,9.4,48.9]}, "kinds":["bar"], "facets":["tag"], "limit":20, "zoom":11}'
expect 200 '.results | length' 20 '([.clusters[].count] | add) == .total' true '.facets.tag[0].value' pub
# For a map that draws tiles: vector tiles, and the place of the user.
ask GET /tiles/listings.json
expect 200 .tilejson 3.0.0
ask GET /tiles/listings/11/1076/705.mvt
expect 200
ask GET /v1/zone near=$stuttgart
expect 200 .zone Europe/Berlin

story 'favorites, also offline'
as mia
ask PUT /v1/me/favourites/stuttgart-zum-beispiel
expect 200 .status added
# The response has everything that a list shows, so the app can store it on the device.
ask GET /v1/me/favourites near=$stuttgart
expect 200 '.favourites[0].name' 'Zum Beispiel' '.favourites[0].price' 4.5 \
  '.favourites[0].image' https://zum-beispiel.example/yard.jpg '.favourites[0].distance | round' 676
ask GET /v1/listings/stuttgart-zum-beispiel
expect 200 .openingHours 'Mo-Th 17:00-01:00; Fr,Sa 17:00-03:00'

story 'notification when a matching event appears'
ask POST /v1/me/alerts - << 'END'
{"name":"Jazz nearby",
 "query":{"near":{"lat":48.7758, "lon":9.1829}, "radius":5000, "kinds":["event"], "tags":["jazz"], "price":{"max":20}}}
END
expect 201 .name 'Jazz nearby'
alert=$(answer .id)
listen

story 'later: accounts, owners advertise'
sign_up owner
ask PUT "/v1/listings/cellar-$run" - << END
{"kind":"bar", "name":"Jazz cellar $run", "lat":48.7771, "lon":9.1790, "timezone":"Europe/Berlin", "tags":["jazz"],
 "price":5.5, "currency":"EUR", "openingHours":"Tu-Su 18:00-02:00",
 "links":{"website":"https://cellar.example", "instagram":"https://instagram.com/cellar.example",
  "facebook":"https://facebook.com/cellar.example"}}
END
expect 201 .host "owner-$run"
ask PUT "/v1/listings/session-$run" - << END
{"kind":"event", "name":"Session $run", "venue":"cellar-$run", "lat":48.7771, "lon":9.1790,
 "timezone":"Europe/Berlin", "starts":"$(hours 30)", "ends":"$(hours 34)", "tags":["jazz"], "price":8, "currency":"EUR"}
END
expect 201
hear mia alert .what begins .alert "$alert" .listing "session-$run"

story 'bar page with website, Instagram, Facebook, pictures'
ask POST "/v1/listings/cellar-$run/pictures" @"$scratch/picture.png"
expect 201
as nobody
ask GET "/v1/listings/cellar-$run"
expect 200 .links.website https://cellar.example .links.instagram https://instagram.com/cellar.example \
  .links.facebook https://facebook.com/cellar.example
ask GET "/v1/listings/cellar-$run/pictures"
expect 200 '.pictures[0].url' "$server/v1/listings/cellar-$run/pictures/1"
ask GET "/v1/listings/cellar-$run/hours" from=2027-03-02 to=2027-03-09
expect 200 '.intervals | length' 6

story 'later: ratings'
as mia
ask PUT "/v1/listings/cellar-$run/rating" '{"stars":4.5, "text":"Warm beer, cool drummer."}'
expect 200 .rating 4.5 .ratingCount 1
ask GET "/v1/listings/cellar-$run/reviews"
expect 200 '.reviews[0].text' 'Warm beer, cool drummer.'

story 'backend API'
as nobody
# Everything as OpenAPI, and for maps of others OGC API - Features.
ask GET /api
expect 200 .openapi 3.0.3
ask GET /collections/bars/items limit=1
expect 200 '.features[0].geometry.type' Point

aside 'clean up'
as owner
ask DELETE "/v1/listings/session-$run" 'If-Match: *'
ask DELETE "/v1/listings/cellar-$run" 'If-Match: *'
expect 204
