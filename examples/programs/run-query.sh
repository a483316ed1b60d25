#!/bin/sh
# Runs a saved query with curl and prints its rows as CSV. Values of its parameters are JSON.
#
#   SEXTANT_URL=https://sextant.example.com SEXTANT_KEY=… ./run-query.sh 5 '{"country": "Norway"}'
set -eu

query=$1
if [ $# -gt 1 ]; then parameters=$2; else parameters='{}'; fi
# from standard input, so that the list of processes does not show the key
call() {
  printf 'header = "Authorization: Key %s"\n' "$SEXTANT_KEY" | curl --silent --show-error --fail-with-body --config - "$@"
}

# max_age 0: run it now, even if a result is stored
started=$(call --header 'Content-Type: application/json' --data "{\"max_age\": 0, \"parameters\": $parameters}" "$SEXTANT_URL/api/queries/$query/results") || {
  printf '%s\n' "$started" >&2
  exit 1
}
job=$(printf '%s' "$started" | sed -n 's/^{"job":{"id":"\([0-9a-f-]*\)".*/\1/p')
if [ -z "$job" ]; then
  printf '%s\n' "$started" >&2
  exit 1
fi

while :; do
  # wait: the server answers when the state changes, at the latest after 25 seconds
  state=$(call "$SEXTANT_URL/api/jobs/$job?wait=25")
  case $state in
    *'"status":3'*) break ;;
    *'"status":4'*)
      printf '%s\n' "$state" >&2
      exit 1
      ;;
  esac
done

result=$(printf '%s' "$state" | sed -n 's/.*"query_result_id":\([0-9]*\).*/\1/p')
call "$SEXTANT_URL/api/query_results/$result.csv"
