#!/usr/bin/env bash
# Couchsurfing: hosts offer couches, guests find a free one and book it, and both write to each other.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

today=$(day 0 Europe/Budapest)
departure=$(day 2 Europe/Budapest)
# Far enough that all couches of the town but a few are free.
from=$(day 200 Europe/Budapest)
to=$(day 203 Europe/Budapest)

story 'register, log in'
sign_up guest
sign_up host

story 'offer a couch: form, description, guests'
ask PUT "/v1/listings/couch-$run" - << END
{"kind":"couch", "name":"Sofa at the market hall $run", "description":"The tram rings at six.",
 "lat":47.4871, "lon":19.0583, "timezone":"Europe/Budapest", "address":"Vámház körút 1", "publicRadius":500,
 "guests":2, "price":15, "currency":"EUR", "maxNights":7, "cancellationNotice":1, "tags":["wifi", "kitchen"]}
END
expect 201 .host "host-$run"
# One field at a time, later.
ask PATCH "/v1/listings/couch-$run" '{"description":"The tram rings at five."}' 'If-Match: *'
expect 200 .description 'The tram rings at five.'

story 'address → coordinates'
# The town by its name; the street and the house by a click on the map.
ask GET /v1/geocode name=Budapest
expect 200 .country HU .lat 47.4979

story 'upload several pictures'
ask POST "/v1/listings/couch-$run/pictures" @"$scratch/picture.png"
expect 201 .number 1
ask POST "/v1/listings/couch-$run/pictures" @"$scratch/other.gif"
expect 201 .number 2
ask GET "/v1/listings/couch-$run/pictures"
expect 200 '.pictures | length' 2
ask GET "/v1/listings/couch-$run/pictures/2"
expect 200

story 'my couches'
ask GET /v1/me/hosting
expect 200 '[.listings[].id]' "[\"couch-$run\"]" '.requests' '[]'

story 'address hidden from others'
as nobody
ask GET "/v1/listings/couch-$run"
expect 200 .address null '.lat != 47.4871 and .lon != 19.0583' true

story 'browse a map of free lodging by town'
ask POST /v1/map - << END
{"kinds":["couch"], "within":{"bbox":[15, 45, 27, 49]}, "stay":{"from":"$from", "to":"$to", "guests":2},
 "limit":10, "zoom":5}
END
expect 200 '([.clusters[].count] | add) == .total' true '.total >= 20' true

story 'jump to a country or city by name'
ask GET /v1/suggest text=buda
expect 200 '.completions[0].text' 'Budapest, Budapest, HU'
ask GET /v1/near near='Budapest, HU' kind=couch stay="$from..$to" guests=2
expect 200 .understood.near.name 'Budapest, Budapest, HU' '.results | length' 20

story 'all couches except mine'
ask GET /v1/near near=47.4871,19.0583 radius=2km kind=couch not-host="host-$run"
expect 200 'any(.results[]; .id == "couch-\(run)")' false

story 'details with stars and votes'
ask GET /v1/listings/budapest-duna-part
expect 200 .name 'Sofa with a view of the Danube' .rating 4.8 .ratingCount 31 .guests 1

story 'calendar with taken days grayed out, pick a range'
as host
ask PUT "/v1/listings/couch-$run/blocks?from=$(day 4 Europe/Budapest)&to=$(day 6 Europe/Budapest)"
expect 200 .status blocked
as guest
ask GET "/v1/listings/couch-$run/nights" from="$today" to="$(day 7 Europe/Budapest)"
expect 200 '[.nights[].free]' '[true,true,true,true,false,false,true]' '.nights[0].price' 15 .firstArrival "$today"
ask GET "/v1/listings/couch-$run/availability" stay="$today..$departure" guests=2
expect 200 .available true .price 30
ask GET "/v1/listings/couch-$run/availability" stay="$(day 3 Europe/Budapest)..$(day 5 Europe/Budapest)"
expect 200 .available false

story 'book with number of guests, never twice'
as host
listen
as guest
# The key makes one booking of a request that is sent twice, as after a lost connection.
ask POST "/v1/listings/couch-$run/bookings" - "Idempotency-Key: $run" << END
{"from":"$today", "to":"$departure", "guests":2}
END
expect 201 .status requested .price 30
booking=$(answer .id)
ask POST "/v1/listings/couch-$run/bookings" - "Idempotency-Key: $run" << END
{"from":"$today", "to":"$departure", "guests":2}
END
expect 201 .id "$booking"
ask GET /v1/me/bookings
expect 200 '[.bookings[].id]' "[\"$booking\"]"
ask POST "/v1/listings/couch-$run/bookings" - << END
{"from":"$(day 1 Europe/Budapest)", "to":"$departure"}
END
expect 409 .code unavailable
ask POST "/v1/listings/couch-$run/bookings" - << END
{"from":"$from", "to":"$to", "guests":3}
END
expect 409 .code unavailable
# A stay that is far away can be cancelled.
ask POST "/v1/listings/couch-$run/bookings" - << END
{"from":"$from", "to":"$to"}
END
expect 201
ask POST "/v1/bookings/$(answer .id)/cancel"
expect 200 .status cancelled

