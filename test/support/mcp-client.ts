import { exports } from 'cloudflare:workers';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { OPERATOR } from './stage-client';

/** An MCP client of the Worker, on the official SDK. */
export interface McpPerson {
  client: Client;
  /** Calls a tool; `told` collects the progress messages. */
  tool(name: string, args?: Record<string, unknown>, told?: string[]): Promise<CallToolResult>;
  /** Reads a resource: its text, or its base64. */
  read(uri: string): Promise<string>;
}

export const REVISION = '2026-07-28';

/** @param revision `legacy`: the protocol of older clients */
export async function connectMcp(
  key: string | null = OPERATOR,
  revision: string = REVISION,
  headers: Record<string, string> = {},
): Promise<McpPerson> {
  const transport = new StreamableHTTPClientTransport(new URL('https://stage.test/mcp'), {
    fetch: (url, init) => exports.default.fetch(new Request(url, init as RequestInit)),
    requestInit: { headers: { ...(key !== null && { Authorization: `Bearer ${key}` }), ...headers } },
  });
  const mode = revision === 'legacy' ? ('legacy' as const) : { pin: revision };
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode } });
  await client.connect(transport);
  return {
    client,
    tool: (name, args = {}, told) =>
      client.callTool(
        { name, arguments: args },
        told && { onprogress: ({ message }) => told.push(message ?? '') },
      ),
    read: async (uri) => {
      const { contents } = await client.readResource({ uri });
      return contents.map((one) => ('text' in one ? one.text : one.blob)).join('');
    },
  };
}

export const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n');

export function dataOf<T>(result: CallToolResult): T {
  if (result.isError) throw new Error(textOf(result));
  return result.structuredContent as T;
}
