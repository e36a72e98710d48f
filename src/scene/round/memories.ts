import { errorMessage } from '../../base/error-message';
import { cutAtLetter } from '../../base/fold-text';
import type { CountTokens } from '../../base/tokens';
import { DEFAULT_SHARES } from '../../contract/context';
import type { Event, EventDraft, PayloadOf } from '../../contract/events/events';
import { liveEvents } from '../../contract/events/fold/undone';
import type { InheritRequest, MemoryPort, Recollection } from '../../contract/memories';
import type { StepContext } from '../../room/step-context';
import { canSee } from '../../room/visibility';
import { readHistory } from '../history';
import { buildAgentViewer } from '../prompt/envelope';
import { renderLine } from '../prompt/parts';
import { linesVisibleTo } from '../prompt/window';
import type { Line } from '../state';
import { agentProfile, hasTurns, listCast, type SceneState } from '../state';
import type { Recorder } from './record';

/** Most characters of a memory query; older text is cut off. */
const MAX_QUERY = 2000;
/** Most characters of one memory, and of one line in it. */
const MAX_MEMORY = 1200;
const MAX_LINE = 240;
/** Most characters of all recalled memories together: they are one event, which must fit a database row. */
const MAX_RECALLED = 300_000;
/** Most memories that a fork copies from its past: the newest. */
export const MAX_INHERITED = 5000;

/** A line, and the ids of the characters present when it was spoken. */
export interface HeardLine {
  line: Line;
  present: readonly string[];
}

/** Ids of the present characters; a leaving one counts until its last line is spoken. */
export const listPresent = (state: SceneState): string[] =>
  listCast(state)
    .filter(({ active }) => active)
    .map(({ id }) => id);

/**
 * Recalls all characters' memories in one request to the world, each by the lines it heard. The event that
 * stores them makes a replay recall the same. On failure there are no memories, and the event says so. A fork
 * first copies the memories of its past, until that has succeeded once.
 *
 * @param shared the conversation before the round; if possible longer than the history window, to show
 * whether the first visible round is complete
 */
