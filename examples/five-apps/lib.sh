# Common functions of the five scripts: send requests, check responses, sign members up. To be sourced; needs bash, curl and jq.
#
#   APPS_URL    the server (default http://127.0.0.1:8080)
#   APPS_MAIL   the folder to which it writes emails (default vicinity.mail)
#   APPS_KEY    a key with the scope admin, for stories of admins and editors
#   APPS_HOME   the items of an openHAB server, for the story of the smart home (by default one that does not respond)
#
# With -v a script prints every request and its status.
# shellcheck shell=bash
set -euo pipefail

server=${APPS_URL:-http://127.0.0.1:8080}
mails=${APPS_MAIL:-vicinity.mail}
password='three words or more'
# The suffix of all names of a run, so that a script can run again on the same server.
run=$(od -An -N4 -tx1 /dev/urandom | tr -d ' ')

scratch=$(mktemp -d)
streams=()
trap 'if ((${#streams[@]})); then kill "${streams[@]}" 2> /dev/null || true; fi; rm -rf "$scratch"' EXIT
declare -A tokens=()
member='' request='' status=''
verbose=${1:-}

# story TEXT: starts a story of the app.
story() { echo "$1"; }

# aside TEXT: starts a part that belongs to no story.
aside() { echo "($1)"; }

# ask METHOD PATH [ARGUMENT...]: sends a request as the member of `as`. An argument is a parameter name=value, a header
# field "Name: value", or the body: JSON, - for standard input, or @FILE.
ask() {
  local method=$1 path=$2 argument mark='?'
  local options=(-sS -X "$method" -D "$scratch/header" -o "$scratch/answer" -w '%{http_code}')
  shift 2
  [[ $path != *\?* ]] || mark='&'
  for argument in "$@"; do
    case $argument in
      -) options+=(-H 'Content-Type: application/json' --data-binary "$(cat)") ;;
      '{'*) options+=(-H 'Content-Type: application/json' --data-binary "$argument") ;;
      @*) options+=(-H 'Content-Type: application/octet-stream' --data-binary "$argument") ;;
      [A-Z]*': '*) options+=(-H "$argument") ;;
      *)
        path+="$mark${argument%%=*}=$(jq -rn --arg value "${argument#*=}" '$value | @uri')"
        mark='&'
        ;;
    esac
  done
  if [[ -n $member ]]; then options+=(-H "Authorization: Bearer ${tokens[$member]}"); fi
  request="$method $path"
  while
    : > "$scratch/answer"
    status=$(curl "${options[@]}" "$server$path") || fail "$request: no answer from $server"
    # Too often, or too much at once: the answer says when to ask again.
    [[ $status == 429 || $status == 503 ]]
  do sleep "$(header Retry-After)"; done
  if [[ $verbose == -v ]]; then echo "  $request -> $status"; fi
}

# answer FILTER: a value of the last answer, by a filter of jq, in which `run` is $run.
answer() { jq -rc "def run: \"$run\"; $1" "$scratch/answer"; }

# header NAME: a field of the header of the last answer.
header() { sed -n "s/^$1: \(.*\)\r$/\1/Ip" "$scratch/header"; }

