/**
 * `npm run costs`: computes what a round and a thousand rooms cost on Cloudflare, and writes docs/costs.md. Rows, requests and
 * bytes are counted by test/workers/rows-written.test.ts as it runs; the CPU time is that of docs/benchmarks.md; prices are
 * those of the pages that `PRICES` names.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGE = new URL('../docs/costs.md', import.meta.url);
const BENCHMARKS = new URL('../docs/benchmarks.md', import.meta.url);

/** US dollars on the plan Workers Paid, beyond what it includes each month. */
const PRICES = {
  read: '2026-11-25',
  plan: 5,
  workers: {
    page: 'https://developers.cloudflare.com/workers/platform/pricing/',
    millionRequests: 0.3,
    millionCpuMs: 0.02,
    includes: { requests: 10_000_000, cpuMs: 30_000_000 },
  },
  objects: {
    page: 'https://developers.cloudflare.com/durable-objects/platform/pricing/',
    millionRequests: 0.15,
    millionGbSeconds: 12.5,
    millionRowsRead: 0.001,
    millionRowsWritten: 1,
    gbMonth: 0.2,
    includes: { requests: 1_000_000, gbSeconds: 400_000, rowsRead: 25e9, rowsWritten: 50_000_000, gb: 5 },
  },
  d1: {
    page: 'https://developers.cloudflare.com/d1/platform/pricing/',
    millionRowsRead: 0.001,
    millionRowsWritten: 1,
    gbMonth: 0.75,
    includes: { rowsRead: 25e9, rowsWritten: 50_000_000, gb: 5 },
  },
  r2: {
    page: 'https://developers.cloudflare.com/r2/pricing/',
    millionPuts: 4.5,
    gbMonth: 0.015,
    includes: { puts: 1_000_000, gb: 10 },
  },
} as const;

/** Memory that an object is charged for while it is awake, in GB: 128 MB, however little it uses. */
const OBJECT_GB = 0.128;
/** Calls of the measured round: the director twice, three characters. */
const CALLS = 5;
/** Seconds that a call to a model takes, for the two columns: the understudy, and a hosted model. */
const CALL_SECONDS = { understudy: 0, model: 2 } as const;
/** An object stays awake for so long after the last thing it did, while it can't hibernate: the outbox goes out meanwhile. */
const OUTBOX_SECONDS = 1;
/** Asking the tenant for a lease, and reporting what was spent; only where calls are metered. */
const TENANT_REQUESTS = { understudy: 0, model: 2 } as const;

/** A month of a stage: a thousand rooms. */
const ROOMS = 1_000;
const ROUNDS_A_DAY = 20;
const DAYS = 30;
/** Messages that a page sends in a round: presence, that somebody types. Twenty count as one request. */
const SOCKET_MESSAGES = 20;

interface Round {
  rowsWritten: number;
  rowsRead: number;
  alarms: number;
  d1RowsWritten: number;
  d1RowsRead: number;
  r2Puts: number;
  r2Bytes: number;
  roomBytes: number;
}
type Answerer = keyof typeof CALL_SECONDS;

/** Quantities that are charged. */
interface Use {
  requests: number;
  cpuMs: number;
  objectRequests: number;
  gbSeconds: number;
  rowsRead: number;
  rowsWritten: number;
  d1RowsRead: number;
  d1RowsWritten: number;
  puts: number;
}

const measured = await measureRound();
const cpuMs = await readCpu();
const d1BytesOfRound = await readIndexBytes();
const page = writePage();
await writeFile(PAGE, page);
console.log('written to docs/costs.md');

/** What a round came to, from the test that counts it. */
async function measureRound(): Promise<Round> {
  const vitest = `${ROOT}node_modules/vitest/vitest.mjs`;
  const args = [vitest, 'run', '--project', 'workers', 'test/workers/rows-written.test.ts'];
  const { stdout } = await promisify(execFile)(process.execPath, [...args, '--disable-console-intercept'], {
    cwd: ROOT,
    maxBuffer: 64 * 1024 * 1024,
  });
  const json = /^rows-written (\{.*\})\s*$/m.exec(stdout)?.[1];
  if (!json) throw new Error(`the test printed no count:\n${stdout.slice(-2_000)}`);
  return (JSON.parse(json) as { mean: Round }).mean;
}

