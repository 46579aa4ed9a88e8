"""Connects with OAuth by FastMCP's client, and prints what it lists, calls and reads as JSON."""

import asyncio
import json
import sys

from fastmcp import Client

address, collection, query = sys.argv[1:]


async def main() -> None:
    async with Client(address, auth="oauth") as client:
        names = [tool.name for tool in await client.list_tools()]
        called = await client.call_tool("query_collection", {"collection": collection, "query": query})
        uri = (await client.list_resources())[0].uri
        read = (await client.read_resource(uri))[0]
        print(json.dumps({"tools": names, "called": called.structured_content, "read": read.text}))


asyncio.run(main())
