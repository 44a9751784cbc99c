# To be sourced: a server with the shipped datasets, in a folder of its own, which ends with the script.
# shellcheck shell=bash

# start_server PROGRAM [SETTING...]: makes the catalog, and waits until the server listens.
#
# Sets `folder`, which is removed at the end, `server` (the process), `address` and `key` (with the scope admin), and
# exports VICINITY_CATALOG. Processes in `running` end with the script, too.
start_server() {
  local vicinity=$1
  shift
  folder=$(mktemp -d)
  running=()
  trap stop_all EXIT
  export VICINITY_CATALOG="$folder/catalog.gpkg"
  "$vicinity" import datasets/*-*.jsonl 2> "$folder/import.log"
  # shellcheck disable=SC2034
  key=$("$vicinity" key add test --scope admin)
  "$vicinity" serve --port 0 --rate 0 --client-connections 0 --client-queue 0 "$@" 2> "$folder/server.log" &
  server=$!
  running+=("$server")
  for _ in $(seq 600); do
    address=$(sed -n 's/.*"url":"\([^"]*\)\/".*/\1/p' "$folder/server.log" | head -1)
    if [[ -n "$address" ]]; then return; fi
    if ! kill -0 "$server" 2> /dev/null; then break; fi
    sleep 0.1
  done
  echo "the server does not start:" >&2
  cat "$folder/server.log" >&2
  exit 1
}

stop_all() {
  local process
  for process in ${running[@]+"${running[@]}"}; do
    kill "$process" 2> /dev/null || true
    wait "$process" || true
  done
  rm -rf "$folder"
}
