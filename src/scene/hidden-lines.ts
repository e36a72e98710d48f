import type { DraftOf, EventDraft, PayloadOf } from '../contract/events/events';
import type { QueuedInput, QueuedPayload, SceneState } from './state';

/** Says whether an input stays hidden until its round. Whispers among players have no round. */
export const hides = (
  { pace }: Pick<SceneState, 'pace'>,
  { type, to, whisper }: Pick<QueuedPayload, 'type' | 'to' | 'whisper'>,
): boolean =>
  pace.turnMode === 'gather' && pace.hideLines && type === 'user' && !(whisper && to.length === 0);

export function announceHidden({ actor, payload }: DraftOf<'player.spoke'>): EventDraft {
  const { personaId, name } = payload;
  return { kind: 'player.ready', actor, payload: { personaId, name } };
}

/**
 * Reveals the hidden lines among these inputs to those who hear them, in the owner's words where they were edited.
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
