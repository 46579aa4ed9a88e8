"""Checks a SCIM server with scim2-tester, and prints how many checks passed and which failed."""

import json
import sys

from httpx2 import Client
from scim2_client.engines.httpx2 import SyncSCIMClient
from scim2_tester import Status, check_server

address, token = sys.argv[1:]
client = SyncSCIMClient(Client(base_url=address, headers={"Authorization": f"Bearer {token}"}))
results = check_server(client)
failed = [f"{result.title}: {result.reason}" for result in results if result.status is not Status.SUCCESS]
print(json.dumps({"passed": len(results) - len(failed), "failed": failed}))
