import type { CallRecord, CallSummary } from '../../src/contract/calls';
import type { Event } from '../../src/contract/events/events';
import type { Scene } from '../../src/contract/scenes';
import { reduceScene } from '../../src/scene/reduce';
import type { SceneState } from '../../src/scene/state';
import { sceneView } from '../../src/scene/views';
import { fieldsOf } from '../support/loose-events';
import type { Ask, Credential } from '../support/person';
import {
  checkLines,
  checkNumbers,
  checkRevealed,
  checkRounds,
  checkSight,
  compareTranscript,
} from '../support/transcripts';
import { pause } from './insist';
import type { RoomUnderTest } from './rooms';
import type { StoredBundle } from './worker';

export interface Findings {
  wrong: string[];
  events: number;
  calls: number;
  lost: number;
}

/** The outbox doubles its delay with each retry. */
const CAUGHT_UP_WITHIN_MS = 75_000;

/** All external invariants of a room after the storm. */
export async function verifyRoom(ask: Ask, owner: Credential, room: RoomUnderTest): Promise<Findings> {
  const { path, kind, guests, reader } = room;
  const ledger = await readLedger(ask, owner, path);
  const wrong = [...checkNumbers(ledger)];
  for (const { person } of guests) {
    const page = await readLedger(ask, person.at, path);
    await hearAll(person, page.at(-1)?.seq ?? 0);
    const mine = compareTranscript(person.heard, page);
    if (kind === 'scene' && person.seat !== null) mine.push(...checkSight(page, ledger, person));
    wrong.push(...mine.map((what) => `${person.name}: ${what}`));
  }
  await hearAll(reader, ledger.at(-1)?.seq ?? 0);
  wrong.push(...compareTranscript(reader.heard, ledger).map((what) => `${reader.name}: ${what}`));
  if (kind === 'scene') {
    wrong.push(
      ...checkLines(
        ledger,
        guests.flatMap(({ kept }) => kept),
      ),
      ...checkRounds(ledger),
      ...checkRevealed(ledger),
      ...(await checkState(ask, owner, path, ledger)),
    );
  } else wrong.push(...checkTurns(ledger));
  const stores = await checkStores(ask, owner, room, ledger);
  return {
    ...stores,
    wrong: [...wrong, ...stores.wrong].map((what) => `${path}: ${what}`),
    events: ledger.length,
  };
}

/** There are no unknown rooms: a repeated creation must not make a second one. */
export async function verifyList(
  ask: Ask,
  owner: Credential,
  rooms: readonly RoomUnderTest[],
): Promise<string[]> {
  const known = new Set(rooms.map(({ path }) => path));
  const wrong: string[] = [];
  for (const kind of ['scenes', 'runs']) {
    for (const { id } of await readPages<{ id: string }>(ask, owner, `/v1/${kind}?limit=200`))
      if (!known.delete(`/v1/${kind}/${id}`))
        wrong.push(`/v1/${kind}/${id}: nobody was told of it, or twice`);
  }
  return [...wrong, ...[...known].map((path) => `${path}: is not listed`)];
}

/** Pages load while clients still receive events: give the last of them a moment. */
async function hearAll(person: { last: number }, seq: number): Promise<void> {
  for (let tries = 0; tries < 100 && person.last < seq; tries += 1) await pause(100);
}

export async function readLedger(ask: Ask, who: Credential, path: string): Promise<Event[]> {
  const events: Event[] = [];
  for (let cursor: string | null = '0'; cursor !== null; ) {
    const page: { events: Event[]; next: string | null } = await ask(
      who,
      'GET',
      `${path}/events?limit=1000&cursor=${cursor}`,
    );
    events.push(...page.events);
    cursor = page.next;
  }
  return events;
}

/** Observed traits of the models are not part of the scene's state. */
const withoutLessons = (scene: Scene | null): Partial<Scene> | null => {
  if (!scene) return null;
  const { streaming: _, ...story } = scene;
  return story;
};

async function checkState(ask: Ask, owner: Credential, path: string, ledger: Event[]): Promise<string[]> {
  let state: SceneState | null = null;
  for (const event of ledger) state = reduceScene(state, event);
  const served = await ask<Scene>(owner, 'GET', path);
  const folded = state && sceneView(state);
  const same = JSON.stringify(withoutLessons(folded)) === JSON.stringify(withoutLessons(served));
  return same ? [] : ['the scene that is served is not the fold of its ledger'];
}

/** Turns of a run: numbered without gaps, each completed once, none left open, no duplicates. */
function checkTurns(ledger: readonly Event[]): string[] {
  const wrong: string[] = [];
  const completed = ledger.filter((event) => event.kind === 'turn.completed').map(({ turn }) => turn ?? 0);
  completed.forEach((turn, i) => {
    if (i > 0 && turn <= (completed[i - 1] ?? 0))
      wrong.push(`turn ${turn} was completed out of order or twice`);
  });
  let open: number | null = null;
  for (const { kind, turn = 0, seq } of ledger) {
    if (kind === 'turn.started') {
      if (open !== null) wrong.push(`turn ${turn} began at ${seq}, while ${open} was played`);
      open = turn;
    } else if (kind === 'turn.completed' || kind === 'turn.failed' || kind === 'turn.cancelled') open = null;
  }
  if (open !== null) wrong.push(`turn ${open} is still open`);
  const frames = ledger.filter((event) => event.kind === 'frame.captured').map(({ payload }) => payload.n);
  if (new Set(frames).size !== frames.length) wrong.push('a frame was captured twice');
  const ends = ledger.filter((event) => event.kind === 'run.finished').length;
  if (ends !== 1) wrong.push(`the run finished ${ends} times`);
  if (ledger.some(({ payload }) => fieldsOf(payload).inDoubt === true))
    wrong.push('a move of our own game is in doubt');
  return wrong;
}

