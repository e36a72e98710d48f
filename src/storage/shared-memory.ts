import type { Event, EventOf, PayloadOf } from '../contract/events/events';
import { type Failure, ok, type Result } from '../contract/problems';
import type { SharedMemory, SharedNote } from '../contract/stories';
import { askStore } from './ask-store';

/** Maximum notes per read, and maximum stored notes per story (newest). */
export const MAX_SHARED = 200;
export const MAX_KEPT = 500;

/**
 * Newest first, but duplicates (same place and text) last. Forks repeat all notes of their source, and the
 * understudy writes the same notes in every run; such copies must not displace unique notes.
 */
const NEWEST_FIRST = `row_number() OVER (PARTITION BY place, text ORDER BY at DESC, turn DESC, run, note) > 1,
  at DESC, turn DESC, run, note`;

/**
 * Notes and knowledge that other runs of the story have shared.
 *
 * @param story hash of the file: place numbers are only valid for the same file
 * @param exceptRun the requesting run
 * @returns `unavailable` if D1 fails; the run then continues without
 */
export function readShared(
  db: D1Database,
  tenant: string,
  story: string,
  exceptRun: string,
): Promise<Result<SharedMemory>> {
  return askStore('shared memory failed', DOWN, async () => {
    const { results } = await db
      .prepare(
        `SELECT run, place, category, text, turn, episode, at, note AS id, place_name AS placeName FROM story_notes
         WHERE tenant = ? AND story = ? AND run <> ? ORDER BY ${NEWEST_FIRST} LIMIT ?`,
      )
      .bind(tenant, story, exceptRun, MAX_SHARED)
      .all<SharedNote>();
    const knowledge = await db
      .prepare(
        `SELECT run, text, turn, episode, at FROM story_knowledge
         WHERE tenant = ? AND story = ? AND run <> ? ORDER BY at DESC, run LIMIT 1`,
      )
      .bind(tenant, story, exceptRun)
      .first<NonNullable<SharedMemory['knowledge']>>();
    return ok({ notes: results, knowledge });
  });
}

/**
 * Statements that share a run's notes (by id, without corrected ones) and its latest knowledge. Safe to
 * repeat. Empty if the events share no data.
 */
export function shareStatements(
  db: D1Database,
  { tenant, run }: { tenant: string; run: string },
  events: readonly Event[],
): D1PreparedStatement[] {
  const notes: (Extract<PayloadOf<'memory.written'>, { id: string }> & { turn: number; at: string })[] = [];
  let knowledgeEvent: EventOf<'knowledge.written'> | undefined;
  let story: string | null = null;
  for (const event of events) {
    const { kind, payload, turn = 0, at } = event;
    if (kind !== 'memory.written' && kind !== 'knowledge.written') continue;
    if ('memories' in payload || payload.story === null) continue;
    story ??= payload.story;
    if (kind === 'memory.written') notes.push({ ...payload, turn, at });
    else knowledgeEvent = event;
  }
  if (story === null) return [];
  const statements: D1PreparedStatement[] = [];
  const correctedIds = notes.flatMap(({ corrects }) => corrects);
  if (notes.length > 0) {
    statements.push(db.prepare(UPSERT_NOTES).bind(tenant, story, run, JSON.stringify(notes)));
  }
  if (correctedIds.length > 0)
    statements.push(db.prepare(DELETE_NOTES).bind(tenant, run, JSON.stringify(correctedIds)));
  if (notes.length > 0) statements.push(db.prepare(KEEP_NEWEST).bind(tenant, story, MAX_KEPT));
  if (knowledgeEvent) {
    const { text, episode } = knowledgeEvent.payload;
    const write = db.prepare(UPSERT_KNOWLEDGE);
    statements.push(
      write.bind(tenant, story, run, text, knowledgeEvent.turn ?? 0, episode, knowledgeEvent.at),
    );
  }
  return statements;
}

export const forgetStatements = (db: D1Database, tenant: string, run: string): D1PreparedStatement[] =>
  ['story_notes', 'story_knowledge'].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE tenant = ? AND run = ?`).bind(tenant, run),
  );

const DELETE_NOTES = `DELETE FROM story_notes
  WHERE tenant = ?1 AND run = ?2 AND note IN (SELECT value FROM json_each(?3))`;

/** Skip unchanged rows, because writes are billed. */
const UPSERT_NOTES = `INSERT INTO story_notes
    (tenant, story, run, note, place, place_name, category, text, turn, episode, at)
  SELECT ?1, ?2, ?3, j.value->>'id', j.value->>'place', j.value->>'placeName', j.value->>'category',
    j.value->>'text', j.value->>'turn', j.value->>'episode', j.value->>'at'
  FROM json_each(?4) j WHERE true
  ON CONFLICT (tenant, run, note) DO UPDATE SET
    place = excluded.place, place_name = excluded.place_name, category = excluded.category, text = excluded.text
  WHERE (place, place_name, category, text)
    IS NOT (excluded.place, excluded.place_name, excluded.category, excluded.text)`;

const KEEP_NEWEST = `DELETE FROM story_notes
  WHERE tenant = ?1 AND story = ?2 AND (run, note) IN (
    SELECT run, note FROM story_notes WHERE tenant = ?1 AND story = ?2 ORDER BY ${NEWEST_FIRST} LIMIT -1 OFFSET ?3)`;

const UPSERT_KNOWLEDGE = `INSERT INTO story_knowledge (tenant, story, run, text, turn, episode, at)
  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
  ON CONFLICT (tenant, run) DO UPDATE SET
    story = excluded.story, text = excluded.text, turn = excluded.turn, episode = excluded.episode, at = excluded.at
  WHERE (story, text, turn, episode) IS NOT (excluded.story, excluded.text, excluded.turn, excluded.episode)`;

const DOWN: Failure = {
  code: 'unavailable',
  detail: 'The memory shared between runs of a story did not respond. Runs continue without it.',
  retryAfter: 5,
};
