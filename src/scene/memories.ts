import { eyesOf, type Line } from '../context/envelope';
import type { EventDraft } from '../contract/events';
import type { JsonObject } from '../contract/json';
import type { MemoryPort, RecallRequest, Recollection, RememberRequest } from '../contract/memories';
import type { Stage } from '../contract/stage';
import type { MemoryRecalled, MemoryWritten } from './payloads';
import { listCast, type SceneState } from './state';
import { maySee } from './visibility';

/** Most characters of the words that stir memories: the newest count. */
const MAX_QUERY = 2000;
/** Most characters of one memory, and of one line in it. */
const MAX_MEMORY = 1200;
const MAX_LINE = 240;

/**
 * What every character remembers before the round begins: one request to the world, stored as an event, so that a
 * replay remembers the same. Each is asked with what this character heard. When it fails, nobody remembers anything,
 * and the note says so.
 *
 * @param heard the conversation up to now, the new inputs included
 * @param opening events stored together with it
 */
export async function recallMemories(
  stage: Stage<SceneState>,
  memory: MemoryPort,
  heard: Line[],
  opening: EventDraft[],
): Promise<{ memories: Record<string, Recollection[]>; counts: Record<string, number>; notes: string[] }> {
  const { state } = stage;
  const round = roundOf(state);
  const { enabled, ...how } = state.settings.memory;
  const isOff = !enabled || how.topK === 0;
  const request: RecallRequest = {
    ...state.memory,
    scene: state.id,
    round,
    forget: state.forget,
    shownFrom: heard.find((line) => line.round > 0)?.round ?? 1,
    characters: listCast(state).map(({ id, name }) => ({ id, query: makeQuery(id, name, heard) })),
    ...how,
  };
  const events = await stage.commit('recall', async () => {
    if (isOff) return opening;
    const payload = await attempt(() => memory.recall(request));
    const recalled: MemoryRecalled =
      'failed' in payload ? { memories: {}, failed: payload.failed } : { memories: payload.value };
    const draft: EventDraft = {
      kind: 'memory.recalled',
      actor: 'system',
      audience: ['owner'],
      round,
      payload: recalled as unknown as JsonObject,
    };
    return [draft, ...opening];
  });
  const stored = events.find(({ kind }) => kind === 'memory.recalled')?.payload as MemoryRecalled | undefined;
  const { memories = {}, failed } = stored ?? {};
  const counts = Object.fromEntries(
    Object.entries(memories).flatMap(([id, list]) => (list.length > 0 ? [[id, list.length]] : [])),
  );
  return { memories, counts, notes: failed === undefined ? [] : [`nothing could be recalled: ${failed}`] };
}

/** What each character took in during a round, to be kept. */
export type Kept = { count: number; drafts: EventDraft[]; notes: string[] };

/**
 * Keeps what each character took in during the round: one memory for each who was there, in one request that may be
 * made twice. When it fails the round completes all the same, and the note says so.
 *
 * @param said inputs and lines of the round, as they were heard
 */
export async function keepMemories(state: SceneState, memory: MemoryPort, said: Line[]): Promise<Kept> {
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
  const payload: MemoryWritten = { memories };
  const draft: EventDraft = { kind: 'memory.written', actor: 'system', audience: ['owner'], round, payload };
  return { count: memories.length, drafts: [draft], notes: [] };
}

async function attempt<T>(run: () => Promise<T>): Promise<{ value: T } | { failed: string }> {
  try {
    return { value: await run() };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : 'unknown error' };
  }
}

const roundOf = (state: SceneState): number => state.open?.n ?? state.rounds;

/** What a character heard last, newest first, as far as it stirs anything: what it said itself does not. */
function makeQuery(id: string, name: string, heard: Line[]): string {
  const eyes = eyesOf(`character:${id}`);
  const lastRound = heard.at(-1)?.round ?? 0;
  const words: string[] = [];
  let left = MAX_QUERY;
  for (const line of heard.toReversed()) {
    // What was said in the last round and this one: all else has been recalled before.
    if (line.round < lastRound - 1 || left <= 0) break;
    if (!maySee(line.audience, eyes) || line.name === name) continue;
    words.push(line.text.slice(0, left));
    left -= line.text.length;
  }
  return words.join('\n');
}

/** One memory for each character that was there, of everything it perceived. */
function takeIn(state: SceneState, said: Line[]): MemoryWritten['memories'] {
  return listCast(state)
    .filter(({ active, flags }) => active || flags.hasActedThisRound || flags.exitedThisRound)
    .flatMap(({ id }) => {
      const eyes = eyesOf(`character:${id}`);
      const told: string[] = [];
      let left = MAX_MEMORY;
      for (const line of said) {
        if (line.text === '' || !maySee(line.audience, eyes)) continue;
        const who = line.actor === `character:${id}` ? 'I' : line.name;
        const text = line.text.length > MAX_LINE ? `${line.text.slice(0, MAX_LINE - 2)} …` : line.text;
        const one = `${who}: ${text}`;
        if (one.length > left) break;
        told.push(one);
        left -= one.length + 1;
      }
      return told.length > 0 ? [{ character: id, text: told.join('\n') }] : [];
    });
}
