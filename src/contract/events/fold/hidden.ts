import type { Event, EventOf, PayloadOf } from '../events';

/**
 * Lines that players write at the same time stay hidden until their round starts. `player.spoke` is visible only to
 * its speaker and the owner; when the round starts, `line.revealed` carries the line to everyone else. A reader that
 * resumes from any `seq` therefore receives each line once, and never too early.
 */

/** Lists who can see a line once it is revealed. */
export function listRecipients(
  actor: string,
  { to, whisper, toPersonas = [] }: Pick<PayloadOf<'player.spoke'>, 'to' | 'whisper' | 'toPersonas'>,
): string[] {
  if (!whisper) return ['*'];
  const hearers = [actor, ...to.map((id) => `character:${id}`), ...toPersonas.map((id) => `persona:${id}`)];
  return [...new Set(hearers)];
}

/** Returns a hidden input with the audience it has in its round; other events are unchanged. */
export function withRoundAudience<E extends Event>(event: E): E {
  if (event.kind !== 'player.spoke' || event.payload.hidden !== true) return event;
  return { ...event, audience: listRecipients(event.actor, event.payload) };
}

/** The seq that identifies an input: for a revealed line, the seq of the event that stored it. */
export const inputSeq = (event: Event): number =>
  event.kind === 'line.revealed' ? event.payload.seq : event.seq;

/**
 * Shows each revealed line once: at its original position for viewers who could already read it, at its reveal for
 * everyone else.
 */
export function withRevealed(events: readonly Event[]): Event[] {
  const revealedBySeq = new Map<number, EventOf<'line.revealed'>>();
  for (const event of events) if (event.kind === 'line.revealed') revealedBySeq.set(event.payload.seq, event);
  if (revealedBySeq.size === 0) return [...events];
  const ownLines = new Set(events.flatMap(({ kind, seq }) => (kind === 'player.spoke' ? [seq] : [])));
  return events.flatMap((event): Event[] => {
    if (event.kind === 'line.revealed') return ownLines.has(event.payload.seq) ? [] : [event];
    const revealEvent = event.kind === 'player.spoke' ? revealedBySeq.get(event.seq) : undefined;
    if (event.kind !== 'player.spoke' || !revealEvent) return [event];
    // Use the text as it was when the line was revealed.
    const { audience, payload } = revealEvent;
    const { hidden: _hidden, ...said } = event.payload;
    return [{ ...event, audience, payload: { ...said, ...payload, type: said.type } }];
  });
}