story 'a booking opens a conversation with an automatic first message'
hear host booking .what requested .booking "$booking"
as host
ask GET /v1/conversations
expect 200 '.conversations[0].with' "guest-$run" '.conversations[0].event' null
conversation=$(answer '.conversations[0].id')
ask GET "/v1/conversations/$conversation/messages" after=0
expect 200 '.messages[0].kind' booking '.messages[0].booking' "$booking" '.messages[0].status' requested
ask POST "/v1/bookings/$booking/confirm"
expect 200 .status confirmed
ask POST "/v1/conversations/$conversation/messages" '{"text":"The key is at the baker."}'
expect 201
as guest
ask GET "/v1/conversations/$conversation"
expect 200 .last.text 'The key is at the baker.'
# It is too late for the guest, by the rule of the couch; the host still could.
ask POST "/v1/bookings/$booking/cancel"
expect 409 .code too-late

story 'reminder on the first day'
# At nine in the morning of the first day guest and host get a reminder by GET /v1/changes, and by email unless in quiet hours.
ask PATCH /v1/me '{"zone":"Europe/Budapest", "quietHours":{"from":"22:00", "to":"07:00"}}'
expect 200 .reminderMails true
# A calendar program reads the same, with alarms, by an address of its own.
ask POST /v1/me/calendar
expect 201
calendar=$(answer .url)
as nobody
ask GET /v1/me/calendar.ics token="${calendar#*token=}"
expect 200
holds "UID:$booking"
holds TRIGGER:PT9H0M

story 'rate with stars and optional text; average and distribution'
as guest
ask PUT "/v1/listings/couch-$run/rating" '{"stars":4.5, "text":"The baker is awake at four."}'
expect 200 .rating 4.5
ask GET "/v1/listings/couch-$run/reviews"
expect 200 .summary.rating 4.5 '.summary.distribution["4.5"]' 1 '.reviews[0].text' 'The baker is awake at four.'
# Only guests rate a couch,
ask PUT /v1/listings/budapest-duna-part/rating '{"stars":5}'
expect 409 .code not-stayed
# and hosts rate guests.
as host
ask PUT "/v1/bookings/$booking/guest-rating" '{"stars":5, "text":"Brought bread."}'
expect 200
ask GET "/v1/members/guest-$run/guest-rating"
expect 200 .rating 5 '.ratings[0].host' "host-$run"

story 'smart home: heating, cooling, weather watcher'
# APPS_HOME is the address of the items of an openHAB server, such as https://home.example.org/rest/items.
home=${APPS_HOME:-http://192.168.1.7/rest/items}
ask PUT "/v1/listings/couch-$run/switches/heating" - << END
{"url":"$home/Heating"}
END
expect 201
# Looked at every hour.
ask PUT "/v1/listings/couch-$run/switches/heating/rule" - << 'END'
{"url":"https://weather.example/now?lat={lat}&lon={lon}", "pointer":"/temperature", "below":5,
 "state":"ON", "otherwise":"OFF"}
END
expect 200 .below 5
# The guest of today turns it as well, and does not see its address.
as guest
ask POST "/v1/listings/couch-$run/switches/heating" '{"state":"ON"}'
if [[ -n ${APPS_HOME:-} ]]; then
  expect 200 .state ON
  ask GET "/v1/listings/couch-$run/switches"
  expect 200 '.switches[0].state' ON '.switches[0].url' null
else
  # The server contacts private networks only if its operator permits it; the host is notified.
  expect 502 .code switch-failed
  hear host home .what switch-failed .switch heating
fi

story 'REST backend with tests'
as nobody
ask GET /api
expect 200 '.paths["/v1/listings/{id}/bookings"].post.responses["409"] != null' true

aside 'clean up'
as host
ask POST "/v1/bookings/$booking/cancel"
expect 200 .status cancelled
as guest
ask GET "/v1/listings/couch-$run/switches"
expect 403 .code not-there
as host
ask DELETE "/v1/listings/couch-$run" 'If-Match: *'
expect 204
