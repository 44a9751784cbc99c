#!/usr/bin/env bash
# PartyUp: private parties: who hosts, who comes, what it costs, and how it was.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

sign_up host
sign_up eva
sign_up editor
# An editor reads what is reported.
as operator
ask PUT "/v1/members/editor-$run/role" '{"role":"editor"}'
expect 200 .role editor

story 'register, log in, forgotten password, terms'
# The server stores the version of the terms that the app has shown.
register gus
sign_in gus
ask GET /v1/me
expect 200 .terms 1
as nobody
ask POST /v1/password-resets - << END
{"mail":"gus-$run@example.org"}
END
expect 202
code=$(mailed_code "gus-$run@example.org")
ask PUT /v1/password-resets - << END
{"code":"$code", "password":"$password"}
END
expect 204
sign_in gus

story 'endless list of parties that updates itself'
ask GET /v1/near kind=event near=Philadelphia radius=30km during=any sort=start limit=10
expect 200 '.results | length' 10 '.results[0].id' philadelphia-stoop-social
ask GET /v1/near kind=event near=Philadelphia radius=30km during=any sort=start limit=10 after="$(answer .next)"
expect 200 '.results | length' 10 '.results[0].id == "philadelphia-stoop-social"' false
# New and changed parties are reported at once.
ask POST /v1/me/alerts - << 'END'
{"name":"Parties", "query":{"near":{"lat":39.9526, "lon":-75.1652}, "radius":30000, "kinds":["event"]}}
END
expect 201
alert=$(answer .id)
listen

story 'create a party with a unique name'
as host
ask PUT "/v1/listings/party-$run" - << END
{"kind":"event", "name":"Rooftop $run", "description":"Bring a chair.", "lat":39.9626, "lon":-75.1752,
 "timezone":"America/New_York", "starts":"$(hours 48)", "ends":"$(hours 53)", "price":12, "currency":"USD",
 "capacity":1, "address":"Fairmount Avenue", "links":{"payment":"https://paypal.me/example/12"}}
END
expect 201 .host "host-$run"
# Another id with the same name: the app asks for another name.
ask PUT "/v1/listings/copy-$run" - << END
{"kind":"event", "name":"rooftop $run", "lat":39.9626, "lon":-75.1752, "timezone":"America/New_York",
 "starts":"$(hours 60)"}
END
expect 409 .code name-taken
# One that has begun, for what comes after a party.
ask PUT "/v1/listings/porch-$run" - << END
{"kind":"event", "name":"Porch $run", "lat":39.9726, "lon":-75.1652, "timezone":"America/New_York",
 "starts":"$(hours -2)", "ends":"$(hours 2)"}
END
expect 201
hear gus alert .alert "$alert" .what begins .listing "party-$run"

story 'party details: location, cost'
as gus
ask GET "/v1/listings/party-$run"
expect 200 .address 'Fairmount Avenue' .lat 39.9626 .price 12 .currency USD .capacity 1

story 'join, leave'
ask PUT "/v1/listings/party-$run/place"
expect 200 .status joined .joined 1
# The next member waits, and moves up when another one leaves.
as eva
listen
ask PUT "/v1/listings/party-$run/place"
expect 200 .status waiting .place 1
as gus
ask DELETE "/v1/listings/party-$run/place"
expect 200 .status left
hear eva place .what movedUp .listing "party-$run"
ask PUT "/v1/listings/party-$run/place"
expect 200 .status waiting

story 'list of attendees'
# The host, and those who come,
as host
ask GET "/v1/listings/party-$run/attendees"
expect 200 '[.attendees[] | [.member, .status]]' "[[\"eva-$run\",\"joined\"],[\"gus-$run\",\"waiting\"]]"
# but no one else.
as editor
ask GET "/v1/listings/party-$run/attendees"
expect 403

story 'parties that I host; no one else can change them'
as host
ask GET /v1/me/hosting
expect 200 '.listings[] | select(.id == "party-\(run)") | [.joined, .waiting]' '[1,1]'
as gus
ask PATCH "/v1/listings/party-$run" '{"price":0}' 'If-Match: *'
expect 403 .code not-host

story 'change a party'
# Attendees are notified, and with more places the waiting list moves up.
as host
ask PATCH "/v1/listings/party-$run" '{"capacity":20}' 'If-Match: *'
expect 200 .capacity 20
hear eva listing .what edited .listing "party-$run"
as gus
ask GET /v1/me/joined
expect 200 '.events[0].status' joined

story 'pay through PayPal.me'
ask PUT "/v1/listings/party-$run/place"
expect 200 .status joined .cost 12 .currency USD
ask GET "/v1/listings/party-$run"
expect 200 .links.payment https://paypal.me/example/12

story 'joined parties'
ask PUT "/v1/listings/porch-$run/place"
expect 200 .status joined
ask GET /v1/me/joined
expect 200 '[.events[].id] | sort' "[\"party-$run\",\"porch-$run\"]"

story "rate past parties in half stars, once per member; the host's average"
# The neighbors have ended the party on the porch.
as host
ask PATCH "/v1/listings/porch-$run" - 'If-Match: *' << END
{"ends":"$(hours -1)"}
END
expect 200
as gus
ask GET /v1/me/to-rate
expect 200 '[.events[].id]' "[\"porch-$run\"]"
ask PUT "/v1/listings/porch-$run/rating" '{"stars":3}'
expect 200 .ratingCount 1
# The last one counts.
ask PUT "/v1/listings/porch-$run/rating" '{"stars":3.5, "text":"Out of ice by nine."}'
expect 200 .rating 3.5 .ratingCount 1
ask GET "/v1/members/host-$run/rating"
expect 200 .rating 3.5 .ratingCount 1
# Not before it begins.
ask PUT "/v1/listings/party-$run/rating" '{"stars":5}'
expect 409 .code not-begun

story 'report a problem, give feedback'
ask POST /v1/reports - << END
{"listing":"porch-$run", "reason":"wrong", "text":"There is no porch."}
END
expect 201
report=$(answer .number)
as editor
ask GET /v1/reports after=$((report - 1)) limit=1
expect 200 '.reports[0].listing' "porch-$run" '.reports[0].text' 'There is no porch.'
ask POST "/v1/reports/$report/decision" '{"status":"hidden", "reason":"No porch in the picture"}'
expect 200 .status hidden
hear gus moderation .what hidden .listing "porch-$run"
as nobody
ask GET "/v1/listings/porch-$run"
expect 404
as editor
ask POST "/v1/reports/$report/decision" '{"status":"restored", "reason":"It is behind the house"}'
expect 200 .status restored

aside 'clean up'
as host
ask DELETE "/v1/listings/party-$run" 'If-Match: *'
ask DELETE "/v1/listings/porch-$run" 'If-Match: *'
expect 204
