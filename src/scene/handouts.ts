import type { Event, EventDraft, PayloadOf, Viewer } from '../contract/events/events';
import type { Handout, ShowHandout } from '../contract/handouts';
import { fail, ok, type Result } from '../contract/problems';
import { canSee } from '../room/visibility';
import { listCast, type SceneState, unknownPersona } from './state';

/**
 * Shows a handout to everyone or to some personas. It belongs to the last round, which undoes it.
 *
 * @returns `invalid` for an unknown persona; `conflict` in a table game, because it could reveal a word
 */
export function handoutEvents(state: SceneState, body: ShowHandout): Result<EventDraft[]> {
  if (state.game) {
    const detail = 'a table game has no handouts';
    return fail({ code: 'conflict', detail, fix: 'Use handouts in a scene without a game.' });
  }
  const { title, text, to = null, knownToCast, picture = null } = body;
  const errors = (to ?? []).flatMap((id, index) =>
    state.personas.some((persona) => persona.id === id)
      ? []
      : [{ pointer: `/to/${index}`, message: unknownPersona(state, id) }],
  );
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  const cast = knownToCast ? listCast(state).map(({ id }) => `character:${id}`) : [];
  const audience = to === null ? ['*'] : [...new Set(to.map((id) => `persona:${id}`)), ...cast];
  const payload: PayloadOf<'handout.shown'> = { title, text, to, knownToCast, picture };
  return ok([{ kind: 'handout.shown', actor: 'system', audience, round: state.rounds, payload }]);
}

/** Returns a handout that the viewer may see. A hidden one is reported like a missing one. */
export function readHandout(event: Event | undefined, viewer: Viewer, seq: number): Result<Handout> {
  if (event?.kind !== 'handout.shown' || !canSee(event.audience, viewer))
    return fail({ code: 'not_found', what: 'handout', id: String(seq) });
  return ok({ seq, ...event.payload });
}
