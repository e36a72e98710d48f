import type { FloorCalls } from '../floor/worker';
import { type Door, listen, pause, send } from '../lib/client';
import type { Row, Section } from '../lib/report';
import { median, spread } from '../lib/stats';
import type { Bench } from './context';

const PACE = { firstMs: 600, tokensPerSecond: 40 };
/** Rounds before the first measured one: a model's first line is not streamed. */
const WARM = 2;
const QUIET_MS = 250;
const MODES = { off: 1.15, light: 2.5, full: null } as const;
/** With a full director all three act, according to its plan; otherwise one. */
const ACTORS = { off: 1, light: 1, full: 3 } as const;

/** Measures the time from a person's line to the first word of the answer on another person's socket. */
export async function measureFirstWord({ model, stage, floor, quick }: Bench): Promise<Section> {
  const samples = quick ? 3 : 12;
  model.pace = PACE;
  try {
    const calls: FloorCalls = { url: model.url, key: 'sk-bench', bodies: [JSON.stringify(BARE)] };
    await send(floor, 'PUT', '/calls', calls);
    const bare: number[] = [];
    const socket = await listen(floor, '/socket');
    for (let n = -1; n < samples; n += 1) {
      const [first, end] = [socket.next('"word"'), socket.next('"kind":"round.completed"')];
      const start = performance.now();
      const [{ at }] = await Promise.all([first, send(floor, 'POST', '/chat')]);
      if (n >= 0) bare.push(at - start);
      await end;
      await pause(QUIET_MS);
    }
    socket.close();
    const rows: Row[] = [];
    for (const mode of ['off', 'light', 'full'] as const) {
      const goal = MODES[mode];
      const { firsts, whole } = await playMode(stage, mode, samples);
      const ratio = median(firsts) / median(bare);
      rows.push({
        what: `director ${mode}: to the first word on another socket`,
        ours: spread(firsts),
        floor: spread(bare),
        ratio: ratio.toFixed(2),
        goal: goal === null ? '—' : `≤ ${goal} ×`,
        met: goal === null ? null : ratio <= goal,
        samples: `${firsts.length} and ${bare.length}; the round took ${(median(whole) / 1000).toFixed(1)} s`,
      });
    }
    return {
      title: 'Time to the first word',
      method: `Time from a player's \`POST …/turns\`, addressed to one character, to the first word of the reply on another player's socket. The model takes ${PACE.firstMs} ms to the first token and writes ${PACE.tokensPerSecond} tokens a second, of four letters each. The baseline is a bare object that makes one streamed call with the same client and forwards its tokens. With a full director, the first of three speakers needs the beginning of the plan: ${FIRST_CUE_TOKENS} of ${PLAN_TOKENS} tokens here.`,
      rows,
    };
  } finally {
    model.pace = null;
  }
}

/** Tokens of the plan, and of its beginning up to the order of the second speaker. */
const PLAN_TOKENS = 157;
const FIRST_CUE_TOKENS = 100;

const BARE = {
  model: 'bench',
  messages: [
    { role: 'system', content: 'You are Ada, an innkeeper.' },
    { role: 'user', content: 'Guest: Is there a room?' },
  ],
};

async function playMode(door: Door, director: keyof typeof MODES, samples: number) {
  const profile = { provider: 'openai', model: `bench-${director}`, timeoutSeconds: 60 };
  const { id } = await send<{ id: string }>(door, 'POST', '/v1/scenes', {
    title: `First words, ${director}`,
    scenario: 'An inn by the road, late.',
    characters: ['ada', 'bo', 'cy'].map((name) => ({
      id: name,
      name: name[0]?.toUpperCase() + name.slice(1),
    })),
    personas: [
      { id: 'guest', name: 'Guest' },
      { id: 'friend', name: 'Friend' },
    ],
    profiles: { director: profile, character: profile },
    settings: { director, maxActors: ACTORS[director] },
  });
  const other = await listen(door, `/v1/scenes/${id}/socket`);
  const firsts: number[] = [];
  const whole: number[] = [];
  for (let n = -WARM; n < samples; n += 1) {
    const first = other.next('"kind":"character.delta"').catch(() => null);
    const end = other.next('"kind":"round.completed"');
    const start = performance.now();
    const said = { type: 'user', personaId: 'guest', text: `Is there a room? (${n})`, to: ['ada'] };
    await send(door, 'POST', `/v1/scenes/${id}/turns`, said);
    const { at } = await end;
    // If no word arrives before the end, the whole round counts.
    const heard = n < 0 ? null : await first;
    if (n >= 0) {
      firsts.push((heard?.at ?? at) - start);
      whole.push(at - start);
    }
    await pause(QUIET_MS);
  }
  other.close();
  return { firsts, whole };
}
