import { z } from 'zod';
import { toSlug } from '../base/slug';

export { toSlug } from '../base/slug';

/**
 * Ids of rooms start with their kind. Ids of calls contain their room, so that reading a call by id can address the
 * room.
 */
export const sceneId = z.string().regex(/^scn_[0-9a-z]{20}$/);
export const runId = z
  .string()
  .regex(/^(run|adv)_[0-9a-z]{20}$/)
  .describe('`run_…` for a grid game, `adv_…` for a text adventure');
export const hookId = z.string().regex(/^hok_[0-9a-z]{20}$/);
export const experimentId = z.string().regex(/^exp_[0-9a-z]{20}$/);
export const isExperiment = (id: string): boolean => id.startsWith('exp_');
export const isAdventure = (id: string): boolean => id.startsWith('adv_');

/** `<room>.<round or turn>.<n>`, where n numbers the journal steps of the room from 1. */
export const callId = z.string().regex(/^(scn|run|adv)_[0-9a-z]{20}\.\d+\.\d+$/);

/** Readable ids for characters, personas and the like: short, stable, safe in a path. */
export const slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'use at most 40 lowercase letters, digits and hyphens')
  .meta({ id: 'Slug' });

/**
 * Gives everyone an id: the given one, otherwise the name as a slug. Names without usable letters (Анна, 光) get the
 * first free `<prefix>1`, `<prefix>2` and so on.
 *
 * @param taken existing ids
 */
export function giveIds(
  people: readonly { id?: string | undefined; name: string }[],
  prefix: 'c' | 'p',
  taken: Iterable<string> = [],
): string[] {
  const wishedIds = people.map(({ id, name }) => id ?? toSlug(name));
  const usedIds = new Set([...taken, ...wishedIds]);
  let n = 0;
  return wishedIds.map((id) => {
    if (id !== '') return id;
    do n += 1;
    while (usedIds.has(`${prefix}${n}`));
    return `${prefix}${n}`;
  });
}

/**
 * Who can see an event: `"*"` for everyone in the room, `"owner"` for the owner only, `"persona:<id>"`,
 * `"character:<id>"` and `"seat_<id>"` for participants. An owner sees everything. See `src/room/visibility.ts`.
 */
export const audience = z.array(z.string()).min(1).meta({ id: 'Audience' });

interface CallRef {
  room: string;
  round: number;
  n: number;
}
export const formatCallId = (ref: CallRef): string => `${ref.room}.${ref.round}.${ref.n}`;
/** Splits a call id; null if it is malformed. */
export function parseCallId(id: string): CallRef | null {
  if (!callId.safeParse(id).success) return null;
  const [room = '', round = '', n = ''] = id.split('.');
  return { room, round: Number(round), n: Number(n) };
}
