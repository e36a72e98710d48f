import type { TurnInput } from '../../../../src/api/rounds';
import type { Event } from '../../../../src/events/events';
import type { PageProblem, Reply } from '../../api/api';
import { textOf } from '../../api/payload';

/** What a person says, or notes for themselves. */
export type Said =
  | { type: 'turn'; input: Extract<TurnInput, { type: 'user' }> }
  | { type: 'note'; text: string };

/** Something on its way to the stage, until its event is there. */
export interface Outgoing {
  /** Idempotency-Key: sent again after a cut, it is never said twice. */
  key: string;
  said: Said;
  /** When it was said, by this browser's clock. */
  at: string;
  /** The newest event that was held when it was said; its own comes after it. */
  since: number;
  /** `waiting`: nothing answered yet, it is sent again; `refused`: an answer said no, a person decides. */
  state: 'waiting' | 'sending' | 'accepted' | 'refused';
  /** Of its event, once it was accepted. */
  seq: number | null;
  problem: PageProblem | null;
}

/** For so long the stage remembers a key (24 hours), less what clocks may differ. */
const KEY_KEPT_MS = 23 * 3600 * 1000;

const TOO_OLD: PageProblem = {
  title: 'This has waited for more than a day',
  status: 409,
  detail: 'It could not be sent, or its answer was lost.',
  fix: 'Look whether it is in the transcript; if not, send it again.',
};

export const textOfSaid = (said: Said): string => (said.type === 'turn' ? said.input.text : said.text);

/** Whether asking again, with the same key, may bring another answer. */
const isPassing = ({ status }: PageProblem): boolean => status === 0 || status === 429 || status >= 500;

/** What was found in the browser's storage: whatever was under way is sent again, unless its key may be forgotten. */
export function takeUp(found: readonly Outgoing[], now: number): Outgoing[] {
  return found
    .map((one): Outgoing => {
      if (one.state === 'accepted' || one.state === 'refused') return one;
      const isOld = now - Date.parse(one.at) > KEY_KEPT_MS;
      return isOld ? { ...one, state: 'refused', problem: TOO_OLD } : { ...one, state: 'waiting' };
    })
    .sort((a, b) => a.at.localeCompare(b.at));
}

/** After an answer. */
export function answered(one: Outgoing, reply: Reply<number>): Outgoing {
  if (reply.ok) return { ...one, state: 'accepted', seq: reply.value, problem: null };
  return { ...one, state: isPassing(reply.problem) ? 'waiting' : 'refused', problem: reply.problem };
}

/** Those whose event is held now: they are said. */
export const arrived = (list: readonly Outgoing[], head: number): Outgoing[] =>
  list.filter(({ state, seq }) => state === 'accepted' && seq !== null && seq <= head);

/**
 * Those that are still shown as under way. The event may come before the answer does: it is known then by who says it,
 * and what, and each event stands for one.
 */
export function underWay(list: readonly Outgoing[], events: readonly Event[]): Outgoing[] {
  const taken = new Set<number>();
  return list.filter((one) => {
    if (one.state === 'accepted' && one.seq !== null) return !events.some(({ seq }) => seq === one.seq);
    const own = events.findLast(
      (event) => event.seq > one.since && !taken.has(event.seq) && isOf(one, event),
    );
    if (own) taken.add(own.seq);
    return !own;
  });
}

function isOf({ said }: Outgoing, { kind, actor, payload }: Event): boolean {
  if (textOf(payload, 'text') !== textOfSaid(said)) return false;
  if (said.type === 'note') return kind === 'note.written';
  return kind === 'player.spoke' && actor === `persona:${said.input.personaId}`;
}
