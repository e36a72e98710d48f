import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { NODE, ROOT } from '../../scripts/lib/run.mjs';
import { installTools } from '../../scripts/lib/tools.mjs';
import { type Case, must } from './cases';
import { start } from './client-cases';
import type { Stage } from './stage';

const REVISIONS = ['2026-07-28', '2025-11-25'];
/** Test scenarios that do not apply to a stage, with reasons. */
const NOT_APPLICABLE = 'test/browser/mcp-conformance.yaml';

let installing: Promise<string> | undefined;

/**
 * Adds the key to every request, because the conformance suite can't send one. Host and Origin stay, because
 * the suite tests them.
 */
async function openKeyProxy(stage: Stage) {
  const proxy = createServer((from, to) => {
    const headers = { ...from.headers, authorization: `Bearer ${stage.key}` };
    const ahead = request(new URL(from.url ?? '/', stage.url), { method: from.method, headers }, (answer) => {
      to.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(to);
    });
    ahead.on('error', () => to.destroy());
    to.on('close', () => ahead.destroy());
    from.pipe(ahead);
  });
  await new Promise<void>((done) => proxy.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    close: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

export const MCP_CASES: Case[] = REVISIONS.map((revision) => ({
  name: `mcp: the official conformance suite passes for revision ${revision}`,
  run: async ({ stage }) => {
    installing ??= installTools();
    const suite = join(await installing, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    const proxy = await openKeyProxy(stage);
    try {
      const program = start(NODE, [
        ...[suite, 'server', '--url', `${proxy.url}/mcp`, '--requirements', revision],
        ...['--expected-failures', join(ROOT, NOT_APPLICABLE)],
      ]);
      const code = await program.ended;
      const output = stripVTControlCharacters(program.read());
      const summary = output.slice(output.indexOf('=== SUMMARY ==='));
      must(code === 0, summary);
      for (const name of ['tools-list', 'resources-list', 'dns-rebinding-protection'])
        must(new RegExp(`^✓ ${name}: [1-9]`, 'm').test(summary), `${name} did not pass:\n${summary}`);
      const passed = summary.match(/^✓ /gm)?.length ?? 0;
      const excused = new Set(summary.match(/(?<=^ {2}~ )[\w-]+/gm));
      return `${passed} scenarios passed, ${excused.size} do not apply at least in part`;
    } finally {
      proxy.close();
    }
  },
}));
