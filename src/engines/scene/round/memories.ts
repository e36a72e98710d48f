import { DEFAULT_SHARES } from '../../../api/context';
import type {
  InheritRequest,
  MemoryPort,
  RecallRequest,
  Recollection,
  RememberRequest,
} from '../../../api/memories';
import { errorMessage } from '../../../base/error-message';
import type { Event, EventDraft, PayloadOf } from '../../../events/events';
import type { CountTokens } from '../../../model/tokens';
import type { StepContext } from '../../../room/step-context';
import { type Line, viewerOfAgent } from '../prompt/envelope';
import { showLine } from '../prompt/parts';
import { listCast, profileOf, type SceneState } from '../state';
import { maySee } from '../visibility';

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
 * What every character remembers before the round begins: one request to the world, given as an event to be stored, so
 * that a replay remembers the same. Each is asked with what this character heard. When it fails, nobody remembers
 * anything, and the event says so. A fork first brings along what its past remembers, until that has succeeded once.
 *
 * @param past the conversation before the round; one line more than the history window shows where there is one, so
 *   that it can be seen whether the first round that is shown is shown whole
 * @param inputs what the round answers
 */
export async function recallMemories(
  ctx: StepContext<SceneState>,
  memory: MemoryPort,
  past: Line[],
  inputs: Line[],
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
    shownFrom: firstShown(past, Math.min(state.historyWindow, surelyShown(state, past, count))) ?? round,
    characters: listCast(state).map(({ id }) => ({ id, query: makeQuery(id, [...past, ...inputs]) })),
    ...how,
  };
  const asked = await attempt(async (): Promise<PayloadOf<'memory.recalled'>> => {
    const inherited = state.inherits ? { inherited: await inherit(ctx, memory) } : {};
    return { memories: fitEvent(await memory.recall(request)), ...inherited };
  });
  const recalled: PayloadOf<'memory.recalled'> =
    'failed' in asked ? { memories: {}, failed: asked.failed } : asked.value;
  return [{ kind: 'memory.recalled', actor: 'system', audience: ['owner'], round, payload: recalled }];
}

/** What came to mind in a round, by its events so far; how many memories of each character, and what went wrong. */
export function readRecalled(played: Event[]): {
  memories: Record<string, Recollection[]>;
  counts: Record<string, number>;
  notes: string[];
} {
  const stored = played.findLast((event) => event.kind === 'memory.recalled')?.payload;
  const { memories = {}, failed } = stored ?? {};
  const counts = Object.fromEntries(
    Object.entries(memories).flatMap(([id, list]) => (list.length > 0 ? [[id, list.length]] : [])),
  );
  return { memories, counts, notes: failed === undefined ? [] : [`nothing could be recalled: ${failed}`] };
}

/**
 * Has a fork's world know what the fork's past remembers, from the fork's own ledger: so it loses nothing by what its
 * source does, and has nothing that was taken back.
 *
 * @returns how many memories there are
 */
async function inherit(ctx: StepContext<SceneState>, memory: MemoryPort): Promise<number> {
  const { id, memory: home, forkedFrom } = ctx.state;
  const memories: InheritRequest['memories'] = [];
  for (const { kind, round = 0, at, payload } of ctx.past()) {
    if (kind !== 'memory.written' || round > (forkedFrom?.round ?? 0)) continue;
    if (!('memories' in payload)) continue;
    const written = payload.memories.map((one) => ({ ...one, round, at }));
    memories.push(...written.reverse());
    if (memories.length >= MAX_INHERITED) break;
  }
  const newest = memories.slice(0, MAX_INHERITED).reverse();
  if (newest.length > 0) await memory.inherit({ ...home, scene: id, memories: newest });
  return newest.length;
}

/** The best of everyone before the second best of anyone, as much as an event may hold. */
function fitEvent(recalled: Record<string, Recollection[]>): Record<string, Recollection[]> {
  const came = new Map(Object.entries(recalled));
  const kept = new Map([...came.keys()].map((id): [string, Recollection[]] => [id, []]));
  const most = Math.max(0, ...Object.values(recalled).map((list) => list.length));
  let left = MAX_RECALLED;
  for (let rank = 0; rank < most; rank += 1) {
    for (const [id, list] of kept) {
      const one = came.get(id)?.[rank];
      if (!one || one.text.length > left) continue;
      left -= one.text.length;
      list.push(one);
    }
  }
  return Object.fromEntries(kept);
}

/** What each character took in during a round, to be kept. */
export type Kept = { count: number; drafts: EventDraft[]; notes: string[] };

