import { type ChildProcess, spawn } from 'node:child_process';
import { createReadStream, readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { type AddressInfo, connect as connectTcp, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { build } from 'vite';
import { packageBuild } from '../../scripts/lib/client-build.mjs';
import { NODE, ROOT, runTool } from '../../scripts/lib/run.mjs';
import type { Run } from '../../src/contract/runs';
import type { NewSeat } from '../../src/contract/seats';
import type { Client } from '../support/api-client';
import { type Case, createScene, must, readLedger, say, until } from './cases';
import { visit } from './page-cases';

const UNDERSTUDY = { provider: 'understudy' } as const;

let site: Server | undefined;

export async function openSite(): Promise<{ CORS_ORIGINS: string }> {
  site = createHttpServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://site');
    const isScript = pathname === '/round.mjs';
    response.setHeader('Content-Type', isScript ? 'text/javascript' : 'text/html');
    if (pathname === '/round.html') response.end(writeRoundPage(searchParams.get('client') ?? ''));
    else createReadStream(join(ROOT, isScript ? 'examples/round.mjs' : 'examples/chat.html')).pipe(response);
  });
  await listen(site);
  return { CORS_ORIGINS: siteUrl() };
}

export function siteUrl(): string {
  must(site, 'the other site is not open');
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
}

const writeRoundPage = (client: string): string =>
  `<!doctype html><link rel="icon" href="data:," />
<script type="importmap">${JSON.stringify({ imports: { proscenium: client } })}</script>
<script type="module" src="/round.mjs"></script>`;

export const closeSite = (): void => {
  site?.close();
  site?.closeAllConnections();
};

function listen(server: Server | ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
  });
}

let building: Promise<{ code: number; output: string }> | undefined;
export async function buildPackages(): Promise<void> {
  building ??= runTool(['scripts/packages.mjs']);
  const { code, output } = await building;
  must(code === 0, output);
}

const invite = async (client: Client, scene: string, persona: string): Promise<string> => {
  const made = await client.post<NewSeat>(`/v1/scenes/${scene}/seats`, { role: 'player', persona });
  return made.invitation ?? '';
};

interface Program {
  child: ChildProcess;
  read: () => string;
  ended: Promise<number | null>;
}

export function start(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  cwd = ROOT,
): Program {
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const keep = (chunk: string) => {
    output += chunk;
  };
  child.stdout?.setEncoding('utf8').on('data', keep);
  child.stderr?.setEncoding('utf8').on('data', keep);
  const ended = new Promise<number | null>((done) => child.once('exit', done));
  return { child, read: () => output, ended };
}

