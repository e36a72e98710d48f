import { diffFrames } from '../../src/explore/diff';
import { unpackFrame } from '../../src/explore/frame';
import { compareObjects } from '../../src/explore/objects';
import { framePng } from '../../src/explore/png';
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
    const perTurn = await playRun(bench, `bench-${n}`);
    // The first one warms up.
    if (n >= 0) turns.push(perTurn);
  }
  const engine = timeEngine(bench.quick ? 40 : 200);
  const diff = `${median(engine.diff).toFixed(2)} ms for the diff, ${median(engine.objects).toFixed(2)} ms for the objects`;
  const sum = median(turns) + median(engine.pictures);
  const row = (what: string, ours: string, samples: string): Row => ({
    ...{ what, ours, samples },
    ...{ floor: '—', ratio: '—', goal: '—', met: null },
  });
  return {
    title: 'A turn of a grid game without the model',
    method: `First line: a run of \`corridor\` (64×64) plays itself with the understudy; the time from \`POST …/start\` to \`run.finished\` on a client's socket, divided by its turns: two journalled asks, the actions, diff, objects, knowledge, ledger, log and outbox, and the understudy's own thinking. The understudy looks at no pictures, so the second line is what a model's turn adds, in Node: the board for call A, and before and after for call B, 512×512 each (in Node as well: ${diff}, which the first line contains).`,
    rows: [
      row('turn, seen from outside', spread(turns), `${runs} runs`),
      row('three pictures, in Node', spread(engine.pictures), String(engine.pictures.length)),
      {
        ...row('both together', `${sum.toFixed(1)} ms`, 'sum of the medians'),
        goal: `≤ ${GOAL_MS} ms`,
        met: sum <= GOAL_MS,
      },
    ],
  };
}

/** Play a run to its end; milliseconds per turn. */
async function playRun({ stage }: Bench, seed: string): Promise<number> {
  const profile = { provider: 'understudy' };
  const body = { game: 'corridor', seed, profiles: { explorer: profile, analyst: profile } };
  const { id } = await send<{ id: string }>(stage, 'POST', '/v1/runs', body);
  const listener = await listen(stage, `/v1/runs/${id}/socket`);
  const finished = listener.next('"kind":"run.finished"');
  const start = performance.now();
  const [{ at }] = await Promise.all([finished, send(stage, 'POST', `/v1/runs/${id}/start`)]);
  listener.close();
  const { turns } = await send<{ turns: number }>(stage, 'GET', `/v1/runs/${id}`);
  return (at - start) / turns;
}

/** What a turn computes from two frames. */
function timeEngine(count: number): Record<'diff' | 'objects' | 'pictures', number[]> {
  const times = { diff: [] as number[], objects: [] as number[], pictures: [] as number[] };
  let step = corridor.start('bench');
  const actions = corridor.info.actions;
  let shown = step.frames.at(-1) ?? '';
  for (let n = -20; n < count; n += 1) {
    const before = step.frames.at(-1) ?? '';
    step = corridor.act(step.snapshot, actions[(n + 20) % actions.length] ?? 'ACTION1');
    const after = step.frames.at(-1) ?? '';
    const t0 = performance.now();
    diffFrames(before, step.frames);
    const t1 = performance.now();
    compareObjects(unpackFrame(before), unpackFrame(after));
    const t2 = performance.now();
    // Call A shows the board, call B the board before and after. A walk comes back to boards it has seen, whose
    // pictures are kept; a mark makes this one new, as the next action of a real game would.
    const marked = `${(n & 15).toString(16)}${(n >> 4) & 15 ? 'f' : '0'}${after.slice(2)}`;
    for (const cells of [shown, shown, marked]) framePng(cells);
    shown = marked;
    const t3 = performance.now();
    if (n < 0) continue;
    times.diff.push(t1 - t0);
    times.objects.push(t2 - t1);
    times.pictures.push(t3 - t2);
  }
  return times;
}
