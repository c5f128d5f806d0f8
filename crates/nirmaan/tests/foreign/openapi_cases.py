"""Holds the server to the OpenAPI document that it serves, by cases that schemathesis makes from that document.

Every operation is called as everybody who has an account in the demo data, and as a guest: no fault of the server, and
no status, media type, header or body but those that the document promises. Run beside the demo server, whose address
it finds in BASE_URL. The cases are the same every time. Its last line is `N passed, N failed`.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request

BASE_URL = os.environ["BASE_URL"]
PASSWORD = "Nirmaan@2026"

# Who calls, and how many cases of each operation they try. What the owner may do leads deepest into the server.
CALLERS = [
    ("guest", None, 1),
    ("viewer@bharat.example", "Bharat Infra", 1),
    ("staff@bharat.example", "Bharat Infra", 1),
    ("owner@bharat.example", "Bharat Infra", 6),
    ("admin@nirmaan.example", "Nirmaan", 2),
]

# The document can't say what makes a request right beyond its shape, nor that an address may stand for two things.
UNTOLD = "positive_data_acceptance,negative_data_rejection,unsupported_method,allow_header_conformance"

# These end the caller's own session, or take their account from them.
ENDING = r"/auth/(logout|refresh)|/profile/(password|sessions)|/user-role-mappings|/users/\{id\}"


def token_of(email, tenant):
    body = json.dumps({"emailOrMobile": email, "password": PASSWORD, "tenantName": tenant}).encode()
    request = urllib.request.Request(
        f"{BASE_URL}/api/auth/login", data=body, headers={"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)["accessToken"]


def holds(email, tenant, cases):
    command = [
        os.path.join(os.path.dirname(os.path.abspath(sys.executable)), "schemathesis"),
        *("run", f"{BASE_URL}/api/openapi.json", "--url", f"{BASE_URL}/api"),
        *("--phases", "fuzzing", "--max-examples", str(cases), "--generation-deterministic", "--no-shrink"),
        *("--exclude-checks", UNTOLD, "--warnings", "off", "--no-color"),
    ]
    if tenant:
        command += ["--header", f"Authorization: Bearer {token_of(email, tenant)}"]
        command += ["--exclude-path-regex", ENDING]
    # It keeps what it found where it runs, and would begin with that the next time.
    with tempfile.TemporaryDirectory() as nowhere:
        result = subprocess.run(command, capture_output=True, text=True, check=False, cwd=nowhere)
    print(f"{'ok' if result.returncode == 0 else 'FAILED':7}{email}", flush=True)
    if result.returncode != 0:
        print(result.stdout[-20_000:], result.stderr[-4_000:], flush=True)
    return result.returncode == 0


def main():
    results = [holds(*caller) for caller in CALLERS]
    failed = results.count(False)
    print(f"{len(results) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