/** Milliseconds of our own work in a round: its time beyond the floor's, of which none is waiting for a model. */
async function readCpu(): Promise<number> {
  const benchmarks = await readFile(BENCHMARKS, 'utf8');
  const overhead = /round of 5 calls at 20 ms .*?\(\+([\d.]+) ms/.exec(benchmarks)?.[1];
  if (overhead === undefined) throw new Error('docs/benchmarks.md has no overhead of a round: npm run bench');
  return Number(overhead);
}

/** Bytes of the index that a round takes, as the benchmark of the shards has measured it. */
async function readIndexBytes(): Promise<number> {
  const benchmarks = await readFile(BENCHMARKS, 'utf8');
  const bytes = /A round of five calls takes (\d+) bytes of the index/.exec(benchmarks)?.[1];
  if (bytes === undefined)
    throw new Error('docs/benchmarks.md has no size of the index: npm run bench -- --only=shards --write');
  return Number(bytes);
}

function useOf(who: Answerer): Use {
  const seconds = CALLS * CALL_SECONDS[who] + cpuMs / 1_000 + OUTBOX_SECONDS;
  return {
    requests: 1,
    cpuMs,
    objectRequests: 1 + measured.alarms + TENANT_REQUESTS[who] + SOCKET_MESSAGES / 20,
    gbSeconds: seconds * OBJECT_GB,
    rowsRead: measured.rowsRead,
    // Every alarm that is set is a row.
    rowsWritten: measured.rowsWritten + measured.alarms,
    d1RowsRead: measured.d1RowsRead,
    d1RowsWritten: measured.d1RowsWritten,
    puts: measured.r2Puts,
  };
}

/** Lines of a bill: what, the amount, the price of a million, and how many the plan includes. */
function lines(use: Use): { what: string; amount: number; price: number; included: number }[] {
  const { workers, objects, d1, r2 } = PRICES;
  const line = (what: string, amount: number, price: number, included: number) => ({
    ...{ what, amount, price, included },
  });
  return [
    line('requests to the Worker', use.requests, workers.millionRequests, workers.includes.requests),
    line('CPU, ms', use.cpuMs, workers.millionCpuMs, workers.includes.cpuMs),
    line('requests to objects', use.objectRequests, objects.millionRequests, objects.includes.requests),
    line('time of objects, GB-s', use.gbSeconds, objects.millionGbSeconds, objects.includes.gbSeconds),
    line('rows read, objects', use.rowsRead, objects.millionRowsRead, objects.includes.rowsRead),
    line('rows written, objects', use.rowsWritten, objects.millionRowsWritten, objects.includes.rowsWritten),
    line('rows read, D1', use.d1RowsRead, d1.millionRowsRead, d1.includes.rowsRead),
    line('rows written, D1', use.d1RowsWritten, d1.millionRowsWritten, d1.includes.rowsWritten),
    line('objects put, R2', use.puts, r2.millionPuts, r2.includes.puts),
  ];
}

function writePage(): string {
  const answerers = Object.keys(CALL_SECONDS) as Answerer[];
  const bills = answerers.map((who) => lines(useOf(who)));
  const [first = [], second = []] = bills;
  const million = (bill: typeof first) => bill.reduce((sum, { amount, price }) => sum + amount * price, 0);
  const rounds = ROOMS * ROUNDS_A_DAY * DAYS;
  const month = (bill: typeof first) =>
    bill.reduce(
      (sum, { amount, price, included }) => sum + (Math.max(0, amount * rounds - included) / 1e6) * price,
      0,
    );
  const stored = {
    rooms: (measured.roomBytes * rounds * 12) / 1e9,
    index: (d1BytesOfRound * rounds * 12) / 1e9,
    bundles: (measured.r2Bytes * rounds * 12) / 1e9,
  };
  const storage =
    Math.max(0, stored.rooms - PRICES.objects.includes.gb) * PRICES.objects.gbMonth +
    Math.max(0, stored.index - PRICES.d1.includes.gb) * PRICES.d1.gbMonth +
    Math.max(0, stored.bundles - PRICES.r2.includes.gb) * PRICES.r2.gbMonth;
  const dollars = (value: number) => `$${value.toFixed(2)}`;
  const number = (value: number) =>
    value >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)));
  const text = [
    '# Costs',
    '',
    'Read this page when you want to know what a stage costs on Cloudflare before you have one. It leaves out what the models cost: [money.md](money.md) is about that, and it is nearly always more.',
    '',
    `Written by \`npm run costs\` on ${new Date().toISOString().slice(0, 10)}; do not edit by hand. Rows, alarms and bytes are counted while the code plays rounds (\`test/workers/rows-written.test.ts\`), CPU time and the size of the index are those of [benchmarks.md](benchmarks.md). No bill of Cloudflare was compared with it.`,
    '',
    '## A round',
    '',
    `A scene with three characters plays a round of ${CALLS} calls. The first column is of the understudy, which answers at once; the second of a model that takes ${CALL_SECONDS.model} s for a call. Rows that are written are most of the price; next comes the time of the object, which is charged for 128 MB while it waits for a model.`,
    '',
    `| what | amount, understudy | amount, model | price of a million | of a million rounds, understudy | of a million rounds, model |`,
    '| --- | --- | --- | --- | --- | --- |',
    ...first.map(({ what, amount, price }, i) => {
      const other = second[i]?.amount ?? 0;
      return `| ${what} | ${number(amount)} | ${number(other)} | $${price} | ${dollars(amount * price)} | ${dollars(other * price)} |`;
    }),
    `| **together** | | | | **${dollars(million(first))}** | **${dollars(million(second))}** |`,
    '',
    `A round of a model so costs about ${((million(second) / 1e6) * 100).toFixed(4)} cents, beside its ${CALLS} calls.`,
    '',
    `The amounts assume: one request for the turn; ${SOCKET_MESSAGES} messages on sockets in a round (20 count as one request); ${TENANT_REQUESTS.model} requests to the tenant where calls are metered; ${OUTBOX_SECONDS} s in which the outbox goes out. CPU is the overhead of a round in the benchmark (${cpuMs} ms), all of it taken for CPU time. Where \`METRICS_KEY\` is set, a round writes up to eight more rows of D1. Sockets that are open and quiet cost nothing, as rooms hibernate.`,
    '',
    `## ${ROOMS.toLocaleString('en')} rooms for a month`,
    '',
    `${ROOMS.toLocaleString('en')} rooms play ${ROUNDS_A_DAY} rounds a day: ${rounds.toLocaleString('en')} rounds a month. What the plan Workers Paid includes is taken off.`,
    '',
    '| what | understudy | model |',
    '| --- | --- | --- |',
    `| the plan | ${dollars(PRICES.plan)} | ${dollars(PRICES.plan)} |`,
    ...first.map(({ what, price, included, amount }, i) => {
      const cost = (of: number) => dollars((Math.max(0, of * rounds - included) / 1e6) * price);
      return `| ${what} | ${cost(amount)} | ${cost(second[i]?.amount ?? 0)} |`;
    }),
    `| storage of the first year, at its end | ${dollars(storage)} | ${dollars(storage)} |`,
    `| **a month, at the end of the first year** | **${dollars(PRICES.plan + month(first) + storage)}** | **${dollars(PRICES.plan + month(second) + storage)}** |`,
    '',
    '## Storage',
    '',
    'Nothing is deleted unless [RETENTION_DAYS](operating.md#retention) is set. After a year of these rooms there are:',
    '',
    '| where | bytes a round | GB after a year | price of a GB a month |',
    '| --- | --- | --- | --- |',
    `| rooms: the mean of one of 60 rounds, which keeps the calls of the last 20; older rooms take less | ${number(measured.roomBytes)} | ${number(stored.rooms)} | $${PRICES.objects.gbMonth} |`,
    `| index in D1 | ${number(d1BytesOfRound)} | ${number(stored.index)} | $${PRICES.d1.gbMonth} |`,
    `| bundles in R2, of the understudy's short prompts | ${number(measured.r2Bytes)} | ${number(stored.bundles)} | $${PRICES.r2.gbMonth} |`,
    '',
    `With \`RETENTION_DAYS=30\` the index and the bundles stop at a twelfth of that.`,
    '',
    '## Prices',
    '',
    `Read on ${PRICES.read}, in US dollars, for the plan Workers Paid; they stand in \`bench/costs.ts\`:`,
    '',
    ...[PRICES.workers, PRICES.objects, PRICES.d1, PRICES.r2].map(({ page: url }) => `- <${url}>`),
  ];
  return `${text.join('\n')}\n`;
}
