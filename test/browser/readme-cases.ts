import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NODE, ROOT } from '../../scripts/lib/run.mjs';
import type { Scene } from '../../src/contract/scenes';
import { type Case, must, until } from './cases';
import { buildPackages, siteUrl, start } from './client-cases';
import { visit } from './page-cases';
import type { Stage } from './stage';

const LOCAL = 'http://127.0.0.1:8787';

/**
 * The code blocks of README.md, each with a way to run it; `elsewhere` names the test if it is not in this
 * file.
 */
const BLOCKS: { begins: RegExp; elsewhere?: string }[] = [
  { begins: /^\/\/ Plays a round/ },
  { begins: /^npm ci && npm start$/, elsewhere: 'every stage of this test is started by `npm start`' },
  { begins: /^npm run demo$/, elsewhere: 'the case "npm run demo on the understudy"' },
  { begins: /^npm ci && npm test$/, elsewhere: '.ci/run test' },
  { begins: /^OPENAI_API_KEY=/, elsewhere: 'the stage with the fake model has these variables' },
  { begins: /^KEY=\$\(sed / },
];

const readBlocks = (): string[] =>
  [...readFileSync(join(ROOT, 'README.md'), 'utf8').matchAll(/^```\w+\n([\s\S]*?)^```/gm)].map(
    ([, code = '']) => code.trimEnd(),
  );

function findBlock(begins: RegExp): string {
  const block = readBlocks().find((code) => begins.test(code));
  must(block, `README.md has no block that begins with ${begins}`);
  return block;
}

const runRound = (stage: Stage, ...flags: string[]) =>
  start(NODE, [...flags, '--input-type=module', '--eval', findBlock(/^\/\/ Plays a round/)], {
    PROSCENIUM_KEY: stage.key,
    PROSCENIUM_URL: stage.url,
  });

const readScenes = async (stage: Stage): Promise<number> =>
  (await stage.client.get<{ items: Scene[] }>('/v1/scenes?q=lighthouse&limit=100')).items.length;

const SPOKEN = /^\S[^:\n]*: \S/m;

export const README_CASES: Case[] = [
  {
    name: 'README: every code block is run',
    run: async () => {
      const unknown = readBlocks().filter((code) => !BLOCKS.some(({ begins }) => begins.test(code)));
      must(unknown.length === 0, `no case runs this block: ${unknown[0]}`);
      for (const { begins } of BLOCKS) findBlock(begins);
      const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
      must(
        scripts.start === 'node scripts/start.mjs',
        'npm start is not what the stages here are started by',
      );
      return undefined;
    },
  },
  {
    name: 'README: the JavaScript plays a round in Node and ends by itself',
    run: async ({ stage }) => {
      await buildPackages();
      const program = runRound(stage);
      must((await program.ended) === 0 && SPOKEN.test(program.read()), program.read());
      return undefined;
    },
  },
  {
    name: 'README: without a WebSocket, as in Node 20, the JavaScript creates nothing and names the remedy',
    // It counts scenes.
    alone: 'last',
    run: async ({ stage }) => {
      await buildPackages();
      const before = await readScenes(stage);
      const program = runRound(stage, '--no-experimental-websocket');
      must((await program.ended) !== 0, 'it did not stop');
      must(/Pass `WebSocket` from the package `ws`/.test(program.read()), program.read());
      must((await readScenes(stage)) === before, 'it created a scene');
      return undefined;
    },
  },
  {
    name: 'README: the JavaScript plays a round in a page of another site',
    run: ({ stage }) =>
      visit(stage, async (page) => {
        const printed: string[] = [];
        page.on('console', (message) => printed.push(message.text()));
        const query = new URLSearchParams({ PROSCENIUM_KEY: stage.key, PROSCENIUM_URL: stage.url });
        await page.goto(
          `${siteUrl()}/round.html?client=${encodeURIComponent(`${stage.url}/client.js`)}#${query}`,
        );
        await until('a spoken line', 40, async () => (SPOKEN.test(printed.join('\n')) ? true : null));
        return undefined;
      }),
  },
  {
    name: 'README: the commands of the API play a scene and a run',
    run: async ({ stage }) => {
      const folder = mkdtempSync(join(tmpdir(), 'proscenium-readme-'));
      try {
        writeFileSync(join(folder, '.dev.vars'), `BOOTSTRAP_KEY=${stage.key}\n`);
        const code = findBlock(/^KEY=\$\(sed /)
          .replace(LOCAL, stage.url)
          // It has no end: Ctrl+C ends it.
          .replace('api -N', 'api -N --max-time 2');
        const program = start('bash', ['-c', code], {}, folder);
        await program.ended;
        const output = program.read();
        for (const part of [
          /"status":"completed"/,
          /^id: \d+$/m,
          /^# .*/m,
          /"role":"explorer"/,
          /"kind":"character\.spoke"/,
        ])
          must(part.test(output), `${part} is not in:\n${output.slice(-3000)}`);
        must(!/"type":"\/problems\//.test(output), output.slice(-3000));
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
      return undefined;
    },
  },
];
