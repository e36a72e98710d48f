import type { DraftOf, Event, EventDraft, PayloadOf } from '../../events/events';
import type { QueuedInput, QueuedPayload, SceneState } from './state';

/**
 * Lines that players say at the same time: until their round begins, nobody reads them but who said them and the owner.
 * The event that keeps such a line is for its speaker, and stays so; as its round begins, `line.revealed` tells it to
 * those who hear it. So whoever reads on from any `seq` gets it once, and never too early.
 */

/** Who hears what somebody says, once it is heard. */
export function hearersOf(
  actor: string,
  { to, whisper, toPersonas = [] }: Pick<QueuedPayload, 'to' | 'whisper' | 'toPersonas'>,
): string[] {
  if (!whisper) return ['*'];
  const hearers = [actor, ...to.map((id) => `character:${id}`), ...toPersonas.map((id) => `persona:${id}`)];
  return [...new Set(hearers)];
}

/** Whether the scene hides what this input says until its round. What players whisper among themselves has none. */
export const hides = (
  { pace }: Pick<SceneState, 'pace'>,
  { type, to, whisper }: Pick<QueuedPayload, 'type' | 'to' | 'whisper'>,
): boolean =>
  pace.turnMode === 'gather' && pace.hideLines && type === 'user' && !(whisper && to.length === 0);

/** An input as it is heard in its round: with its audience, if it was hidden. Any other event as it is. */
export function asHeard<E extends Event>(event: E): E {
  if (event.kind !== 'player.spoke' || event.payload.hidden !== true) return event;
  return { ...event, audience: hearersOf(event.actor, event.payload) };
}

/** Tells everyone that somebody has spoken whose words are hidden. */
export function announceHidden({ actor, payload }: DraftOf<'player.spoke'>): EventDraft {
  const { personaId, name } = payload;
  return { kind: 'player.ready', actor, payload: { personaId, name } };
}

/**
 * The hidden lines among these inputs, told to those who hear them; with the words that the owner gave them meanwhile.
 *
 * @param inputs seqs of inputs that wait
 */
export function revealLines({ queue, personas }: Pick<SceneState, 'queue' | 'personas'>, inputs: number[]) {
  return queue
    .filter((input) => input.hidden && inputs.includes(input.seq))
    .map(({ seq, personaId = '', text = '', to, audience, toPersonas }: QueuedInput): EventDraft => {
      const name = personas.find(({ id }) => id === personaId)?.name ?? '';
      const payload: PayloadOf<'line.revealed'> = {
        ...{ seq, type: 'user', personaId, name, text, to },
        ...(audience && { whisper: true, toPersonas: toPersonas ?? [] }),
      };
      return { kind: 'line.revealed', actor: `persona:${personaId}`, audience: audience ?? ['*'], payload };
    });
}
