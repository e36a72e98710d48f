import type { Event } from '../../src/contract/events/events';
import { fieldsOf } from '../../test/support/loose-events';
import { type Ask, type Credential, Person } from '../../test/support/person';
import { send } from './client';

/**
 * Makes a request, and repeats it with its idempotency key if `wrangler dev` sent it over a closing
 * connection between its two processes.
 */
export const ask: Ask = async <T>(
  who: Credential,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> => {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  for (let tries = 1; ; tries += 1) {
    try {
      return await send<T>(who, method, path, body, headers);
    } catch (error) {
      if (tries > 3 || !String(error).includes('Network connection lost')) throw error;
    }
  }
};

const PERSONAS = ['ana', 'ben', 'cleo', 'dov', 'eve'] as const;
const NAMES = ['Ana', 'Ben', 'Cleo', 'Dov', 'Eve'] as const;

export const peopledScene = (title: string): Record<string, unknown> => ({
  title,
  scenario: 'Five people and three keepers wait for a boat that is late.',
  characters: ['Mara', 'Teo', 'Nell'].map((name) => ({
    id: name.toLowerCase(),
    name,
    personality: 'patient',
  })),
  personas: PERSONAS.map((id, i) => ({ id, name: NAMES[i] })),
  profiles: { director: { provider: 'understudy' }, character: { provider: 'understudy' } },
});

export interface Table {
  id: string;
  players: Person[];
}

export async function openTable(door: Credential, title: string): Promise<Table> {
  const { id } = await ask<{ id: string }>(door, 'POST', '/v1/scenes', peopledScene(title));
  const players: Person[] = [];
  for (const [i, persona] of PERSONAS.entries()) {
    const name = NAMES[i] ?? persona;
    players.push(await Person.seat(ask, door, `/v1/scenes/${id}`, { role: 'player', persona, name }));
  }
  await Promise.all(players.map((player) => player.connect()));
  return { id, players };
}

export async function readAll(who: Credential, scene: string): Promise<Event[]> {
  const events: Event[] = [];
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page: { events: Event[]; next: string | null } = await send(
      who,
      'GET',
      `/v1/scenes/${scene}/events?limit=1000&cursor=${cursor}`,
    );
    events.push(...page.events);
    cursor = page.next;
  }
  return events;
}

/** Close codes of sockets that closed unexpectedly and were opened again. */
export const reopened: number[] = [];

export interface Told {
  text: string;
  inputSeq: number;
  /** Milliseconds from sending a line to receiving it, and to the end of the round that answers it. */
  seen: number;
  completed: number | null;
}

/**
 * Says a line over the person's socket and waits until it is received, acknowledged, and answered.
 *
 * @param isAnswered false for a whisper among players
 */
export function tell(
  person: Person,
  input: { text: string; to?: string[]; whisper?: boolean },
  isAnswered = true,
): Promise<Told> {
  const { text } = input;
  const key = crypto.randomUUID();
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const line: { seq: number | null; seen: number | null; round: number | null; completed: number | null } =
      {
        ...{ seq: null, seen: null, round: null, completed: null },
      };
    const fail = (why: string) => {
      clearTimeout(timer);
      reject(new Error(`"${text}": ${why}`));
    };
    const timer = setTimeout(() => fail(`not answered in time: ${JSON.stringify(line)}`), 180_000);
    const look = () => {
      const { seq, seen, completed } = line;
      if (seq === null || seen === null || (isAnswered && completed === null)) return;
      clearTimeout(timer);
      resolve({ text, inputSeq: seq, seen, completed });
    };
    const sendIt = () => {
      // The key prevents a duplicate if the socket broke after the line was stored.
      const isSent = person.send({ type: 'turn', ref: text, key, input: { type: 'user', ...input } });
      if (!isSent) fail('there is no socket');
    };
    person.onClose = (code) => {
      reopened.push(code);
      person.connect().then(sendIt, (error: unknown) => fail(String(error)));
    };
    person.onMessage = (message) => {
      if (message.ref !== text) return;
      if (message.type !== 'accepted') return fail(JSON.stringify(message));
      line.seq = Number(message.inputSeq);
      look();
    };
    person.onEvent = ({ kind, seq, round, payload }, at) => {
      if (kind === 'player.spoke' && payload.text === text) {
        line.seen = at - start;
        line.seq ??= seq;
      }
      const { inputs } = fieldsOf(payload);
      if (kind === 'round.started' && Array.isArray(inputs) && line.seq !== null && inputs.includes(line.seq))
        line.round = round ?? null;
      if (kind === 'round.completed' && line.round !== null && round === line.round)
        line.completed = at - start;
      if (kind === 'round.failed' && round === line.round) fail('its round failed');
      look();
    };
    if (person.socket) sendIt();
    else person.onClose(0);
  });
}
