import type { FloorCalls } from '../floor/worker';
import { type Door, listen, send } from '../lib/client';
import type { Row, Section } from '../lib/report';
import { playFloor } from '../lib/scene';
import { median, spread } from '../lib/stats';
import type { Bench } from './context';

/** Half of the 14.7 to 17.9 ms that were measured when the goal was set. */
const GOAL_MS = 8;
const TURNS = 40;
const WARM_UP = 2;

/** Measures the cost of a grid game's turn beyond its two calls. */
export async function measureGridTurn(bench: Bench): Promise<Section> {
  const { model, stage, withoutOutbox, floor } = bench;
  model.delayMs = 0;
  const samples = bench.quick ? 2 : 6;
  const bare = await listen(floor, '/socket');
  const whole = new Turns(`turn of \`corridor\`, ${TURNS} in a row`);
  const alone = new Turns('the same, with D1 and R2 switched off');
  // The first samples warm up: code is compiled on use.
  for (let n = -WARM_UP; n < samples; n += 1) {
    model.captured = [];
    const run = await playRun(stage, `bench-${n}`);
    const bodies = model.captured;
    model.captured = null;
    const calls: FloorCalls = { url: model.url, key: 'sk-bench', bodies };
    await send(floor, 'PUT', '/calls', calls);
    const least = (await playFloor(floor, bare)) / run.turns;
    const quiet = await playRun(withoutOutbox, `bench-${n}`);
    if (n < 0) continue;
    whole.add(run.perTurn, least);
    alone.add(quiet.perTurn, least);
  }
  bare.close();
  return {
    title: 'A turn of a grid game without the model',
    method:
      "A run of `corridor` (64×64) with a model that answers at once: the time from `POST …/start` to `run.finished` on a client's socket, divided by the number of turns. A turn includes suggestion, action, diff, objects, HUD, analysis, knowledge, three pictures of 512×512, ledger, call log and outbox. The baseline is a bare Durable Object that sends the same bodies, pictures included, to the same endpoint with `fetch`, one after the other. The second row has the outbox off, because D1 and R2 share a thread with the room only when run locally.",
    rows: [whole.row(`≤ +${GOAL_MS} ms`), alone.row('—')],
  };
}

class Turns {
  readonly #what: string;
  readonly #ours: number[] = [];
  readonly #beside: number[] = [];
  readonly #own: number[] = [];

  constructor(what: string) {
    this.#what = what;
  }

  add(ours: number, least: number): void {
    this.#ours.push(ours);
    this.#beside.push(least);
    this.#own.push(ours - least);
  }

  row(goal: string): Row {
    const own = median(this.#own);
    return {
      what: this.#what,
      ours: spread(this.#ours),
      floor: spread(this.#beside),
      ratio: `+${own.toFixed(1)} ms`,
      goal,
      met: goal === '—' ? null : own <= GOAL_MS,
      samples: `${this.#ours.length} runs`,
    };
  }
}

async function playRun(stage: Door, seed: string): Promise<{ perTurn: number; turns: number }> {
  const profile = { provider: 'openai', model: 'bench' };
  const budgets = { actions: TURNS, calls: 10 * TURNS };
  const body = { game: 'corridor', seed, budgets, profiles: { explorer: profile, analyst: profile } };
  const { id } = await send<{ id: string }>(stage, 'POST', '/v1/runs', body);
  const listener = await listen(stage, `/v1/runs/${id}/socket`);
  const ending = listener.next('"kind":"run.finished"');
  const start = performance.now();
  const [{ at }] = await Promise.all([ending, send(stage, 'POST', `/v1/runs/${id}/start`)]);
  listener.close();
  const { turns } = await send<{ turns: number }>(stage, 'GET', `/v1/runs/${id}`);
  return { perTurn: (at - start) / turns, turns };
}
