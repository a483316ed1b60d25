"""Runs a text on a data source and prints its rows as JSON, one per line. Needs only Python 3.9 or newer.

    SEXTANT_URL=https://sextant.example.com SEXTANT_KEY=... python3 run_query.py "Warehouse" "select 1 as one"
"""

import json
import os
import sys
import urllib.error
import urllib.request


def call(path, body=None):
    """Sends a request to the API and returns its answer. Raises RuntimeError with the server's message."""
    request = urllib.request.Request(
        os.environ["SEXTANT_URL"].rstrip("/") + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"Authorization": "Key " + os.environ["SEXTANT_KEY"], "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as reply:
            return json.load(reply)
    except urllib.error.HTTPError as error:
        raise RuntimeError(error.read().decode()) from None


def run(data_source, text):
    """Runs the text now and returns its rows."""
    sources = {source["name"]: source["id"] for source in call("/api/data_sources")}
    if data_source not in sources:
        raise RuntimeError(f'You can use no data source called "{data_source}".')
    body = {"query": text, "data_source_id": sources[data_source], "max_age": 0}
    job = call("/api/query_results", body)["job"]
    # 1 waiting, 2 running; "wait" holds the answer until the state changes
    while job["status"] in (1, 2):
        job = call(f"/api/jobs/{job['id']}?wait=25&since={job['status']}")["job"]
    if job["status"] != 3:
        raise RuntimeError(job["error"])
    return call(f"/api/query_results/{job['query_result_id']}")["query_result"]["data"]["rows"]


if __name__ == "__main__":
    try:
        for row in run(sys.argv[1], sys.argv[2]):
            print(json.dumps(row))
    except RuntimeError as error:
        sys.exit(str(error))
