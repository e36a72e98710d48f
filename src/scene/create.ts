import type { EventDraft } from '../contract/events';
import { toSlug } from '../contract/ids';
import type { JsonObject } from '../contract/json';
import { fail, ok, type Result } from '../contract/problems';
import type { CreateScene } from '../contract/scenes';
import type { SceneCreated } from './payloads';
import type { SceneProfiles } from './state';
import { mergeTemplate } from './templates';

const DEFAULT_HISTORY_WINDOW = 40;

/**
 * The first event of a scene: its whole configuration, so that the ledger alone can rebuild it.
 *
 * @param args.body as sent; its template is merged in here, which changes nothing when it was merged before
 * @param args.seed used when the body names none
 * @returns `invalid` when there is no such template, no character, or when two share a name or an id
 */
export function sceneCreated(args: {
  id: string;
  body: CreateScene;
  profiles: SceneProfiles;
  seed: string;
}): Result<EventDraft> {
  const { id, profiles } = args;
  const merged = mergeTemplate(args.body);
  if (!merged.ok) return merged;
  const body = merged.value;
  const characters = nameAll('/characters', body.characters ?? []);
  const personas = nameAll('/personas', body.personas ?? []);
  const errors = [...characters.errors, ...personas.errors];
  if (characters.named.length === 0) {
    errors.push({
      pointer: '/characters',
      message: 'a scene needs at least one character: give `characters`, or a `template`',
    });
  }
  if (errors.length > 0) return fail({ code: 'invalid', errors });

  const payload: SceneCreated = {
    id,
    title: body.title ?? 'Untitled scene',
    template: body.template ?? null,
    scenario: body.scenario ?? '',
    notes: body.notes ?? { world: '', campaign: '', arc: '', scene: '' },
    seed: body.seed ?? args.seed,
    historyWindow: body.historyWindow ?? DEFAULT_HISTORY_WINDOW,
    profiles,
    characters: characters.named,
    // Somebody must be able to speak: a scene without personas gets one.
    personas:
      personas.named.length > 0 ? personas.named : [{ id: 'player', name: 'Player', description: '' }],
    world: body.world ?? {},
  };
  return ok({
    kind: 'scene.created',
    actor: 'system',
    // It holds every character's goals; players read the scene through its view instead.
    audience: ['owner'],
    payload: payload as unknown as JsonObject,
  });
}

/** Give everyone an id, and name every clash. Names are the same when their slugs or lower-case forms are. */
function nameAll<T extends { id?: string | undefined; name: string }>(pointer: string, people: T[]) {
  const errors: { pointer: string; message: string }[] = [];
  const ids = new Map<string, number>();
  const names = new Map<string, number>();
  const named = people.map((person, index) => {
    const id = person.id ?? toSlug(person.name);
    const name = person.name.trim().toLowerCase();
    const sameName = names.get(name);
    const sameId = ids.get(id);
    if (id === '') {
      errors.push({
        pointer: `${pointer}/${index}/id`,
        message: `no id can be made from the name "${person.name}": give one`,
      });
    } else if (sameName !== undefined) {
      errors.push({
        pointer: `${pointer}/${index}/name`,
        message: `"${person.name}" is also the name of ${pointer}/${sameName}: give each its own`,
      });
    } else if (sameId !== undefined) {
      errors.push({
        pointer: `${pointer}/${index}/id`,
        message: `the id "${id}" is also that of ${pointer}/${sameId}: give each its own`,
      });
    }
    if (sameName === undefined) names.set(name, index);
    if (sameId === undefined) ids.set(id, index);
    return { ...person, id };
  });
  return { named, errors };
}