/**
 * Keeps what each character took in during the round: one memory for each who was there when something was said, in one
 * request that may be made twice. When it fails the round completes all the same, and the note says so.
 *
 * @param said inputs and lines of the round, in the order they were heard
 */
export async function keepMemories(
  state: SceneState,
  memory: MemoryPort,
  said: readonly Witnessed[],
): Promise<Kept> {
  const memories = state.settings.memory.enabled ? takeIn(state, said) : [];
  if (memories.length === 0) return { count: 0, drafts: [], notes: [] };
  const round = roundOf(state);
  const request: RememberRequest = {
    ...state.memory,
    scene: state.id,
    round,
    forget: state.forget,
    memories,
  };
  const written = await attempt(() => memory.remember(request));
  if ('failed' in written) {
    return { count: 0, drafts: [], notes: [`no memory was written: ${written.failed}`] };
  }
  const payload = { memories };
  const draft: EventDraft = { kind: 'memory.written', actor: 'system', audience: ['owner'], round, payload };
  return { count: memories.length, drafts: [draft], notes: [] };
}

async function attempt<T>(run: () => Promise<T>): Promise<{ value: T } | { failed: string }> {
  try {
    return { value: await run() };
  } catch (error) {
    return { failed: errorMessage(error) };
  }
}

const roundOf = (state: SceneState): number => state.open?.n ?? state.rounds;

/**
 * How many of the newest lines every character's prompt surely has room for: those within half of what the history may
 * have. What is older may be cut off there, and so may be recalled, too.
 */
function surelyShown(state: SceneState, past: Line[], count: CountTokens): number {
  const windows = state.castOrder.map((id) => {
    const { maxContextTokens, maxTokens } = profileOf(state, 'character', id);
    return maxContextTokens - maxTokens;
  });
  const share = { ...DEFAULT_SHARES, ...state.settings.shares }.history;
  let left = (Math.min(...windows) * share) / 200;
  let shown = 0;
  for (const line of past.toReversed()) {
    left -= count(showLine(line));
    if (left < 0) break;
    shown += 1;
  }
  return shown;
}

/** The first round that prompts show from its first line on; undefined when they show none. */
function firstShown(past: Line[], historyWindow: number): number | undefined {
  const start = Math.max(0, past.length - historyWindow);
  const cutOff = past[start - 1]?.round;
  return past.slice(start).find(({ round }) => round > 0 && round !== cutOff)?.round;
}

/** What a character heard last, newest first, as far as it stirs anything: what it said itself does not. */
function makeQuery(id: string, heard: Line[]): string {
  const actor = `character:${id}`;
  const agentViewer = viewerOfAgent(`character:${id}`);
  const rounds = new Set<number>();
  const words: string[] = [];
  let left = MAX_QUERY;
  for (const line of heard.toReversed()) {
    if (line.text === '') continue;
    // What was said in the last two rounds that have lines: all else has been recalled before.
    rounds.add(line.round);
    if (rounds.size > 2 || left <= 0) break;
    if (!maySee(line.audience, agentViewer) || line.actor === actor) continue;
    words.push(line.text.slice(0, left));
    left -= line.text.length;
  }
  return words.join('\n');
}

/** Who spoke, in a memory of one's own words. */
const OWN = 'I';
/** Somebody else may be called that. */
function nameIn({ name }: Line): string {
  const flat = onOneLine(name, MAX_LINE);
  return flat === OWN ? `"${OWN}"` : flat;
}

/** Line ends part what one said from what another did: there is none within what anybody said. */
function onOneLine(text: string, most: number): string {
  const flat = text.replace(/[\p{Cc}\p{Z}]+/gu, ' ').trim();
  return flat.length > most ? `${flat.slice(0, most - 2).replace(/[\uD800-\uDBFF]$/, '')} …` : flat;
}

/** One memory for each character that was there, of everything it perceived. */
function takeIn(state: SceneState, said: readonly Witnessed[]): { character: string; text: string }[] {
  return listCast(state).flatMap(({ id }) => {
    const agentViewer = viewerOfAgent(`character:${id}`);
    const told: string[] = [];
    let left = MAX_MEMORY;
    for (const { line, present } of said) {
      if (line.text === '' || !present.includes(id) || !maySee(line.audience, agentViewer)) continue;
      const one = `${line.actor === `character:${id}` ? OWN : nameIn(line)}: ${onOneLine(line.text, MAX_LINE)}`;
      if (one.length > left) break;
      told.push(one);
      left -= one.length + 1;
    }
    return told.length > 0 ? [{ character: id, text: told.join('\n') }] : [];
  });
}
