import { errorMessage } from '../../base/error-message';
import { cutAtLetter } from '../../base/fold-text';
import type { CountTokens } from '../../base/tokens';
import { DEFAULT_SHARES } from '../../contract/context';
import type { Event, EventDraft, PayloadOf } from '../../contract/events/events';
import { liveEvents } from '../../contract/events/fold/undone';
import type { InheritRequest, MemoryPort, RecallRequest, Recollection } from '../../contract/memories';
import type { StepContext } from '../../room/step-context';
import { maySee } from '../../room/visibility';
import { readPast } from '../history';
import { viewerOfAgent } from '../prompt/envelope';
import { showLine } from '../prompt/parts';
import { shownTo } from '../prompt/window';
import type { Line } from '../state';
import { listCast, profileOf, type SceneState, takesTurns } from '../state';
import type { Recorder } from './record';

/** Most characters of the words that stir memories: the newest count. */
const MAX_QUERY = 2000;
/** Most characters of one memory, and of one line in it. */
const MAX_MEMORY = 1200;
const MAX_LINE = 240;
/** Most characters of what all characters together recall: it is stored as one event, which must fit a row. */
const MAX_RECALLED = 300_000;
/** Most memories that a fork brings along with its past: the newest. */
export const MAX_INHERITED = 5000;

/** A line, and the ids of the characters that were there when it was spoken. */
export interface Witnessed {
  line: Line;
  present: readonly string[];
}

/** Ids of the characters that are there; one who is leaving is, until its last line is spoken. */
export const presentNow = (state: SceneState): string[] =>
  listCast(state)
    .filter(({ active }) => active)
    .map(({ id }) => id);

/**
 * Recalls every character's memories in one request to the world, by what that character heard. The event that stores
 * them makes a replay recall the same. When it fails, nobody remembers anything, and the event says so. A fork first
 * brings along the memories of its past, until that has succeeded once.
 *
 * @param shared the conversation before the round; more lines than the history window shows where there are any, so that
 *   it can be seen whether the first round that is shown is shown whole
 */
export async function recallMemories(
  ctx: StepContext<SceneState>,
  memory: MemoryPort,
  { past, before, inputs }: { past: Line[]; before: number; inputs: Line[] },
  count: CountTokens,
): Promise<EventDraft[]> {
  const { state } = ctx;
  const round = roundOf(state);
  const { enabled, ...how } = state.settings.memory;
  if (!enabled || how.topK === 0) return [];
  const request: RecallRequest = {
    ...state.memory,
    scene: state.id,
    round,
    forget: state.forget,
    shownFrom: firstShown(state, { past, before }, count) ?? round,
    characters: listCast(state).map(({ id }) => ({ id, query: makeQuery(id, [...past, ...inputs]) })),
    ...how,
  };
  const answer = await attempt(async (): Promise<PayloadOf<'memory.recalled'>> => {
    const inheritance = state.inherits ? { inherited: await inherit(state, () => ctx.past(), memory) } : {};
    return { memories: fitEvent(await memory.recall(request)), ...inheritance };
  });
  const payload: PayloadOf<'memory.recalled'> =
    'failed' in answer ? { memories: {}, failed: answer.failed } : answer.value;
  return [{ kind: 'memory.recalled', actor: 'system', audience: ['owner'], round, payload: payload }];
}

/** Reads the recalled memories from a round's events: lists and counts by character, and notes of failure. */
export function readRecalled(played: Event[]): {
  memories: Record<string, Recollection[]>;
  counts: Record<string, number>;
  notes: string[];
} {
  const recall = played.findLast((event) => event.kind === 'memory.recalled')?.payload;
  const { memories = {}, failed } = recall ?? {};
  const counts = Object.fromEntries(
    Object.entries(memories).flatMap(([id, list]) => (list.length > 0 ? [[id, list.length]] : [])),
  );
  return { memories, counts, notes: failed === undefined ? [] : [`nothing could be recalled: ${failed}`] };
}

/**
 * Gives the world of a fork, or of a restored scene, the memories of the scene's past from its own ledger. It then loses
 * nothing when its source changes, and has nothing that was taken back. Repeating it is harmless.
 *
 * @param past gives the events that count, newest first
 * @returns how many memories there are
 */
export async function inherit(
  state: SceneState,
  past: () => Iterable<Event>,
  memory: Pick<MemoryPort, 'inherit'>,
  isRestored = false,
): Promise<number> {
  const { id, memory: home, forkedFrom } = state;
  const tellAgain = readerOfChanged(state, past);
  const memories: InheritRequest['memories'] = [];
  for (const { kind, round = 0, at, payload } of past()) {
    if (kind !== 'memory.written' || round > (forkedFrom?.round ?? 0)) continue;
    if (!('memories' in payload)) continue;
    const roundMemories = payload.memories.flatMap((one) => {
      const text = tellAgain(one) ?? one.text;
      return text === '' ? [] : [{ character: one.character, text, round, at }];
    });
    memories.push(...roundMemories.reverse());
    if (memories.length >= MAX_INHERITED) break;
  }
  const newest = memories.slice(0, MAX_INHERITED).reverse();
  if (newest.length > 0)
    await memory.inherit({ ...home, scene: id, memories: newest, ...(isRestored && { isRestored }) });
  return newest.length;
}

