#!/usr/bin/env bash
# EventsApp: the events of a town. Members look them up and save favorites; an admin adds, changes and deletes events.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

sign_up admin
as operator
ask PUT "/v1/members/admin-$run/role" '{"role":"admin"}'
expect 200 .role admin

story 'register (name, email, password)'
register mia
# A name is taken once it has an account.
ask POST /v1/accounts - << END
{"name":"mia-$run", "mail":"other-$run@example.org", "password":"$password", "terms":"1"}
END
expect 409 .code name-taken

story 'log in, log out'
as nobody
# "keep" stays signed in for 60 days; the address signs in as the name does.
ask POST /v1/sessions - << END
{"login":"mia-$run@example.org", "password":"$password", "keep":true}
END
expect 201 .member.displayName Mia
tokens[mia]=$(answer .token)
as mia
ask GET /v1/me
expect 200 .name "mia-$run" .mail "mia-$run@example.org"
ask DELETE /v1/sessions/current
expect 204
ask GET /v1/me
expect 401 .code unauthorized
sign_in mia

story 'admin: add event'
as admin
ask PUT "/v1/listings/concert-$run" - << END
{"kind":"event", "name":"Concert in the citadel $run", "lat":46.5467, "lon":24.5652, "timezone":"Europe/Bucharest",
 "starts":"$(hours -1)", "ends":"$(hours 3)", "tags":["concert", "free"], "price":0, "address":"Cetate"}
END
expect 201 .id "concert-$run"
ask PUT "/v1/listings/party-$run" - << END
{"kind":"event", "name":"Party in the park $run", "lat":46.5425, "lon":24.5575, "timezone":"Europe/Bucharest",
 "starts":"$(hours 50)", "ends":"$(hours 55)", "tags":["party"], "price":25, "currency":"RON"}
END
expect 201

story 'list events: all or one category, running, upcoming or past'
as nobody
ask GET /v1/near kind=event tag=concert during=running sort=start
expect 200 'any(.results[]; .id == "concert-\(run)")' true 'any(.results[]; .id == "party-\(run)")' false
ask GET /v1/near kind=event tag=party during=upcoming sort=start
expect 200 'any(.results[]; .id == "party-\(run)")' true '[.results[].starts] | . == sort' true
ask GET /v1/near kind=event tag=open-air during=past sort=start near=Târgu\ Mureș radius=5km
expect 200 '.results[0].name' 'Strada de vară: concert de închidere'
ask GET /v1/near kind=event during=any total=true limit=0
expect 200 '.total >= 63' true

story 'picture, name, start and end in the list'
as admin
ask POST "/v1/listings/concert-$run/pictures" @"$scratch/picture.png"
expect 201 .type image/png
ask PATCH "/v1/listings/concert-$run" - 'If-Match: *' << END
{"image":$(answer '.url | @json')}
END
expect 200
as nobody
ask GET /v1/near kind=event during=running tag=concert fields=id,name,image,starts,ends
expect 200 '.results[] | select(.id == "concert-\(run)") | .image' "$server/v1/listings/concert-$run/pictures/1"

story 'event details with its location on a map'
ask GET "/v1/listings/concert-$run"
expect 200 .name "Concert in the citadel $run" .lat 46.5467 .lon 24.5652 .address Cetate

story 'add to and remove from favorites'
as mia
ask PUT "/v1/me/favourites/concert-$run"
expect 200 .status added
ask PUT "/v1/me/favourites/party-$run"
expect 200 .status added
ask PUT /v1/me/favourites/mures-revelion
ask DELETE /v1/me/favourites/mures-revelion
expect 200 .status removed

story 'list of favorites'
ask GET /v1/me/favourites
expect 200 '[.favourites[].id] | sort' "[\"concert-$run\",\"party-$run\"]" \
  '.favourites[] | select(.id == "concert-\(run)") | .image' "$server/v1/listings/concert-$run/pictures/1" \
  'all(.favourites[]; .starts and .ends)' true

story 'details of a favorite'
ask GET "/v1/listings/party-$run"
expect 200 .price 25 .currency RON

story "today's favorites on the main page"
ask GET /v1/me/favourites on=today
expect 200 '[.favourites[].id]' "[\"concert-$run\"]"

story 'lists refresh automatically'
listen
as admin
ask GET "/v1/listings/party-$run"
tag=$(header ETag)
ask PATCH "/v1/listings/party-$run" '{"price":30}' "If-Match: $tag"
expect 200 .price 30
hear mia listing .what edited .listing "party-$run"

story 'admin: change or delete event'
# A client that has read an older version cannot undo the change by accident,
ask PATCH "/v1/listings/party-$run" '{"price":20}' "If-Match: $tag"
expect 412
# and only its host, editors and admins can change it.
as mia
ask PATCH "/v1/listings/party-$run" '{"price":0}' 'If-Match: *'
expect 403 .code not-host
as admin
ask DELETE "/v1/listings/party-$run" 'If-Match: *'
expect 204
hear mia listing .what removed .listing "party-$run"
as mia
ask GET /v1/me/favourites
expect 200 '[.favourites[].id]' "[\"concert-$run\"]"

story 'change user name or password'
ask PATCH /v1/me '{"displayName":"Mia M."}'
expect 200 .displayName 'Mia M.'
ask PUT /v1/me/password - << END
{"present":"$password", "new":"four other words here"}
END
expect 204
sign_in mia 'four other words here'

aside 'clean up'
as admin
ask DELETE "/v1/listings/concert-$run" 'If-Match: *'
expect 204