const ENDS = new Set(['completed', 'failed', 'cancelled'].flatMap((how) => [`round.${how}`, `turn.${how}`]));

/** The index and the bundles have caught up with the room, and agree with it and with each other. */
async function checkStores(
  ask: Ask,
  owner: Credential,
  { path, kind }: RoomUnderTest,
  ledger: readonly Event[],
): Promise<{ wrong: string[]; calls: number; lost: number }> {
  const id = path.split('/').at(-1) ?? '';
  const tenant = owner.key?.split('_')[1] ?? '';
  const ended = new Set(
    ledger.filter((event) => ENDS.has(event.kind)).map((event) => event.round ?? event.turn ?? 0),
  );
  const newest = Math.max(0, ...ended);
  const until = Date.now() + CAUGHT_UP_WITHIN_MS;
  for (let wrong: string[] = ['was never looked at']; ; await pause(1_000)) {
    const [listed] = await readPages<{ id: string; status: string; rounds?: number; turns?: number }>(
      ask,
      owner,
      `/v1/${kind}s?limit=200`,
      (one) => one.id === id,
    );
    const calls = await readPages<CallSummary>(ask, owner, `/v1/calls?room=${id}&limit=200`);
    const query = `tenant=${tenant}&room=${id}`;
    const bundles = await ask<StoredBundle[]>(owner, 'GET', `/v1/faults/bundles?${query}`);
    wrong = [
      ...checkListed(listed, kind, newest),
      ...checkBundles(bundles, ended, ledger),
      ...compareCalls(calls, bundles),
    ];
    if (wrong.length > 0 && Date.now() < until) continue;
    if (wrong.length === 0) wrong.push(...(await readCalls(ask, owner, calls)));
    return { wrong, calls: calls.length, lost: calls.filter(({ status }) => status === 'lost').length };
  }
}

function checkListed(
  listed: { status: string; rounds?: number; turns?: number } | undefined,
  kind: 'scene' | 'run',
  newest: number,
): string[] {
  if (!listed) return ['the index does not list it'];
  const rounds = listed.rounds ?? listed.turns;
  const status = kind === 'scene' ? 'open' : 'finished';
  if (rounds === newest && listed.status === status) return [];
  return [`the index has ${rounds} rounds and ${listed.status}, not ${newest} and ${status}`];
}

function checkBundles(
  bundles: readonly StoredBundle[],
  ended: ReadonlySet<number>,
  ledger: readonly Event[],
): string[] {
  const wrong: string[] = [];
  const stored = new Map(bundles.map((bundle) => [bundle.round, bundle]));
  for (const round of ended) {
    const bundle = stored.get(round);
    if (!bundle) {
      wrong.push(`round ${round} has no bundle in R2`);
      continue;
    }
    const due = ledger.filter((event) => (event.round ?? event.turn) === round).map(({ seq }) => seq);
    const missing = due.filter((seq) => !bundle.events.includes(seq));
    if (missing.length > 0) wrong.push(`the bundle of round ${round} lacks the events ${missing.join(', ')}`);
    const cut = bundle.steps.filter(({ status, isWhole }) => status === 'open' || !isWhole);
    for (const { n, status } of cut)
      wrong.push(`call ${n} in the bundle of round ${round} is ${status} and not whole`);
  }
  return wrong;
}

function compareCalls(calls: readonly CallSummary[], bundles: readonly StoredBundle[]): string[] {
  const wrong: string[] = [];
  const steps = new Map(bundles.flatMap(({ steps }) => steps).map(({ n, status }) => [n, status]));
  for (const { n, round, status } of calls) {
    if (!steps.delete(n))
      wrong.push(`call ${n} of round ${round} (${status}) is in the index and in no bundle`);
    if (status === 'open') wrong.push(`call ${n} is open in the index`);
  }
  for (const n of steps.keys()) wrong.push(`call ${n} is in a bundle and not in the index`);
  return wrong;
}

async function readCalls(ask: Ask, owner: Credential, calls: readonly CallSummary[]): Promise<string[]> {
  const wrong: string[] = [];
  // The bundles contain all of them; for a long run, read a hundred through the API.
  const every = Math.ceil(calls.length / 100);
  for (const { id, status, n } of calls.filter((_, i) => i % every === 0)) {
    const call = await ask<CallRecord>(owner, 'GET', `/v1/calls/${id}`);
    if (call.n !== n || call.status !== status || call.messages.length === 0)
      wrong.push(`call ${id} reads otherwise than it is listed`);
  }
  return wrong;
}

async function readPages<T>(
  ask: Ask,
  who: Credential,
  path: string,
  want: (one: T) => boolean = () => true,
): Promise<T[]> {
  const found: T[] = [];
  for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
    const page: { items: T[]; next: string | null } = await ask(
      who,
      'GET',
      cursor === null ? path : `${path}&cursor=${encodeURIComponent(cursor)}`,
    );
    found.push(...page.items.filter(want));
    cursor = page.next;
  }
  return found;
}