/** A proxy to the stage that resets every connection after a number of answer bytes. */
async function openWeakLine(port: number, bytes: () => number) {
  const open = new Set<Socket>();
  const count = { cuts: 0 };
  const server = createServer((near) => {
    const far = connectTcp(port, '127.0.0.1');
    let left = bytes();
    for (const socket of [near, far]) {
      open.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        open.delete(socket);
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (chunk) => {
      left -= chunk.length;
      if (left >= 0) return void near.write(chunk);
      count.cuts += 1;
      near.resetAndDestroy();
      far.destroy();
    });
  });
  const at = await listen(server);
  return {
    url: `http://127.0.0.1:${at}`,
    count,
    close: () => {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

/** Number of connection resets in Node; inside workerd there are a hundred (test/workers/client.test.ts). */
const CUTS = 12;

/** Follows a scene in a separate Node process and prints every seq; exits at the given one. */
const FOLLOWER = `
import { connect } from 'proscenium';
const [url, token, id] = process.argv.slice(1);
const scene = connect({ url, token, againMs: 20 }).scene(id, { after: 0 });
scene.on('event', ({ seq }) => console.log(seq));
`;

async function bundleReact(): Promise<string> {
  const config = packageBuild('react');
  const built = await build({
    ...config,
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: {
      alias: {
        'proscenium-react': join(ROOT, 'packages/react/src/index.ts'),
        proscenium: join(ROOT, 'packages/client/src/index.ts'),
        react: join(ROOT, 'node_modules/react'),
        'react-dom': join(ROOT, 'node_modules/react-dom'),
      },
    },
    build: {
      write: false,
      lib: {
        entry: join(ROOT, 'test/browser/react-page.mjs'),
        formats: ['iife'],
        name: 'shown',
        fileName: () => 'page.js',
      },
    },
  });
  const [bundle] = Array.isArray(built) ? built : [built];
  const code =
    bundle && 'output' in bundle ? bundle.output.flatMap((part) => ('code' in part ? [part.code] : [])) : [];
  must(code.length === 1, 'the page of React was not built');
  return code.join('');
}

export const CLIENT_CASES: Case[] = [
  {
    name: 'client: in Node, through a line that breaks again and again, every event comes once',
    run: async ({ stage, client }) => {
      await buildPackages();
      const scene = await createScene(client, UNDERSTUDY);
      const room = `/v1/scenes/${scene.id}`;
      const line = await openWeakLine(Number(new URL(stage.url).port), () => 3000 + Math.random() * 6000);
      const program = start(NODE, ['--input-type=module', '--eval', FOLLOWER, line.url, stage.key, scene.id]);
      try {
        while (line.count.cuts < CUTS) {
          await say(client, scene.id, 'Is anybody there?');
          const head = (await readLedger(client, room)).length;
          await until(`event ${head}: ${program.read().slice(-200)}`, 120, async () =>
            program.read().trimEnd().endsWith(`\n${head}`) ? true : null,
          );
        }
        const ledger = await readLedger(client, room);
        const heard = program.read().trim().split('\n').map(Number);
        must(JSON.stringify(heard) === JSON.stringify(ledger.map(({ seq }) => seq)), `it heard ${heard}`);
        return `${line.count.cuts} cuts, ${ledger.length} events`;
      } finally {
        program.child.kill();
        line.close();
      }
    },
  },
  {
    name: 'client: the page of forty lines is a chat, on another site',
    run: ({ stage, client }) =>
      visit(stage, async (page) => {
        const scene = await createScene(client, UNDERSTUDY);
        await say(client, scene.id, 'Before the page was there.');
        const query = new URLSearchParams({ stage: stage.url, scene: scene.id, token: stage.key, as: 'ada' });
        await page.goto(`${siteUrl()}/#${query}`);
        await page.getByText('Ada: Before the page was there.').waitFor();
        await page.getByLabel('What you say').fill('Said in the page.');
        await page.getByRole('button', { name: 'Say' }).click();
        await page.getByText('Ada: Said in the page.').waitFor();
        await say(client, scene.id, 'Said elsewhere.', 'ben');
        await page.getByText('Ben: Said elsewhere.').waitFor();
        await until('the lines', 10, async () =>
          (await page.locator('#lines p').count()) >= 6 ? true : null,
        );
        return undefined;
      }),
  },
  {
    name: 'client: the lines of the docs play a scene and end by themselves',
    run: async ({ stage }) => {
      await buildPackages();
      const lines = /```js\n(import \{ connect \}[\s\S]*?)```/.exec(
        readFileSync(join(ROOT, 'docs/client.md'), 'utf8'),
      )?.[1];
      must(lines, 'docs/client.md has no lines to paste');
      const code = lines
        .replaceAll('http://127.0.0.1:8787', stage.url)
        .replace('KEY', JSON.stringify(stage.key));
      const program = start(NODE, ['--input-type=module', '--eval', code]);
      must((await program.ended) === 0 && /^\S.*: \S/m.test(program.read()), program.read());
      return undefined;
    },
  },
  {
    name: 'client: the bot of Node joins by an invitation and answers three times',
    run: async ({ stage, client }) => {
      await buildPackages();
      const scene = await createScene(client, UNDERSTUDY);
      const invitation = await invite(client, scene.id, 'ben');
      const bot = start(NODE, ['examples/bot.mjs', invitation, stage.url]);
      try {
        await until('the bot is there', 20, async () =>
          bot.read().includes('as persona:ben') ? true : null,
        );
        for (const text of ['One?', 'Two?', 'Three?']) {
          await say(client, scene.id, text);
          await until(`an answer to ${text}`, 20, async () => {
            const own = (await readLedger(client, `/v1/scenes/${scene.id}`)).filter(
              ({ kind, actor }) => kind === 'player.spoke' && actor === 'persona:ben',
            );
            return own.length >= ['One?', 'Two?', 'Three?'].indexOf(text) + 1 ? true : null;
          });
        }
        const code = await until('the bot ends', 30, async () => {
          const ended = await Promise.race([
            bot.ended,
            new Promise<null>((done) => setTimeout(done, 100, null)),
          ]);
          return ended === null ? null : { ended };
        });
        must(code.ended === 0, bot.read());
        const again = start(NODE, ['examples/bot.mjs', invitation, stage.url]);
        must((await again.ended) === 1 && again.read().includes('invitation'), again.read());
        return undefined;
      } finally {
        bot.child.kill();
      }
    },
  },
  {
    name: 'client: the Python script of the docs plays a round',
    run: async ({ stage }) => {
      const script = start('python3', ['examples/play.py', stage.key, stage.url]);
      must((await script.ended) === 0, script.read());
      must(/: Who lit the lamp\?\n[^\n]+: \S/.test(script.read()), script.read());
      const refused = start('python3', ['examples/play.py', 'ps_main_wrong', stage.url]);
      must((await refused.ended) !== 0 && /key/i.test(refused.read()), refused.read());
      return undefined;
    },
  },
  {
    name: 'client: hooks of React draw a scene as it goes on',
    run: async ({ stage, client }) => {
      const code = await bundleReact();
      return visit(stage, async (page) => {
        const scene = await createScene(client, UNDERSTUDY);
        await say(client, scene.id, 'Before.');
        await page.evaluate(`${code}; window.hide = shown.show('${stage.key}', '${scene.id}');`);
        await page.getByText('Ada: Before.').waitFor();
        await page.locator('#connection').getByText('live').waitFor();
        await page.getByRole('button', { name: 'Say', exact: true }).click();
        await page.getByText('Ada: Said in React.').waitFor();
        await page.evaluate('window.hide()');
        must((await page.locator('#connection').count()) === 0, 'it is still drawn');
        return undefined;
      });
    },
  },
  {
    name: 'client: hooks of React draw a run, and step it',
    run: async ({ stage, client }) => {
      const code = await bundleReact();
      return visit(stage, async (page) => {
        const run = await client.post<Run>('/v1/runs', {
          game: 'corridor',
          profiles: { explorer: UNDERSTUDY, analyst: UNDERSTUDY },
        });
        await page.evaluate(`${code}; window.hide = shown.show('${stage.key}', '${run.id}');`);
        await page.locator('#connection').getByText('live').waitFor();
        for (const turns of [1, 2]) {
          await page.getByRole('button', { name: 'Step' }).click();
          await page.locator('#turns').getByText(`${turns} turns`).waitFor();
        }
        await page.evaluate('window.hide()');
        return undefined;
      });
    },
  },
];
