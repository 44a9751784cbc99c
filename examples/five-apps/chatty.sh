#!/usr/bin/env bash
# Chatty: members write to each other, send pictures, videos and places, and meet.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

story 'register with picture, log in, forgotten password'
sign_up dan
sign_up cara
ask PUT /v1/me/picture @"$scratch/picture.png"
expect 200 '.picture | contains("/v1/members/cara-\(run)/picture")' true
as nobody
# The response is the same for an unknown address.
ask POST /v1/password-resets - << END
{"mail":"cara-$run@example.org"}
END
expect 202 .status sent
code=$(mailed_code "cara-$run@example.org")
ask PUT /v1/password-resets - << END
{"code":"$code", "password":"four other words here"}
END
expect 204
sign_in cara 'four other words here'

story 'list of users'
ask GET /v1/members q="dan-$run"
expect 200 'any(.members[]; .name == "dan-\(run)" and .displayName == "Dan")' true
as dan
ask GET "/v1/members/cara-$run"
expect 200 .displayName Cara .mail null
ask GET "/v1/members/cara-$run/picture"
expect 200
[[ $(header Content-Type) == image/png ]] || wrong 'a picture' "$(header Content-Type)"

story 'text, picture, video, location messages'
listen
as cara
ask POST /v1/conversations - << END
{"with":"dan-$run"}
END
expect 201 .with "dan-$run"
conversation=$(answer .id)
messages=/v1/conversations/$conversation/messages
# The key makes one message of one that is sent twice.
ask POST "$messages" '{"text":"See you at eight?"}' "Idempotency-Key: $run"
expect 201 .kind text
ask POST "$messages" '{"text":"See you at eight?"}' "Idempotency-Key: $run"
expect 200 .kind text
ask POST /v1/media @"$scratch/picture.png"
expect 201 .type image/png
ask POST "$messages" - << END
{"media":"$(answer .id)", "text":"My coat"}
END
expect 201 .kind picture
picture=$(answer .media.url)
ask POST /v1/media @"$scratch/video.mp4"
expect 201 .type video/mp4
ask POST "$messages" - << END
{"media":"$(answer .id)"}
END
expect 201 .kind video
ask POST "$messages" - << 'END'
{"location":{"lat":48.7758, "lon":9.1829, "name":"Schlossplatz", "address":"Königstraße 1", "telephone":"+49 711 1"}}
END
expect 201 .kind location
# A live position moves for a quarter of an hour; only the current position is stored.
ask POST "$messages" '{"location":{"lat":48.7849, "lon":9.1837, "live":900}}'
expect 201
live=$(answer .number)
ask PUT "$messages/$live/location" '{"lat":48.7812, "lon":9.1801}'
expect 200 .location.lat 48.7812
# The other member is notified at once, and only he sees the messages.
hear dan message .message.text 'See you at eight?' .message.mine false
hear dan position .message.location.lat 48.7812
as dan
ask GET "$picture"
expect 200
as nobody
ask GET "$picture"
expect 401

story 'list of conversations with last message'
as dan
ask GET /v1/conversations
expect 200 '.conversations[0].with' "cara-$run" '.conversations[0].last.kind' location '.conversations[0].unread' 5
ask POST "/v1/conversations/$conversation/read" - << END
{"number":$live}
END
expect 204
ask GET "/v1/conversations/$conversation"
expect 200 .unread 0

story 'a location on a small map, with its address'
ask GET "$messages" limit=2
expect 200 '.messages[1].location.address' 'Königstraße 1' '.messages[1].location.telephone' '+49 711 1'
near=$(answer '.messages[1].location.near')
map=$(answer '.messages[1].location.map')
# What is around it,
ask GET "$near" kind=bar limit=1
expect 200 '.results[0].name' 'Charlotte trinkt'
# and the map page there.
ask GET "$map"
expect 200

story '(idea) meet between two locations'
ask POST /v1/query - << 'END'
{"near":[{"lat":48.7758, "lon":9.1829}, {"lat":48.7700, "lon":9.1600}], "group":{"by":"worst"}, "kinds":["bar"],
 "limit":1, "fields":["name", "distances"]}
END
expect 200 '.results[0].distances | length' 2 '.results[0].distances | max < 1200' true

story 'edit profile (picture, name, phone)'
ask PATCH /v1/me '{"displayName":"Daniel", "telephone":"+49 711 2", "about":"Late, but always."}'
expect 200 .displayName Daniel .telephone '+49 711 2'
ask PUT /v1/me/picture @"$scratch/picture.png"
expect 200
ask DELETE /v1/me/picture
expect 204

story 'delete my messages, report and block a member'
as cara
ask DELETE "$messages/$live"
expect 204
hear dan message-removed .messageNumber "$live"
as dan
ask GET "$messages" after=0 limit=1
ask POST /v1/reports - << END
{"message":$(answer '.messages[0].number'), "reason":"spam"}
END
expect 201
ask PUT "/v1/me/blocked/cara-$run"
expect 204
as cara
ask POST "$messages" '{"text":"Hello?"}'
expect 403 .code blocked

story 'export my data, delete my account'
ask GET /v1/me/export
expect 200 '.account[0].mail' "cara-$run@example.org" 'any(.messages[]; .text == "See you at eight?")' true
ask DELETE /v1/me '{"password":"four other words here"}'
expect 204
as dan
ask GET "/v1/members/cara-$run"
expect 404
ask GET /v1/conversations
expect 200 .conversations '[]'
