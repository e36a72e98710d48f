import type { Event } from '../../../../src/contract/events/events';
import type { RollDice, TurnInput } from '../../../../src/contract/rounds';
import type { PageProblem, Reply } from '../../api/api';

/** A line that a person says, or a note for themselves. */
export type OutgoingText =
  | { type: 'turn'; input: Extract<TurnInput, { type: 'user' }> }
  | { type: 'roll'; roll: RollDice & { personaId: string } }
  | { type: 'note'; text: string };

/** A line on its way to the room, until its event arrives. */
export interface Outgoing {
  /** Idempotency-Key: a line sent again after a lost connection is never duplicated. */
  key: string;
  said: OutgoingText;
  /** Time of sending, by this browser's clock. */
  at: string;
  /** Seq of the newest event at the time of sending; the line's own event comes after it. */
  since: number;
  /** `waiting`: no response yet, will be resent; `refused`: rejected, the person decides. */
  state: 'waiting' | 'sending' | 'accepted' | 'refused';
  seq: number | null;
  problem: PageProblem | null;
}

/** The server remembers a key for 24 hours; one hour less allows for clocks that differ. */
const KEY_KEPT_MS = 23 * 3600 * 1000;

const TOO_OLD: PageProblem = {
  title: 'This has been waiting for more than a day',
  status: 409,
  detail: 'It could not be sent, or the response was lost.',
  fix: 'Check the transcript before you send it again.',
};

export function outgoingText(said: OutgoingText): string {
  if (said.type === 'roll') {
    const { notation, characterId } = said.roll;
    return `/roll ${notation}${characterId === undefined ? '' : ` @${characterId}`}`;
  }
  return said.type === 'turn' ? said.input.text : said.text;
}

/** The id of the persona that says it; undefined for a note. */
export function outgoingPersona(said: OutgoingText): string | undefined {
  if (said.type === 'roll') return said.roll.personaId;
  return said.type === 'turn' ? said.input.personaId : undefined;
}

/** True if a retry with the same key may succeed. */
const isPassing = ({ status }: PageProblem): boolean => status === 0 || status === 429 || status >= 500;

/** Restores stored lines: resends unfinished ones, unless the server may have forgotten their keys. */
export function resumeOutgoing(found: readonly Outgoing[], now: number): Outgoing[] {
  return found
    .map((one): Outgoing => {
      if (one.state === 'accepted' || one.state === 'refused') return one;
      const isOld = now - Date.parse(one.at) > KEY_KEPT_MS;
      return isOld ? { ...one, state: 'refused', problem: TOO_OLD } : { ...one, state: 'waiting' };
    })
    .sort((a, b) => a.at.localeCompare(b.at));
}

export function markAnswered(one: Outgoing, reply: Reply<number>): Outgoing {
  if (reply.ok) return { ...one, state: 'accepted', seq: reply.value, problem: null };
  return { ...one, state: isPassing(reply.problem) ? 'waiting' : 'refused', problem: reply.problem };
}

/** Lists the lines whose event has arrived. */
export const markArrived = (list: readonly Outgoing[], head: number): Outgoing[] =>
  list.filter(({ state, seq }) => state === 'accepted' && seq !== null && seq <= head);

/**
 * Lists the lines still being sent. The event may arrive before the response: it is then matched by speaker and text,
 * one line per event.
 */
export function listPending(list: readonly Outgoing[], events: readonly Event[]): Outgoing[] {
  const matchedSeqs = new Set<number>();
  return list.filter((one) => {
    if (one.state === 'accepted' && one.seq !== null) return !events.some(({ seq }) => seq === one.seq);
    const own = events.findLast(
      (event) => event.seq > one.since && !matchedSeqs.has(event.seq) && belongsTo(one, event),
    );
    if (own) matchedSeqs.add(own.seq);
    return !own;
  });
}

function belongsTo({ said }: Outgoing, { kind, actor, payload }: Event): boolean {
  if (said.type === 'note') return kind === 'note.written' && payload.text === said.text;
  if (said.type === 'roll')
    return (
      kind === 'dice.rolled' &&
      payload.notation === said.roll.notation &&
      payload.personaId === said.roll.personaId &&
      payload.characterId === said.roll.characterId
    );
  const { text, personaId } = said.input;
  return kind === 'player.spoke' && payload.text === text && actor === `persona:${personaId}`;
}
