import type { CallSummary } from '../../src/contract/calls';
import type { Event } from '../../src/contract/events/events';
import type { Round, TurnAccepted } from '../../src/contract/rounds';
import type { Scene } from '../../src/contract/scenes';
import type { Client } from '../support/api-client';
import type { FakeLogEntry, FakeStep } from '../support/fake-model';
import type { Stage } from './stage';

export interface Setting {
  stage: Stage;
  client: Client;
  fake: Fake;
}

export interface Case {
  name: string;
  /**
   * Restarts the Worker or depends on shared state, so no other case runs on its stage meanwhile: runs before
   * all others, or after them.
   */
  alone?: 'first' | 'last';
  run(setting: Setting): Promise<string | undefined>;
}

export interface Fake {
  /** Base URL of its API. */
  baseUrl: string;
  /** Sets the answers to the next requests of a model. Cases run concurrently, so use a unique model name. */
  script(model: string, ...steps: FakeStep[]): Promise<void>;
  /** Body of `POST /control` of test/support/fake-model.ts. */
  control(order: object): Promise<void>;
  /** Requests with exactly this model name, oldest first. */
  log(model: string): Promise<FakeLogEntry[]>;
}

export function makeFake(url: string): Fake {
  const control = async (order: object) => {
    await fetch(`${url}/control`, { method: 'POST', body: JSON.stringify(order) });
  };
  return {
    baseUrl: `${url}/v1`,
    script: (model, ...script) => control({ model, script }),
    control,
    log: async (model) => {
      const all = (await (await fetch(`${url}/control/log`)).json()) as FakeLogEntry[];
      return all.filter((entry) => entry.model === model);
    },
  };
}

export function must(condition: unknown, what: string): asserts condition {
  if (!condition) throw new Error(what);
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Polls until the answer is not null; a failed request (the Worker is restarting) counts as null. */
export async function until<T>(what: string, seconds: number, ask: () => Promise<T | null>): Promise<T> {
  const end = Date.now() + seconds * 1000;
  let last: unknown = null;
  while (Date.now() < end) {
    try {
      const answer = await ask();
      if (answer !== null) return answer;
    } catch (error) {
      last = error;
    }
    await pause(100);
  }
  throw new Error(`${what}: not within ${seconds} s${last instanceof Error ? ` (${last.message})` : ''}`);
}

type ProfileInput = {
  provider?: 'understudy' | 'openai';
  model?: string;
  timeoutSeconds?: number;
  jsonExample?: object;
};

/**
 * A scene of two characters and two players. Its characters use this profile, as does its director by
 * default.
 */
export function createScene(client: Client, profile: ProfileInput, director = profile): Promise<Scene> {
  return client.post<Scene>('/v1/scenes', {
    title: 'Smoke',
    scenario: 'A kitchen late at night; the lights have just gone out.',
    characters: [
      { name: 'Mara', personality: 'dry, watchful', goals: 'find the matches' },
      { name: 'Teo', personality: 'talkative, afraid of the dark', goals: 'not to be alone' },
    ],
    personas: [{ name: 'Ada' }, { name: 'Ben' }],
    profiles: { director, character: profile },
  });
}

export function say(client: Client, scene: string, text: string, personaId = 'ada'): Promise<TurnAccepted> {
  const turn = client.post<TurnAccepted>(`/v1/scenes/${scene}/turns?wait=1`, {
    type: 'user',
    text,
    personaId,
  });
  // A case may wait for something else first; avoid an unhandled rejection meanwhile.
  turn.catch(() => {});
  return turn;
}

export const readRound = (client: Client, scene: string, n: number): Promise<Round> =>
  client.get<Round>(`/v1/scenes/${scene}/rounds/${n}`);

/** Throws unless it is numbered 1, 2, 3 … */
export async function readLedger(client: Client, room: string): Promise<Event[]> {
  const events: Event[] = [];
  for (let cursor: string | null = null, first = true; first || cursor !== null; first = false) {
    const query: string = cursor === null ? 'limit=50' : `limit=50&cursor=${cursor}`;
    const page = await client.get<{ events: Event[]; next: string | null }>(`${room}/events?${query}`);
    events.push(...page.events);
    cursor = page.next;
  }
  events.forEach((event, i) => {
    must(event.seq === i + 1, `the ledger has ${event.seq} in place ${i + 1}`);
  });
  return events;
}

export const count = (events: Event[], kind: Event['kind']): number =>
  events.filter((event) => event.kind === kind).length;

/** The calls of a room, oldest first, once the index has at least this many. */
export function readCalls(client: Client, room: string, atLeast: number): Promise<CallSummary[]> {
  return until(`${atLeast} calls in the index`, 15, async () => {
    const page = await client.get<{ items: CallSummary[] }>(`/v1/calls?room=${room}&limit=200`);
    return page.items.length >= atLeast ? page.items.toSorted((a, b) => a.n - b.n) : null;
  });
}
