/**
 * `npm run faults`: scenes with people in them, and runs, under `wrangler dev` in a storm: sockets break, the
 * model flaps, D1 and R2 fail, workerd is killed every few seconds. Afterwards every acknowledgment must
 * hold. Inside the Worker only D1 and R2 are wrapped (stores.ts).
 *
 *   --short        a storm of half a minute, for CI
 *   --seed <n>     repeats the random choices of an earlier run, which prints its seed
 *   --scenes <n>   number of scenes (default 4; 3 when short)
 */

import { Servers } from '../../bench/lib/servers';
import { makeRandom } from '../../bench/output/random';
import { makeFake } from '../browser/cases';
import { startFakeModel } from '../support/fake-model';
import { Diary, makeInsist } from './insist';
import { Librarian } from './librarian';
import { Listener } from './listener';
import { type Company, openRuns, openScene, type RoomUnderTest } from './rooms';
import { rage, type Schedule } from './storm';
import { type Findings, readLedger, verifyList, verifyRoom } from './verify';
import { startWeather } from './weather';

const SHORT: Schedule = { calm: 3, stores: 5, moods: 6, kills: 11, all: 8 };
const LONG: Schedule = { calm: 20, stores: 60, moods: 30, kills: 90, all: 60 };

const short = process.argv.includes('--short');
const readNumber = (flag: string, fallback: number): number => {
  const at = process.argv.indexOf(flag);
  return at < 0 ? fallback : Number(process.argv[at + 1]);
};
const seed = readNumber('--seed', Date.now() % 1_000_000);
const started = performance.now();
const say = (what: string): void =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${what}`);

const servers = await Servers.open();
const model = await startFakeModel({ latencyMs: 10 });
const weather = await startWeather();
const diary = new Diary();
const random = makeRandom(seed);
const listener = new Listener(random);
process.on('exit', () => servers.kill());
const giveUp = async (why: string): Promise<never> => {
  console.log(`${why}\n${servers.complaints()}`, diary);
  await servers.close();
  process.exit(1);
};
const watchdog = setTimeout(() => void giveUp('it did not end in time'), (short ? 240 : 900) * 1_000);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void giveUp(`stopped by ${signal}`));

try {
  process.exitCode = (await main()) ? 0 : 1;
} catch (error) {
  console.log(error, servers.complaints(), diary);
  process.exitCode = 1;
} finally {
  clearTimeout(watchdog);
  await Promise.all([servers.close(), model.close(), weather.close(), listener.close()]);
  // Pending requests of clients would keep the process alive.
  process.exit();
}

async function main(): Promise<boolean> {
  say(`seed ${seed}; building`);
  const build = await servers.build('test/faults/worker.ts');
  const owner = await servers.startStage('faults', build, `${model.url}/v1`, {
    WEATHER_URL: weather.url,
    MODEL: 'fake:ok',
    WEBHOOK_LOOPBACK: 'on',
  });
  let isOver = false;
  const company: Company = { insist: makeInsist(diary), diary, owner, random, isOver: () => isOver };

  await listener.open(company.insist, owner);
  const rooms: RoomUnderTest[] = [];
  for (let n = 0; n < readNumber('--scenes', short ? 3 : 4); n += 1) rooms.push(await openScene(company, n));
  const asked = { provider: 'openai', model: 'fake:ok#runs', timeoutSeconds: 2 };
  const understudy = { provider: 'understudy' };
  const series = await Promise.all([
    openRuns(company, 'an exploration on the model', {
      game: 'corridor',
      budgets: { actions: 12 },
      profiles: { explorer: asked, analyst: asked },
    }),
    openRuns(company, 'an exploration of the understudy', {
      game: 'crates',
      profiles: { explorer: understudy, analyst: understudy },
    }),
    openRuns(company, 'an adventure on the model', {
      game: 'tide-mill',
      budgets: { turns: 8 },
      profiles: { adventurer: asked },
    }),
    openRuns(company, 'an adventure of the understudy', {
      game: 'tide-mill',
      profiles: { adventurer: understudy },
    }),
  ]);
  const librarian = new Librarian(company);
  const all = () => [...rooms, ...series.flatMap(({ runs }) => runs)];
  const lives = Promise.all([
    ...rooms.map(({ life }) => life),
    ...series.map(({ life }) => life),
    librarian.work(),
  ]);
  let kills = 0;
  const cutPower = () => {
    kills += 1;
    return servers.cutPower(owner);
  };
  const storm = rage(
    { rooms: all, weather, fake: makeFake(model.url), cutPower, random, say },
    short ? SHORT : LONG,
  );
  await Promise.race([storm, lives]);
  await storm;
  isOver = true;
  say('calm; what is open is played to its end');
  await lives;
  await listener.calm(company.insist, owner);
  if (short) {
    // A write makes a room check its stores at once; the long form waits for it to do so by itself.
    say('every room gets another name');
    const rename = ({ path }: RoomUnderTest) =>
      company.insist(owner, 'PATCH', path, { title: 'After the storm' });
    await Promise.all(all().map(rename));
  }
  say('looking at what there is');
  const findings: Findings[] = [];
  const told = Promise.all(
    rooms.map(async ({ path }) => {
      const ledger = await readLedger(company.insist, owner, path);
      return [path.split('/').at(-1) ?? '', ledger] as const;
    }),
  ).then((ledgers) => listener.verify(new Map(ledgers)));
  findings.push(...(await Promise.all(all().map((room) => verifyRoom(company.insist, owner, room)))));
  diary.wrong.push(
    ...(await told),
    ...(await librarian.verify()),
    ...(await verifyList(company.insist, owner, all())),
  );
  say(`${listener.count} messages came by webhook`);
  say(`${librarian.count} characters were put into the library`);
  for (const { guests, reader } of all()) for (const client of [...guests, reader]) client.leave();
  return report(all(), findings, diary, kills);
}

function report(rooms: RoomUnderTest[], findings: Findings[], diary: Diary, kills: number): boolean {
  const sum = (pick: (one: Findings) => number) => findings.reduce((total, one) => total + pick(one), 0);
  const guests = rooms.flatMap((room) => room.guests);
  const lines = guests.reduce((total, { kept }) => total + kept.length, 0);
  const sockets = guests.reduce((total, guest) => total + guest.sockets, 0);
  const wrong = [...diary.wrong, ...findings.flatMap((one) => one.wrong)];
  say(`${rooms.length} rooms, ${guests.length} clients over ${sockets} sockets, ${kills} kills`);
  say(`${lines} lines acknowledged, ${sum(({ events }) => events)} events`);
  say(`${sum(({ calls }) => calls)} calls, ${sum(({ lost }) => lost)} of them cut off`);
  for (const [what, times] of [...diary.counts].toSorted()) say(`met ${times} times: ${what}`);
  for (const store of ['d1', 'r2'] as const) {
    const moods = (['fair', 'down', 'lost', 'slow'] as const).map(
      (mood) => `${weather.count(store, mood)} ${mood}`,
    );
    say(`${store} was asked: ${moods.join(', ')}`);
  }
  for (const line of wrong.slice(0, 60)) console.log(`WRONG  ${line}`);
  say(wrong.length === 0 ? 'nothing is wrong' : `${wrong.length} things are wrong (seed ${seed})`);
  return wrong.length === 0;
}
