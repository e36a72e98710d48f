// Plays a round with MCP tools, as an agent does.
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

const { PROSCENIUM_KEY: key, PROSCENIUM_URL: url = 'http://127.0.0.1:8787' } = process.env;
const client = new Client({ name: 'example', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
const requestInit = { headers: { Authorization: `Bearer ${key}` } };
await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }));

const { tools } = await client.listTools();
console.log(`tools: ${tools.map(({ name }) => name).join(', ')}`);
const created = await client.callTool({ name: 'create_scene', arguments: { template: 'lighthouse' } });
const { scene } = created.structuredContent;
const said = await client.callTool({
  name: 'say',
  arguments: { scene, as: 'ines', text: 'Who lit the lamp?' },
});
for (const { text } of said.content) console.log(text);
await client.close();