export async function recallMemories(
  ctx: StepContext<SceneState>,
  memory: MemoryPort,
  { past, before, inputs }: { past: Line[]; before: number; inputs: Line[] },
  count: CountTokens,
): Promise<EventDraft[]> {
  const { state } = ctx;
  const round = readRound(state);
  const { enabled, ...how } = state.settings.memory;
  if (!enabled || how.topK === 0) return [];
  const request: Parameters<MemoryPort['recall']>[0] = {
    ...state.memory,
    scene: state.id,
    round,
    shownFrom: firstShownRound(state, { past, before }, count) ?? round,
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
 * Copies the memories of a fork's or restored scene's past into its world, from its own ledger. Later changes
 * of its source then do not affect it, and undone rounds leave no memory. Idempotent.
 *
 * @param past returns the valid events, newest first
 * @returns the number of memories
 */
export async function inherit(
  state: SceneState,
  past: () => Iterable<Event>,
  memory: Pick<MemoryPort, 'inherit'>,
  isRestored = false,
): Promise<number> {
  const { id, memory: home, forkedFrom } = state;
  const tellAgain = changedLineReader(state, past);
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

type StoredMemories = Extract<PayloadOf<'memory.written'>, { memories: unknown }>['memories'][number];

/**
 * Returns a function that rebuilds a memory from the current text of its lines: `''` if all its lines are
 * gone, null if none of them ever changed. (A line can change between its round's prompt and the event that
 * stores the memory, so times can't be compared.)
 *
 * @param past returns events that include the lines, newest first
 */
function changedLineReader(
  state: SceneState,
  past: () => Iterable<Event>,
): (kept: StoredMemories) => string | null {
  const changedLines = new Set(state.changed.map(({ line }) => line));
  let bySeq: Map<number | null, Line> | null = null;
  return ({ character, lines = [] }) => {
    if (!lines.some((line) => changedLines.has(line))) return null;
    bySeq ??= new Map(readHistory({ state, past }, Number.POSITIVE_INFINITY).map((line) => [line.seq, line]));
    return renderHeard(
      character,
      lines.flatMap((line) => bySeq?.get(line) ?? []),
    );
  };
}

/**
 * Rebuilds the memories of a round whose lines have changed since.
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
  const tellAgain = changedLineReader(state, () => live);
  return event.payload.memories.flatMap((memory) => {
    const text = tellAgain(memory);
    return text === null ? [] : [{ character: memory.character, text }];
  });
}

/**
 * Rebuilds earlier recalled memories from the current text of their lines.
 *
 * @param past returns the valid events, newest first
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
  const tellAgain = changedLineReader(state, past);
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

/** Fills an event up to its limit by rank: everyone's best memory before anyone's second best. */
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
 * Writes one memory for each character present. The event stores them; the world gets them once the round has
 * ended.
 *
 * @param said inputs and lines of the round, in order
 */
export function writeMemories(
  state: SceneState,
  recorder: Recorder,
  said: readonly HeardLine[],
): EventDraft[] {
  const memories = state.settings.memory.enabled ? addLine(state, said) : [];
  if (memories.length === 0) return [];
  recorder.record.memory.written = memories.length;
  const round = readRound(state);
  return [{ kind: 'memory.written', actor: 'system', audience: ['owner'], round, payload: { memories } }];
}

async function attempt<T>(run: () => Promise<T>): Promise<{ value: T } | { failed: string }> {
  try {
    return { value: await run() };
  } catch (error) {
    return { failed: errorMessage(error) };
  }
}

const readRound = (state: SceneState): number => state.open?.n ?? state.rounds;

/** The first round that is visible in all characters' prompts; undefined if none is. */
function firstShownRound(
  state: SceneState,
  { past, before }: { past: Line[]; before: number },
  count: CountTokens,
): number | undefined {
  const profiles = new Set(state.castOrder.map((id) => agentProfile(state, 'character', id)));
  const firsts = [...profiles].map((profile) => {
    if (!hasTurns(state, profile))
      return firstWhole(past, Math.min(state.historyWindow, countCertainlyShown(state, past, count)));
    const { from } = linesVisibleTo({ state, past, before }, profile, count);
    return past.find(({ round }) => round >= from)?.round;
  });
  // A character whose prompt shows less gets memories of the rest.
  return firsts.includes(undefined) ? undefined : Math.max(...firsts.map((first) => first ?? 0));
}

/**
 * Counts the newest lines that fit every character's prompt for certain: those within half of the history's
 * share. Older ones may be cut off, so they can be recalled as well.
 */
function countCertainlyShown(state: SceneState, past: Line[], count: CountTokens): number {
  const windows = state.castOrder.map((id) => {
    const { maxContextTokens, maxTokens } = agentProfile(state, 'character', id);
    return maxContextTokens - maxTokens;
  });
  const share = { ...DEFAULT_SHARES, ...state.settings.shares }.history;
  let room = (Math.min(...windows) * share) / 200;
  let lineCount = 0;
  for (const line of past.toReversed()) {
    room -= count(renderLine(line));
    if (room < 0) break;
    lineCount += 1;
  }
  return lineCount;
}

/** The first round whose lines are all visible in prompts; undefined if none is. */
function firstWhole(past: Line[], historyWindow: number): number | undefined {
  const start = Math.max(0, past.length - historyWindow);
  const cutOff = past[start - 1]?.round;
  return past.slice(start).find(({ round }) => round > 0 && round !== cutOff)?.round;
}

function makeQuery(id: string, heard: Line[]): string {
  const actor = `character:${id}`;
  const agentViewer = buildAgentViewer(`character:${id}`);
  const rounds = new Set<number>();
  const words: string[] = [];
  let room = MAX_QUERY;
  for (const line of heard.toReversed()) {
    if (line.text === '') continue;
    // Lines of older rounds were in earlier queries.
    rounds.add(line.round);
    if (rounds.size > 2 || room <= 0) break;
    if (!canSee(line.audience, agentViewer) || line.actor === actor) continue;
    words.push(cutAtLetter(line.text, room));
    room -= line.text.length;
  }
  return words.join('\n');
}

/** Follows the name of a speaker who whispered. */
export const WHISPERING = ', whispering';
/** Speaker label of the character's own lines in a memory. */
const OWN = 'I';
/** Quotes the name of another character who is called `I`. */
function readableName({ name }: Line): string {
  const flat = onOneLine(name, MAX_LINE);
  return flat === OWN ? `"${OWN}"` : flat;
}

/** Each line of a memory is one utterance, so remove line breaks from the text. */
function onOneLine(text: string, most: number): string {
  const flat = text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
  return flat.length > most ? `${cutAtLetter(flat, most - 2)} …` : flat;
}

const addLine = (state: SceneState, said: readonly HeardLine[]): StoredMemories[] =>
  listCast(state).flatMap(({ id: character }) => {
    const ownLines = said.flatMap(({ line, present }) =>
      present.includes(character) && canSee(line.audience, buildAgentViewer(`character:${character}`))
        ? line
        : [],
    );
    const text = renderHeard(character, ownLines);
    return text === '' ? [] : [{ character, text, lines: ownLines.flatMap(({ seq }) => seq ?? []) }];
  });

function renderHeard(character: string, lines: readonly Line[]): string {
  const perceptions: string[] = [];
  let room = MAX_MEMORY;
  for (const line of lines) {
    if (line.text === '') continue;
    const who = line.actor === `character:${character}` ? OWN : readableName(line);
    const how = line.audience.includes('*') ? '' : WHISPERING;
    const one = `${who}${how}: ${onOneLine(line.text, MAX_LINE)}`;
    if (one.length > room) break;
    perceptions.push(one);
    room -= one.length + 1;
  }
  return perceptions.join('\n');
}

export function numberLines(said: readonly HeardLine[], played: readonly Event[]): HeardLine[] {
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
