import type { Event, EventOf, PayloadOf } from '../events';

/**
 * Lines that players say at the same time: until their round begins, nobody reads them but who said them and the owner.
 * The event that keeps such a line is for its speaker, and stays so; as its round begins, `line.revealed` tells it to
 * those who hear it. So whoever reads on from any `seq` gets it once, and never too early.
 */

/** Lists who hears a line, once it is heard. */
export function hearersOf(
  actor: string,
  { to, whisper, toPersonas = [] }: Pick<PayloadOf<'player.spoke'>, 'to' | 'whisper' | 'toPersonas'>,
): string[] {
  if (!whisper) return ['*'];
  const hearers = [actor, ...to.map((id) => `character:${id}`), ...toPersonas.map((id) => `persona:${id}`)];
  return [...new Set(hearers)];
}

/** Returns an input as it is heard in its round: with its audience, if it was hidden. Any other event stays as it is. */
export function asHeard<E extends Event>(event: E): E {
  if (event.kind !== 'player.spoke' || event.payload.hidden !== true) return event;
  return { ...event, audience: hearersOf(event.actor, event.payload) };
}

/** Returns the seq that identifies an input: that of its event; of a hidden line, that of the event which stored it. */
export const inputSeqOf = (event: Event): number =>
  event.kind === 'line.revealed' ? event.payload.seq : event.seq;

/**
 * Shows lines that were hidden until their round began, each once: viewers who could read a line before see it where
 * it was said, the others where it was revealed.
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
    // The line has the words that it had when it was revealed.
    const { audience, payload } = revealEvent;
    const { hidden: _hidden, ...said } = event.payload;
    return [{ ...event, audience, payload: { ...said, ...payload, type: said.type } }];
  });
}