# expect STATUS [FILTER VALUE]...: checks status and values of the last answer.
expect() {
  local value
  [[ $status == "$1" ]] || wrong "the status $1" "$status"
  shift
  while (($#)); do
    value=$(answer "$1" 2>&1) || true
    [[ $value == "$2" ]] || wrong "$1 to be $2" "$value"
    shift 2
  done
}

# holds TEXT: checks that the last answer, which is not JSON, contains a text.
holds() { grep -qF -- "$1" "$scratch/answer" || wrong "$1 in the answer" "not there"; }

wrong() { fail "$request: expected $1, but it is $2"$'\n'"$(head -c 2000 "$scratch/answer")"; }

# The line in the script, however deep the call.
fail() {
  echo "${0##*/}:${BASH_LINENO[-2]}: $1" >&2
  exit 1
}

# as MEMBER: sends the following requests as this member; `as nobody` sends them without a session, `as operator` with the key.
as() {
  member=$1
  if [[ $1 == nobody ]]; then member=''; fi
  if [[ $1 == operator ]]; then
    tokens[operator]=${APPS_KEY:?a key with the scope admin: vicinity key add examples --scope admin}
  fi
}

# register MEMBER: creates the account MEMBER-$run, with the code from the email.
register() {
  local code
  as nobody
  ask POST /v1/accounts - << END
{"name":"$1-$run", "displayName":"${1^}", "mail":"$1-$run@example.org", "password":"$password", "terms":"1"}
END
  expect 202 .status sent
  code=$(mailed_code "$1-$run@example.org")
  ask POST /v1/email-confirmations - << END
{"code":"$code"}
END
  expect 200 .name "$1-$run"
}

# sign_in MEMBER [PASSWORD]: starts a session, and continues as this member.
sign_in() {
  as nobody
  ask POST /v1/sessions - << END
{"login":"$1-$run", "password":"${2:-$password}"}
END
  expect 201 .member.name "$1-$run"
  tokens[$1]=$(answer .token)
  as "$1"
}

# sign_up MEMBER: both.
sign_up() {
  register "$1"
  sign_in "$1"
}

# mailed_code ADDRESS: the code from the last email to an address; it arrives shortly after the answer.
mailed_code() {
  local mail
  for _ in {1..100}; do
    mail=$(grep -ls "^To: <$1>" "$mails"/*.eml | tail -1) || true
    if [[ -n $mail ]]; then
      sed '1,/^$/d' "$mail" | base64 -d | grep -oE '[A-Za-z0-9_-]{40,}'
      rm "$mail"
      return
    fi
    sleep 0.1
  done
  fail "no mail to $1 in $mails: set APPS_MAIL to the folder NAME.mail beside the catalog NAME.gpkg"
}

# listen: records the events of the member of `as` from here on, for `hear`.
listen() {
  curl -sN "$server/v1/changes" -H "Authorization: Bearer ${tokens[$member]}" > "$scratch/told-$member" &
  streams+=($!)
  for _ in {1..100}; do
    if grep -qs '^event: ready' "$scratch/told-$member"; then
      if [[ $verbose == -v ]]; then echo '  GET /v1/changes -> 200'; fi
      return
    fi
    sleep 0.1
  done
  fail "GET /v1/changes: the stream of $member does not begin"
}

# hear MEMBER KIND [FILTER VALUE]...: waits until a member has received this event.
hear() {
  local told="$scratch/told-$1" filter=".kind == \$kind" options=(--arg kind "$2") count=0
  local what="$1 to receive: $2 ${*:3}"
  shift 2
  while (($#)); do
    filter+=" and (($1 | tostring) == \$value$count)"
    options+=(--arg "value$count" "$2")
    count=$((count + 1))
    shift 2
  done
  filter="def run: \"$run\"; any(.[]; $filter)"
  for _ in {1..100}; do
    if sed -n 's/^data: //p' "$told" | jq -se "${options[@]}" "$filter" > /dev/null; then return; fi
    sleep 0.1
  done
  fail "GET /v1/changes: expected $what"$'\n'"$(sed -n 's/^data: //p' "$told")"
}

# The smallest valid pictures and video.
base64 -d > "$scratch/picture.png" << 'END'
iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII=
END
base64 -d > "$scratch/other.gif" <<< R0lGODlhAQABAAAAACwAAAAAAQABAAA=
printf '\0\0\0\030ftypmp42\0\0\0\0mp42isom' > "$scratch/video.mp4"

# hours NUMBER: the instant this many hours from now, such as 2026-11-27T20:00:00Z; negative for the past.
hours() { date -u -d "$1 hours" +%FT%TZ; }

# day NUMBER ZONE: the date this many days from today, in the time zone.
day() { TZ=$2 date -d "$1 days" +%F; }
