import { diffFrames } from '../../src/explore/diff';
import { unpackFrame } from '../../src/explore/frame';
import { compareObjects } from '../../src/explore/objects';
import { diffPng, framePng } from '../../src/explore/png';
import { corridor } from '../../src/games/builtin/corridor';
import { listen, send } from '../lib/client';
import type { Row, Section } from '../lib/report';
import { median, spread } from '../lib/stats';
import type { Bench } from './context';

const GOAL_MS = 5;

/** A turn of a grid game that waits for no model: from outside, and its pure parts in Node. */
export async function measureGridTurn(bench: Bench): Promise<Section> {
  const runs = bench.quick ? 2 : 6;
  const turns: number[] = [];
  for (let n = -1; n < runs; n += 1) {
    const gaps = await playRun(bench, `bench-${n}`);
    // The first one warms up.
    if (n >= 0) turns.push(...gaps);
  }
  const engine = timeEngine(bench.quick ? 40 : 200);
  const parts = Object.entries(engine.parts).map(([name, times]) => `${name} ${median(times).toFixed(2)} ms`);
  const outside: Row = {
    what: 'whole turn, seen from outside (corridor, understudy)',
    ours: spread(turns),
    floor: '—',
    ratio: '—',
    goal: `≤ ${GOAL_MS} ms`,
    met: median(turns) <= GOAL_MS,
    samples: `${turns.length} turns of ${runs} runs`,
  };
  const inside: Row = {
    what: 'diff, objects and pictures alone, in Node',
    ours: spread(engine.whole),
    floor: '—',
    ratio: '—',
    goal: `≤ ${GOAL_MS} ms`,
    met: median(engine.whole) <= GOAL_MS,
    samples: String(engine.whole.length),
  };
  return {
    title: 'A turn of a grid game without the model',
    method: `First line: the time between one \`turn.completed\` and the next on a client's socket while a run of \`corridor\` (64×64) plays itself with the understudy: two journalled asks, the actions, diff, knowledge, ledger, log and outbox, and the understudy's own thinking. Second line: what a turn computes from two frames: ${parts.join(', ')}.`,
    rows: [outside, inside],
  };
}

/** Play a run to its end; milliseconds from each completed turn to the next. */
async function playRun({ stage }: Bench, seed: string): Promise<number[]> {
  const profile = { provider: 'understudy' };
  const body = { game: 'corridor', seed, profiles: { explorer: profile, analyst: profile } };
  const { id } = await send<{ id: string }>(stage, 'POST', '/v1/runs', body);
  const listener = await listen(stage, `/v1/runs/${id}/socket`);
  const moments: number[] = [];
  listener.socket.on('message', (data: Buffer) => {
    if (data.toString().includes('"kind":"turn.completed"')) moments.push(performance.now());
  });
  const finished = listener.next('"kind":"run.finished"');
  await Promise.all([finished, send(stage, 'POST', `/v1/runs/${id}/start`)]);
  listener.close();
  return moments.slice(1).map((at, n) => at - (moments[n] ?? at));
}

/** What a turn computes: the diff, the objects, the pictures for the model of both frames and of the difference. */
function timeEngine(count: number): { whole: number[]; parts: Record<string, number[]> } {
  const parts: Record<string, number[]> = { diff: [], objects: [], pictures: [] };
  const whole: number[] = [];
  let step = corridor.start('bench');
  const actions = corridor.info.actions;
  for (let n = -20; n < count; n += 1) {
    const before = step.frames.at(-1) ?? '';
    step = corridor.act(step.snapshot, actions[(n + 20) % actions.length] ?? 'ACTION1');
    const after = step.frames.at(-1) ?? '';
    const t0 = performance.now();
    diffFrames(before, step.frames);
    const t1 = performance.now();
    compareObjects(unpackFrame(before), unpackFrame(after));
    const t2 = performance.now();
    framePng(before);
    framePng(after);
    diffPng(before, after);
    const t3 = performance.now();
    if (n < 0) continue;
    parts.diff?.push(t1 - t0);
    parts.objects?.push(t2 - t1);
    parts.pictures?.push(t3 - t2);
    whole.push(t3 - t0);
  }
  return { whole, parts };
}
