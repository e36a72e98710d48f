/**
 * `npm run bench`: measures the stage against its floors and writes docs/benchmarks.md.
 *
 * `-- --quick` takes fewer samples and writes no files without `--write`; `-- --long` plays 1,000 rounds
 * instead of 300; `-- --only=<part>` (repeatable) runs some of the parts, and with `--write` replaces them in
 * the page.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { startFakeEndpoint } from './lib/fake-endpoint';
import { printRow, replaceSection, type Section, writeReport } from './lib/report';
import { type Build, Servers } from './lib/servers';
import { measureAdventure } from './rows/adventure';
import { measureAfterKill } from './rows/after-kill';
import { measureBundle } from './rows/bundle';
import type { Bench } from './rows/context';
import { measureExplorer } from './rows/explorer';
import { measureFanOut } from './rows/fan-out';
import { measureFirstWord } from './rows/first-word';
import { measureFullHouse } from './rows/full-house';
import { measureGridTurn } from './rows/grid-turn';
import { measureGrowth } from './rows/growth';
import { measureManyRooms } from './rows/many-rooms';
import { measurePages } from './rows/pages';
import { measurePeople } from './rows/people';
import { measurePrefix } from './rows/prefix';
import { measureRoundOverhead } from './rows/round-overhead';
import { measureRowsWritten } from './rows/rows-written';
import { measureShards } from './rows/shards';
import { measureStranger } from './rows/stranger';

const PARTS: Record<string, (bench: Bench) => Promise<Section>> = {
  'round-overhead': measureRoundOverhead,
  'first-word': measureFirstWord,
  'after-kill': measureAfterKill,
  'fan-out': measureFanOut,
  'many-rooms': measureManyRooms,
  people: measurePeople,
  'full-house': measureFullHouse,
  growth: measureGrowth,
  prefix: measurePrefix,
  'rows-written': measureRowsWritten,
  'grid-turn': measureGridTurn,
  explorer: measureExplorer,
  adventure: measureAdventure,
  pages: measurePages,
  bundle: measureBundle,
  shards: measureShards,
  stranger: measureStranger,
};

const args = process.argv.slice(2);
const quick = args.includes('--quick');
const long = args.includes('--long');
const only = args.filter((arg) => arg.startsWith('--only=')).map((arg) => arg.slice('--only='.length));
const unknown = only.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}; there is ${Object.keys(PARTS).join(', ')}.`);
  process.exit(2);
}
const chosen = only.length > 0 ? only : Object.keys(PARTS);
const WATCHDOG_MINUTES = long ? 90 : 45;
const PAGE = new URL('../docs/benchmarks.md', import.meta.url);
const isWritten = args.includes('--write') || (only.length === 0 && !quick);
const date = new Date().toISOString().slice(0, 10);

/** Measures one part, with one retry. If it fails twice, the others still run, and the report says so. */
async function measure(name: string, build: Build): Promise<Section> {
  const tries: string[] = [];
  for (let n = 0; n < 2; n += 1) {
    try {
      const section = await measureOnce(name, build);
      const notes = tries.map((why) => `A first try broke, and was not counted: ${why}`);
      return { ...section, notes: [...(section.notes ?? []), ...notes] };
    } catch (error) {
      tries.push((error instanceof Error ? error.message : String(error)).slice(0, 300));
    }
  }
  process.exitCode = 1;
  return { title: `${name}: not measured`, method: `This part broke twice: ${tries.join('; ')}`, rows: [] };
}

/**
 * Measures one part on servers of its own, so that memory from earlier parts does not count. Prints why it
 * fails.
 */
async function measureOnce(name: string, build: Build): Promise<Section> {
  const servers = await start();
  try {
    const stage = await servers.startStage('stage', build, model.url);
    const withoutOutbox = await servers.startStage('without-outbox', build, model.url, { OUTBOX: 'off' });
    const floor = await servers.startFloor();
    const bench: Bench = { servers, build, stage, withoutOutbox, floor, model, quick, long };
    const section = await PARTS[name]?.(bench);
    if (section) return section;
    throw new Error('there is no such part');
  } catch (error) {
    console.error(error, servers.complaints());
    throw error;
  } finally {
    model.delayMs = 0;
    await servers.close();
    running.delete(servers);
  }
}

async function start(): Promise<Servers> {
  const servers = await Servers.open();
  running.add(servers);
  return servers;
}

const started = performance.now();
const running = new Set<Servers>();
const model = await startFakeEndpoint();
let closing: Promise<void> | null = null;
const close = (): Promise<void> => {
  closing ??= Promise.all([...[...running].map((servers) => servers.close()), model.close()]).then(() => {});
  return closing;
};
const abandon = async (why: string): Promise<never> => {
  console.error(why, ...[...running].map((servers) => servers.complaints()));
  await close();
  process.exit(1);
};
const watchdog = setTimeout(
  () => void abandon(`the benchmark did not end within ${WATCHDOG_MINUTES} minutes`),
  WATCHDOG_MINUTES * 60_000,
);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void abandon(`stopped by ${signal}`));

try {
  console.log('building …');
  const build = await (await start()).build();
  const sections: Section[] = [];
  for (const name of chosen) {
    const section = await measure(name, build);
    sections.push(section);
    console.log(`\n${section.title}`);
    for (const row of section.rows) console.log(printRow(row));
    // Save immediately, so that results survive an aborted run.
    if (isWritten && section.rows.length > 0) {
      await writeFile(PAGE, replaceSection(await readFile(PAGE, 'utf8'), section, date));
    }
  }
  if (isWritten && only.length === 0) {
    const minutes = (performance.now() - started) / 60_000;
    await writeFile(PAGE, writeReport(sections, { date, quick, long, minutes }));
  }
  if (isWritten) console.log('\nwritten to docs/benchmarks.md');
} catch (error) {
  process.exitCode = 1;
  console.error(error);
} finally {
  clearTimeout(watchdog);
  await close();
}
