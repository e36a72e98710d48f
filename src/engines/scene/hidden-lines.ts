import type { DraftOf, EventDraft, PayloadOf } from '../../events/events';
import type { QueuedInput, QueuedPayload, SceneState } from './state';

/** Whether the scene hides what this input says until its round. What players whisper among themselves has none. */
export const hides = (
  { pace }: Pick<SceneState, 'pace'>,
  { type, to, whisper }: Pick<QueuedPayload, 'type' | 'to' | 'whisper'>,
): boolean =>
  pace.turnMode === 'gather' && pace.hideLines && type === 'user' && !(whisper && to.length === 0);

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
