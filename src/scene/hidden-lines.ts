import type { DraftOf, EventDraft, PayloadOf } from '../contract/events/events';
import type { QueuedInput, QueuedPayload, SceneState } from './state';

/** True if an input stays hidden until its round. Whispers among players have no round. */
export const isHideEvent = (
  { pace }: Pick<SceneState, 'pace'>,
  { type, to, whisper }: Pick<QueuedPayload, 'type' | 'to' | 'whisper'>,
): boolean =>
  pace.turnMode === 'gather' && pace.hideLines && type === 'user' && !(whisper && to.length === 0);

export function hiddenEvents({ actor, payload }: DraftOf<'player.spoke'>): EventDraft {
  const { personaId, name } = payload;
  return { kind: 'player.ready', actor, payload: { personaId, name } };
}

/**
 * Reveals hidden lines to their audience, with the owner's edits.
 *
 * @param inputs seqs of waiting inputs
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