type Kept = Extract<PayloadOf<'memory.written'>, { memories: unknown }>['memories'][number];

/**
 * Returns a function that tells a memory again in the present words of its lines; null if none of them has ever changed. (A
 * line can change between its round's prompt and the event that stores the memory, so times can't be compared.) Nothing is
 * left of a memory whose lines are all gone: `''`.
 *
 * @param past gives events that have at least the lines, newest first
 */
function readerOfChanged(state: SceneState, past: () => Iterable<Event>): (kept: Kept) => string | null {
  const changedLines = new Set(state.changed.map(({ line }) => line));
  let bySeq: Map<number | null, Line> | null = null;
  return ({ character, lines = [] }) => {
    if (!lines.some((line) => changedLines.has(line))) return null;
    bySeq ??= new Map(readPast({ state, past }, Number.POSITIVE_INFINITY).map((line) => [line.seq, line]));
    return tell(
      character,
      lines.flatMap((line) => bySeq?.get(line) ?? []),
    );
  };
}

/**
 * Tells the memories of a round again whose lines have changed since.
 *
 * @param events of the round, with the inputs that it answers, oldest first
 */
export function reviseMemories(
  state: SceneState,
  events: readonly Event[],
): { character: string; text: string }[] {
  const live = [...liveEvents(events.toReversed())];
  const event = live.find(({ kind }) => kind === 'memory.written');
  if (event?.kind !== 'memory.written' || !('memories' in event.payload)) return [];
  const tellAgain = readerOfChanged(state, () => live);
  return event.payload.memories.flatMap((memory) => {
    const text = tellAgain(memory);
    return text === null ? [] : [{ character: memory.character, text }];
  });
}

/**
 * Tells memories that were recalled in an earlier round in the present words of their lines.
 *
 * @param past gives the events that count, newest first
 */
export function refreshRecalled(
  state: SceneState,
  past: () => Iterable<Event>,
  character: string,
  recalled: readonly Recollection[],
): Recollection[] {
  if (state.changed.length === 0) return [...recalled];
  const here = new Set([state.id, ...state.memory.lineage.map(({ scene }) => scene)]);
  const rounds = new Set(recalled.flatMap(({ scene, round }) => (here.has(scene) ? [round] : [])));
  const tellAgain = readerOfChanged(state, past);
  const texts = new Map<number, string>();
  for (const { kind, round = 0, payload } of past()) {
    if (kind !== 'memory.written' || !rounds.delete(round) || !('memories' in payload)) continue;
    const memory = payload.memories.find((one) => one.character === character);
    const text = memory && tellAgain(memory);
    if (typeof text === 'string') texts.set(round, text);
    if (rounds.size === 0) break;
  }
  return recalled.flatMap((one) => {
    const text = here.has(one.scene) && !one.origin ? texts.get(one.round) : undefined;
    if (text === undefined) return one;
    return text === '' ? [] : { ...one, text };
  });
}

/** The best of everyone before the second best of anyone, as much as an event may hold. */
function fitEvent(recalled: Record<string, Recollection[]>): Record<string, Recollection[]> {
  const came = new Map(Object.entries(recalled));
  const fitting = new Map([...came.keys()].map((id): [string, Recollection[]] => [id, []]));
  const most = Math.max(0, ...Object.values(recalled).map((list) => list.length));
  let room = MAX_RECALLED;
  for (let rank = 0; rank < most; rank += 1) {
    for (const [id, list] of fitting) {
      const one = came.get(id)?.[rank];
      if (!one || one.text.length > room) continue;
      room -= one.text.length;
      list.push(one);
    }
  }
  return Object.fromEntries(fitting);
}

/**
 * Writes one memory for each character that was there when something was said, in one request that may be made twice.
 * When it fails the round completes all the same, and the note says so.
 *
 * @param said inputs and lines of the round, in the order they were heard
 */
export async function keepMemories(
  state: SceneState,
  memory: MemoryPort,
  recorder: Recorder,
  said: readonly Witnessed[],
): Promise<EventDraft[]> {
  const memories = state.settings.memory.enabled ? takeIn(state, said) : [];
  if (memories.length === 0) return [];
  const round = roundOf(state);
  const texts = memories.map(({ character, text }) => ({ character, text }));
  const request = { ...state.memory, scene: state.id, round, forget: state.forget, memories: texts };
  const outcome = await attempt(() => memory.remember(request));
  if ('failed' in outcome) {
    recorder.note(`no memory was written: ${outcome.failed}`);
    return [];
  }
  recorder.record.memory.written = memories.length;
  return [{ kind: 'memory.written', actor: 'system', audience: ['owner'], round, payload: { memories } }];
}

async function attempt<T>(run: () => Promise<T>): Promise<{ value: T } | { failed: string }> {
  try {
    return { value: await run() };
  } catch (error) {
    return { failed: errorMessage(error) };
  }
}

