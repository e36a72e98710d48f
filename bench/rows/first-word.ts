import type { FloorCalls } from '../floor/worker';
import { type Door, listen, pause, send } from '../lib/client';
import type { Row, Section } from '../lib/report';
import { median, spread } from '../lib/stats';
import type { Bench } from './context';

const PACE = { firstMs: 600, tokensPerSecond: 40 };
/** Rounds before the first measured one: a model's first line is not streamed. */
const WARM = 2;
const QUIET_MS = 250;
/** Highest ratio by director. `auto` has one character and one player. */
const MODES = { auto: 1.15, off: 1.15, light: 2.5, full: 3.5 } as const;
/** With a full director all three act, according to its plan; otherwise one. */
const ACTORS = { auto: 1, off: 1, light: 1, full: 3 } as const;
/** A model that takes a second for an answer, and the time between two lines of a player. */
const SECOND = { firstMs: 1000, tokensPerSecond: 10_000 };
const BETWEEN_MS = 1500;
const SECOND_ANSWER_MS = 4000;

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
    for (const mode of ['auto', 'off', 'light', 'full'] as const) {
      const goal = MODES[mode];
      const { firsts, whole } = await playMode(stage, mode, samples);
      const ratio = median(firsts) / median(bare);
      rows.push({
        what: `director ${mode}: to the first word on another socket`,
        ours: spread(firsts),
        floor: spread(bare),
        ratio: ratio.toFixed(2),
        goal: `≤ ${goal} ×`,
        met: ratio <= goal,
        samples: `${firsts.length} and ${bare.length}; the round took ${(median(whole) / 1000).toFixed(1)} s`,
      });
    }
    model.pace = SECOND;
    const seconds = await playTwoLines(stage, quick ? 2 : 5);
    rows.push({
      what: 'two lines 1.5 s apart to five characters with a director: to the second answer',
      ours: spread(seconds),
      floor: '—',
      ratio: '—',
      goal: `≤ ${SECOND_ANSWER_MS / 1000} s`,
      met: median(seconds) <= SECOND_ANSWER_MS,
      samples: `${seconds.length}; each call takes a second`,
    });
    return {
      title: 'Time to the first word',
      method: `Time from a player's \`POST …/turns\`, addressed to one character, to the first word of the reply on another player's socket. The model takes ${PACE.firstMs} ms to the first token and writes ${PACE.tokensPerSecond} tokens a second, of four letters each. The baseline is a bare object that makes one streamed call with \`fetch\` and forwards its tokens. With a full director, the first of three speakers needs the beginning of the plan: ${FIRST_CUE_TOKENS} of ${PLAN_TOKENS} tokens here. The last row counts from the second line to the first answer of its round.`,
      rows,
    };
  } finally {
    model.pace = null;
  }
}

/** Tokens of the plan, and of its beginning up to the guidance of the first speaker. */
const PLAN_TOKENS = 157;
const FIRST_CUE_TOKENS = 31;

const BARE = {
  model: 'bench',
  messages: [
    { role: 'system', content: 'You are Ada, an innkeeper.' },
    { role: 'user', content: 'Guest: Is there a room?' },
  ],
};

/** Creates a scene and returns its id. */
async function openInn(
  door: Door,
  ids: string[],
  settings: { director: keyof typeof MODES; maxActors: number },
) {
  const profile = {
    provider: 'openai',
    model: `bench-${settings.director}-${ids.length}`,
    timeoutSeconds: 60,
  };
  const friend = settings.director === 'auto' ? [] : [{ id: 'friend', name: 'Friend' }];
  const { id } = await send<{ id: string }>(door, 'POST', '/v1/scenes', {
    title: `First words, ${settings.director}`,
    scenario: 'An inn by the road, late.',
    characters: ids.map((name) => ({ id: name, name: name[0]?.toUpperCase() + name.slice(1) })),
    personas: [{ id: 'guest', name: 'Guest' }, ...friend],
    profiles: { director: profile, character: profile },
    settings,
  });
  return id;
}

/** Returns the milliseconds from a second line, said while the first one is answered, to the answer to it. */
async function playTwoLines(door: Door, samples: number): Promise<number[]> {
  const cast = ['ada', 'bo', 'cy', 'dee', 'eve'];
  const id = await openInn(door, cast, { director: 'full', maxActors: cast.length });
  const socket = await listen(door, `/v1/scenes/${id}/socket`);
  const say = (text: string) =>
    send(door, 'POST', `/v1/scenes/${id}/turns`, { type: 'user', personaId: 'guest', text, to: [] });
  const times: number[] = [];
  for (let n = -WARM; n < samples; n += 1) {
    const end = socket.next('"kind":"round.completed"');
    await say(`Is there a room? (${n})`);
    await pause(BETWEEN_MS);
    const start = performance.now();
    await say(`And a stable? (${n})`);
    await end;
    const over = socket.next('"kind":"round.completed"');
    const { at } = await socket.next('"kind":"character.spoke"');
    if (n >= 0) times.push(at - start);
    await over;
    await pause(QUIET_MS);
  }
  socket.close();
  return times;
}

async function playMode(door: Door, director: keyof typeof MODES, samples: number) {
  const cast = director === 'auto' ? ['ada'] : ['ada', 'bo', 'cy'];
  const id = await openInn(door, cast, { director, maxActors: ACTORS[director] });
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
