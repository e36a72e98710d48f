/**
 * `npm run costs`: computes the Cloudflare costs of a round and of a thousand rooms, and writes them between
 * the markers in docs/operate.md. Rows, requests and bytes are from test/workers/rows-written.test.ts, the
 * CPU time from docs/benchmarks.md, and the prices from the pages in `PRICES`.
 */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PAGE = new URL('../docs/operate.md', import.meta.url);
const BENCHMARKS = new URL('../docs/benchmarks.md', import.meta.url);

/** US dollars on the Workers Paid plan, beyond its included amounts. */
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

/** Billed memory of an awake object in GB: always 128 MB. */
const OBJECT_GB = 0.128;
const CALLS = 5;
/** Duration of a model call in seconds, for the two columns: the understudy, and a hosted model. */
const CALL_SECONDS = { understudy: 0, model: 2 } as const;
/** How long an object stays awake after its last action while it can't hibernate because of the outbox. */
const OUTBOX_SECONDS = 1;
/** Requests to the tenant for a lease and for the settlement; only for metered calls. */
const TENANT_REQUESTS = { understudy: 0, model: 2 } as const;

const ROOMS = 1_000;
const ROUNDS_A_DAY = 20;
const DAYS = 30;
/** Messages from a page in a round: presence and typing. Twenty count as one request. */
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
await fillPage();
console.log('written to docs/operate.md');

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

/** Milliseconds of our own work in a round: the time beyond the floor's, without waits for models. */
async function readCpu(): Promise<number> {
  const benchmarks = await readFile(BENCHMARKS, 'utf8');
  const overhead = /round of 5 calls at 20 ms .*?\(\+([\d.]+) ms/.exec(benchmarks)?.[1];
  if (overhead === undefined) throw new Error('docs/benchmarks.md has no overhead of a round: npm run bench');
  return Number(overhead);
}

/** Bytes that a round adds to the index, from the benchmark of the shards. */
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
    // Setting an alarm writes a row.
    rowsWritten: measured.rowsWritten + measured.alarms,
    d1RowsRead: measured.d1RowsRead,
    d1RowsWritten: measured.d1RowsWritten,
    puts: measured.r2Puts,
  };
}

interface Line {
  what: string;
  amount: number;
  price: number;
  included: number;
}

function lines(use: Use): Line[] {
  const { workers, objects, d1, r2 } = PRICES;
  const line = (what: string, amount: number, price: number, included: number): Line => ({
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

async function fillPage(): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const marked = /(<!-- made by bench\/costs\.ts -->\n)[\s\S]*?(<!-- end -->)/;
  if (!marked.test(page)) throw new Error('docs/operate.md has no place for the costs');
  await writeFile(
    PAGE,
    page.replace(marked, (_, start: string, end: string) => `${start}\n${formatCosts()}\n\n${end}`),
  );
}

function formatCosts(): string {
  const rounds = ROOMS * ROUNDS_A_DAY * DAYS;
  const inMillion = ({ amount, price }: Line): number => amount * price;
  const inMonth = ({ amount, price, included }: Line): number =>
    (Math.max(0, amount * rounds - included) / 1e6) * price;
  const sum = (bill: Line[], cost: (line: Line) => number): number =>
    bill.reduce((total, line) => total + cost(line), 0);
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
  const bill = lines(useOf('model'));
  const understudyBill = lines(useOf('understudy'));
  const monthly = (of: Line[]) => dollars(PRICES.plan + sum(of, inMonth) + storage);
  const { workers, objects, d1, r2 } = PRICES;
  const links = [
    `[Workers](${workers.page})`,
    `[Durable Objects](${objects.page})`,
    `[D1](${d1.page})`,
    `[R2](${r2.page})`,
  ];
  const text = [
    `A round of ${CALLS} calls, with three characters and a model that takes ${CALL_SECONDS.model} s per call, costs about ${((sum(bill, inMillion) / 1e6) * 100).toFixed(4)} cents on Workers Paid. The model itself nearly always costs more. The last column is a month of ${ROOMS.toLocaleString('en')} rooms with ${ROUNDS_A_DAY} rounds a day (${rounds.toLocaleString('en')} rounds), after the plan's included amounts.`,
    '',
    '| item | a round | price of a million | a million rounds | month |',
    '| --- | --- | --- | --- | --- |',
    ...bill.map(
      (line) =>
        `| ${line.what} | ${number(line.amount)} | $${line.price} | ${dollars(inMillion(line))} | ${dollars(inMonth(line))} |`,
    ),
    `| plan | | | | ${dollars(PRICES.plan)} |`,
    `| storage after a year | | | | ${dollars(storage)} |`,
    `| **total** | | | **${dollars(sum(bill, inMillion))}** | **${monthly(bill)}** |`,
    '',
    `With the understudy, which answers at once, a million rounds cost ${dollars(sum(understudyBill, inMillion))} and the month ${monthly(understudyBill)}. Idle sockets cost nothing, because rooms hibernate. \`METRICS_KEY\` adds up to eight D1 rows per round.`,
    '',
    '| storage | bytes a round | GB after a year | price of a GB a month |',
    '| --- | --- | --- | --- |',
    `| rooms of 60 rounds, with the calls of the last 20 | ${number(measured.roomBytes)} | ${number(stored.rooms)} | $${objects.gbMonth} |`,
    `| index in D1 | ${number(d1BytesOfRound)} | ${number(stored.index)} | $${d1.gbMonth} |`,
    `| bundles in R2, with the understudy's short prompts | ${number(measured.r2Bytes)} | ${number(stored.bundles)} | $${r2.gbMonth} |`,
    '',
    'With `RETENTION_DAYS=30`, index and bundles stop growing at a twelfth of that.',
    '',
    `Computed by \`npm run costs\` on ${new Date().toISOString().slice(0, 10)}, with prices read on ${PRICES.read} (${links.join(', ')}). Rows and bytes are counted in a test, CPU time (${cpuMs} ms) and index size come from [benchmarks.md](benchmarks.md). The amounts include ${SOCKET_MESSAGES} socket messages, ${TENANT_REQUESTS.model} requests to the tenant and ${OUTBOX_SECONDS} s for the outbox. They have not been compared with a bill.`,
  ];
  return text.join('\n');
}