const roundOf = (state: SceneState): number => state.open?.n ?? state.rounds;

/** The first round that the prompts of all characters show; undefined when they show none. */
function firstShown(
  state: SceneState,
  { past, before }: { past: Line[]; before: number },
  count: CountTokens,
): number | undefined {
  const profiles = state.castOrder.map((id) => profileOf(state, 'character', id));
  const firsts = profiles.map((profile) =>
    takesTurns(state, profile)
      ? past.find(({ round }) => round >= shownTo({ state, past, before }, profile, count).from)?.round
      : firstWhole(past, Math.min(state.historyWindow, surelyShown(state, past, count))),
  );
  // Whoever is shown less gets memories of the rest.
  return firsts.includes(undefined) ? undefined : Math.max(...firsts.map((first) => first ?? 0));
}

/**
 * Counts the newest lines that surely fit every character's prompt: those within half of the history's share. Older
 * ones may be cut off there, and so may be recalled, too.
 */
function surelyShown(state: SceneState, past: Line[], count: CountTokens): number {
  const windows = state.castOrder.map((id) => {
    const { maxContextTokens, maxTokens } = profileOf(state, 'character', id);
    return maxContextTokens - maxTokens;
  });
  const share = { ...DEFAULT_SHARES, ...state.settings.shares }.history;
  let room = (Math.min(...windows) * share) / 200;
  let lineCount = 0;
  for (const line of past.toReversed()) {
    room -= count(showLine(line));
    if (room < 0) break;
    lineCount += 1;
  }
  return lineCount;
}

/** The first round that prompts show from its first line on; undefined when they show none. */
function firstWhole(past: Line[], historyWindow: number): number | undefined {
  const start = Math.max(0, past.length - historyWindow);
  const cutOff = past[start - 1]?.round;
  return past.slice(start).find(({ round }) => round > 0 && round !== cutOff)?.round;
}

/** Joins what others said last in a character's hearing, newest first; its own words recall nothing. */
function makeQuery(id: string, heard: Line[]): string {
  const actor = `character:${id}`;
  const agentViewer = viewerOfAgent(`character:${id}`);
  const rounds = new Set<number>();
  const words: string[] = [];
  let room = MAX_QUERY;
  for (const line of heard.toReversed()) {
    if (line.text === '') continue;
    // Lines of older rounds have recalled their memories before.
    rounds.add(line.round);
    if (rounds.size > 2 || room <= 0) break;
    if (!maySee(line.audience, agentViewer) || line.actor === actor) continue;
    words.push(cutAtLetter(line.text, room));
    room -= line.text.length;
  }
  return words.join('\n');
}

/** Behind the name of one who whispered. */
export const WHISPERING = ', whispering';
/** Speaker of one's own words in a memory. */
const OWN = 'I';
/** Somebody else may be called that. */
function nameIn({ name }: Line): string {
  const flat = onOneLine(name, MAX_LINE);
  return flat === OWN ? `"${OWN}"` : flat;
}

/** Line ends part what one said from what another did: there is none within what anybody said. */
function onOneLine(text: string, most: number): string {
  const flat = text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
  return flat.length > most ? `${cutAtLetter(flat, most - 2)} …` : flat;
}

/** One memory for each character that was there, of everything it perceived. */
const takeIn = (state: SceneState, said: readonly Witnessed[]): Kept[] =>
  listCast(state).flatMap(({ id: character }) => {
    const ownLines = said.flatMap(({ line, present }) =>
      present.includes(character) && maySee(line.audience, viewerOfAgent(`character:${character}`))
        ? line
        : [],
    );
    const text = tell(character, ownLines);
    return text === '' ? [] : [{ character, text, lines: ownLines.flatMap(({ seq }) => seq ?? []) }];
  });

/** What a character keeps of lines that it perceived. */
function tell(character: string, lines: readonly Line[]): string {
  const perceptions: string[] = [];
  let room = MAX_MEMORY;
  for (const line of lines) {
    if (line.text === '') continue;
    const who = line.actor === `character:${character}` ? OWN : nameIn(line);
    const how = line.audience.includes('*') ? '' : WHISPERING;
    const one = `${who}${how}: ${onOneLine(line.text, MAX_LINE)}`;
    if (one.length > room) break;
    perceptions.push(one);
    room -= one.length + 1;
  }
  return perceptions.join('\n');
}

/** Gives lines that were spoken in this round the seqs of their events. */
export function numberLines(said: readonly Witnessed[], played: readonly Event[]): Witnessed[] {
  const spokenEvents = played.filter((event) => event.kind === 'character.spoke');
  return said.map((one) => {
    if (one.line.seq !== null) return one;
    const at = spokenEvents.findIndex(
      ({ actor, payload }) => actor === one.line.actor && payload.text === one.line.text,
    );
    const [event] = at < 0 ? [] : spokenEvents.splice(at, 1);
    return event ? { ...one, line: { ...one.line, seq: event.seq } } : one;
  });
}
