import { z } from 'zod';
import { toSlug } from '../base/slug';

export { toSlug } from '../base/slug';

/** Ids of rooms name their kind; ids of calls carry their room, so that reading by id asks the room. */
export const sceneId = z.string().regex(/^scn_[0-9a-z]{20}$/);
export const runId = z
  .string()
  .regex(/^(run|adv)_[0-9a-z]{20}$/)
  .describe('`run_…` learns a grid game, `adv_…` plays a text adventure');
export const experimentId = z.string().regex(/^exp_[0-9a-z]{20}$/);
export const isExperiment = (id: string): boolean => id.startsWith('exp_');
/** Says whether a run plays a text adventure. */
export const isAdventure = (id: string): boolean => id.startsWith('adv_');

/** `<room>.<round or turn>.<n>`, n counting the journalled steps of the room from 1. */
export const callId = z.string().regex(/^(scn|run|adv)_[0-9a-z]{20}\.\d+\.\d+$/);

/** Names people choose for characters, personas and the like: short, stable, safe in a path. */
export const slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'use lower-case letters, digits and hyphens, at most 40')
  .meta({ id: 'Slug' });

/**
 * An id for everyone: the given one, else the name as a slug, else, when a name has no letters that a slug may have
 * (Анна, 光), `<prefix>1` and so on, the first that nobody has.
 *
 * @param taken ids of those who are there already
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
 * The viewers that may see an event: `"*"` everyone in the room, `"owner"` the owner alone, `"persona:<id>"`, `"character:<id>"`
 * and `"seat_<id>"` those named. An owner sees everything. See `src/room/visibility.ts`.
 */
export const audience = z.array(z.string()).min(1).meta({ id: 'Audience' });

interface CallRef {
  room: string;
  round: number;
  n: number;
}
export const formatCallId = (ref: CallRef): string => `${ref.room}.${ref.round}.${ref.n}`;
/** The parts of a call id; null when it is not one. */
export function parseCallId(id: string): CallRef | null {
  if (!callId.safeParse(id).success) return null;
  const [room = '', round = '', n = ''] = id.split('.');
  return { room, round: Number(round), n: Number(n) };
}
