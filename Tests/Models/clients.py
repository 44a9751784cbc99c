"""A session of PyPI's `mcp`, in the same form for its releases 1.x and 2.x."""
import contextlib

import mcp
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client

HAS_NEWEST = hasattr(mcp, "Client")


class Session:
    """What a program with a language model does: list the tools, call them, read a resource."""

    def __init__(self, session, version):
        self.session, self.version = session, version

    async def tools(self):
        return {tool.name: tool.model_dump(by_alias=True, exclude_none=True) for tool in (await self.session.list_tools()).tools}

    async def call(self, name, **arguments):
        """The text and the data of the answer; the client has compared the data with the schema of the tool."""
        result = await self.session.call_tool(name, arguments)
        fields = result.model_dump(by_alias=True, exclude_none=True)
        text = "\n".join(part["text"] for part in fields["content"])
        return text, fields.get("structuredContent"), bool(fields.get("isError"))

    async def read(self, uri):
        return (await self.session.read_resource(uri)).contents[0].text

    async def templates(self):
        found = (await self.session.list_resource_templates()).model_dump(by_alias=True)["resourceTemplates"]
        return [template["uriTemplate"] for template in found]


@contextlib.asynccontextmanager
async def connected(transport, mode):
    """A session by the handshake (`legacy`), or by the newest version that both know (`auto`)."""
    if HAS_NEWEST:
        async with mcp.Client(transport, mode=mode) as client:
            yield Session(client, client.protocol_version)
        return
    async with transport as streams, mcp.ClientSession(streams[0], streams[1]) as session:
        yield Session(session, (await session.initialize()).protocolVersion)


def modes():
    """The ways to connect, and the versions that they lead to."""
    return [("legacy", "2025-11-25")] + ([("auto", "2026-07-28")] if HAS_NEWEST else [])


def by_command(program, *arguments):
    return stdio_client(StdioServerParameters(command=program, args=["mcp", *arguments]))


@contextlib.asynccontextmanager
async def by_address(address, key):
    """Over HTTP, with a key."""
    if HAS_NEWEST:
        import httpx2 as httpx
    else:
        import httpx
    async with httpx.AsyncClient(headers={"Authorization": f"Bearer {key}"}, timeout=30) as client:
        async with streamable_http_client(f"{address}/mcp", http_client=client) as streams:
            yield streams
