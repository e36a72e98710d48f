import type { EventDraft } from '../contract/events';
import { fail, ok, type Result } from '../contract/problems';
import type { TurnInput } from '../contract/scenes';
import type { QueuedPayload } from './payloads';
import { findMember, type Persona, type SceneState } from './state';

/**
 * The event that stores an input: `player.spoke`, or `round.requested` for a continuation.
 *
 * @returns `finished` on a finished scene; `invalid` when the persona or someone addressed is unknown, or when it is
 *   not clear who speaks
 */
export function acceptTurn(state: SceneState, body: TurnInput): Result<EventDraft> {
  if (state.status === 'finished') {
    return fail({
      code: 'finished',
      room: state.id,
      detail: 'The scene is finished and takes no turns. Set its status to "open" to go on.',
    });
  }
  const errors: { pointer: string; message: string }[] = [];
  const speaker = findSpeaker(state, body);
  if ('message' in speaker) errors.push({ pointer: '/personaId', message: speaker.message });
  body.to.forEach((id, index) => {
    if (findMember(state, id)) return;
    const known = state.castOrder.join(', ');
    errors.push({ pointer: `/to/${index}`, message: `there is no character "${id}"; there is ${known}` });
  });
  if (errors.length > 0) return fail({ code: 'invalid', errors });

  const persona = 'persona' in speaker ? speaker.persona : null;
  const payload: QueuedPayload = {
    type: body.type,
    ...(persona ? { personaId: persona.id, name: persona.name } : {}),
    ...(body.type === 'user' ? { text: body.text } : {}),
    to: [...new Set(body.to)],
  };
  return ok({
    kind: body.type === 'user' ? 'player.spoke' : 'round.requested',
    actor: persona ? `persona:${persona.id}` : 'system',
    audience: ['*'],
    payload,
  });
}

/** Who speaks. A continuation may come from nobody in particular. */
function findSpeaker(state: SceneState, body: TurnInput): { persona: Persona | null } | { message: string } {
  const choices = state.personas.map((persona) => persona.id).join(', ');
  if (body.personaId !== undefined) {
    const persona = state.personas.find((p) => p.id === body.personaId);
    return persona
      ? { persona }
      : { message: `there is no persona "${body.personaId}"; there is ${choices}` };
  }
  const [first, ...others] = state.personas;
  if (first && others.length === 0) return { persona: first };
  if (body.type === 'continuation') return { persona: null };
  return { message: `say who speaks: the scene has the personas ${choices}` };
}

/**
 * The inputs that the next round answers; null when nothing can start now. In the turn mode `immediate`, the only
 * one so far, each input has a round of its own, in order of arrival.
 */
export function nextInputs(state: SceneState): { seqs: number[] } | null {
  const [first] = state.queue;
  if (!first || state.open || state.status === 'finished') return null;
  // What was waiting when a round failed goes on waiting, so that the round can be retried; a new input goes on.
  if (state.failed && (state.queue.at(-1)?.seq ?? 0) < state.failed.at) return null;
  return { seqs: [first.seq] };
}
