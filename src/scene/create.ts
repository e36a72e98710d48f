import { checkLorebook } from '../context/lore';
import { sceneSettings } from '../contract/context';
import type { EventDraft } from '../contract/events';
import { toSlug } from '../contract/ids';
import type { JsonObject } from '../contract/json';
import { fail, ok, type Result } from '../contract/problems';
import type { NewScene } from '../contract/scenes';
import type { CharacterSpoke, SceneCreated } from './payloads';
import type { SceneProfiles } from './state';
import { checkGame, dealWords } from './table/deal';
import { mergeTemplate } from './templates';

const DEFAULT_HISTORY_WINDOW = 40;
/** Characters of all lorebooks together: they are part of the room's state, which must fit a row. */
const MAX_LORE = 1_000_000;

/**
 * The first events of a scene: its whole configuration, so that the ledger alone can rebuild it, and the line it opens
 * with; of a table game, the words that were dealt.
 *
 * @param args.body as sent; its template is merged in here, which changes nothing when it was merged before
 * @param args.seed used when the body names none
 * @returns `invalid` when there is no such template, no character, when two share a name or an id, or when
 *   its game cannot be played
 */
export function sceneCreated(args: {
  id: string;
  body: NewScene;
  profiles: SceneProfiles;
  seed: string;
}): Result<EventDraft[]> {
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
  const { opening } = body;
  const opener = characters.named.find((one) => one.id === opening?.by);
  if (opening?.by !== undefined && !opener) {
    errors.push({ pointer: '/opening/by', message: `there is no character "${opening.by}" in the scene` });
  }
  const strangers = Object.keys(profiles.characters ?? {}).filter(
    (one) => !characters.named.some((member) => member.id === one),
  );
  for (const one of strangers) {
    errors.push({
      pointer: `/profiles/characters/${one}`,
      message: 'there is no such character in the scene',
    });
  }
  for (const [index, { book }] of (body.lorebooks ?? []).entries()) {
    const found = checkLorebook(book).map(({ pointer, message }) => ({
      pointer: `/lorebooks/${index}${pointer}`,
      message,
    }));
    errors.push(...found.slice(0, 20));
  }
  if (body.game) errors.push(...checkGame(body.game, body));
  const lore = JSON.stringify(body.lorebooks ?? []).length;
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  if (lore > MAX_LORE) return fail({ code: 'too_large', what: 'lorebooks', limit: MAX_LORE });

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
    trackers: body.trackers ?? {},
    settings: body.settings ?? sceneSettings.parse({}),
    lorebooks: body.lorebooks ?? [],
    game: body.game ?? null,
    memory: { world: body.worldId ?? id, lineage: [] },
  };
  const created: EventDraft = {
    kind: 'scene.created',
    actor: 'system',
    // It holds every character's goals; players read the scene through its view instead.
    audience: ['owner'],
    payload: payload as unknown as JsonObject,
  };
  const dealt = body.game
    ? dealWords(body.game, { ...body, characters: characters.named }, payload.seed)
    : [];
  if (!opening) return ok([created, ...dealt]);
  const line: CharacterSpoke = {
    ...{ pass: 0, kind: opener ? 'say' : 'narrate', text: opening.text, name: opener?.name ?? 'Narrator' },
    ...{ provider: 'author', rung: 'none', exit: false },
  };
  const actor = opener ? `character:${opener.id}` : 'narrator';
  return ok([created, ...dealt, { kind: 'character.spoke', actor, round: 0, payload: line }]);
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
