import { replayProgram } from '../src/grid/world-code/world';
import { HOSTILE_PROGRAMS, RIGHT_PROGRAM } from '../test/support/code-world';

/**
 * Measures how long programs of models keep others waiting: `npx tsx bench/world-code.ts`. Each program is replayed on one
 * recorded action of a board of 64 × 64 cells, three times, while a timer that is due every millisecond shows the delay of
 * other requests.
 */
const GOAL_MS = 250;
const REPEATS = 3;

const before = Array.from({ length: 64 }, (_, row) =>
  row === 9 ? `${'1'.repeat(9)}9${'1'.repeat(54)}` : '1'.repeat(64),
).join('/');
const cells = Uint8Array.from([...before.replaceAll('/', '')], (digit) => Number.parseInt(digit, 16));
const board = { rows: 64, cols: 64, cells };
const action = { id: 'ACTION5' as const };
const evidence = [
  {
    transition: {
      ...{
        turn: 1,
        beforeFrame: 1,
        afterFrame: 2,
        action,
        role: 'target' as const,
        before,
        frames: [before],
      },
      ...{ state: 'NOT_FINISHED' as const, levelChanged: false, level: 0, certain: true },
    },
    step: { action, before: board, after: board, start: true },
  },
];

/** The longest wait of the stranger, and the processor time of the work, in milliseconds. */
async function measure(source: string): Promise<{ wait: number; cpu: number }> {
  let [last, wait] = [performance.now(), 0];
  const timer = setInterval(() => {
    const now = performance.now();
    wait = Math.max(wait, now - last);
    last = now;
  }, 1);
  const { user } = process.cpuUsage();
  await replayProgram(source, evidence, new Set());
  const cpu = (process.cpuUsage().user - user) / 1_000;
  await new Promise((resolve) => setTimeout(resolve, 5));
  clearInterval(timer);
  return { wait, cpu };
}

await measure(RIGHT_PROGRAM);
let worst = 0;
for (const [what, source] of Object.entries({ 'a right program': RIGHT_PROGRAM, ...HOSTILE_PROGRAMS })) {
  const runs = [];
  for (let n = 0; n < REPEATS; n++) runs.push(await measure(source));
  const wait = Math.max(...runs.map((run) => run.wait));
  const cpu = Math.max(...runs.map((run) => run.cpu));
  worst = Math.max(worst, wait);
  console.log(`${what}: longest wait ${wait.toFixed(0)} ms, ${cpu.toFixed(0)} ms of processor time`);
}
console.log(`Longest wait of all: ${worst.toFixed(0)} ms (goal: at most ${GOAL_MS} ms).`);
