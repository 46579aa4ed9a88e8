"""Connects with OAuth by the official Python SDK, and prints what it lists, calls and reads as JSON."""

import asyncio
import json
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qs, urlsplit

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

address, collection, query = sys.argv[1:]
received: dict[str, list[str]] = {}


class Callback(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        received.update(parse_qs(urlsplit(self.path).query))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: object) -> None:
        pass


class Storage:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


async def main() -> None:
    listener = HTTPServer(("127.0.0.1", 0), Callback)

    async def redirect(url: str) -> None:
        print(url, flush=True)

    async def callback() -> AuthorizationCodeResult:
        await asyncio.to_thread(listener.handle_request)
        return AuthorizationCodeResult(**{name: received[name][0] for name in ("code", "state", "iss") if name in received})

    metadata = OAuthClientMetadata(
        client_name="Python SDK", redirect_uris=[f"http://127.0.0.1:{listener.server_port}/callback"]
    )
    provider = OAuthClientProvider(address, metadata, Storage(), redirect, callback)
    async with httpx2.AsyncClient(auth=provider) as http:
        async with Client(streamable_http_client(address, http_client=http)) as client:
            tools = (await client.list_tools()).tools
            called = await client.call_tool("query_collection", {"collection": collection, "query": query})
            uri = (await client.list_resources()).resources[0].uri
            read = (await client.read_resource(uri)).contents[0]
            names = [tool.name for tool in tools]
            print(json.dumps({"tools": names, "called": called.structured_content, "read": read.text}))


asyncio.run(main())
