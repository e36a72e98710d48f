import { sceneSettings } from '../../contract/context';
import type { NewScene, PersonaInput } from '../../contract/create-scene';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import { NO_SCENE_BUDGETS } from '../../contract/money';
import { DEFAULT_PACE } from '../../contract/pace';
import { fail, ok, type Result } from '../../contract/problems';
import type { SceneProfiles } from '../../model/profiles';
import { fillMacros } from '../lore/macros';
import { checkGame, dealWords } from '../table/deal';
import { addScenarios, listOwnBooks, listTalkativeness, stripCardParts } from './card-parts';
import { readMacros } from './fill-texts';
import { Names } from './names';
import { changeBudgets, checkBookSize, checkBooks, checkSettings, noSuchCharacter, readPace } from './shared';
import { mergeTemplate } from './templates';

const DEFAULT_HISTORY_WINDOW = 40;
/** Default persona: someone must be able to speak. */
const PLAYER: PersonaInput = { id: 'player', name: 'Player', description: '' };

/**
 * Returns the first events of a scene: its whole configuration, so that the ledger alone can rebuild it, and
 * its opening line; for a table game, the dealt words.
 *
 * @param args.body as sent; merging its template here is idempotent
 * @param args.seed used if the body has none
 * @param args.dice public seed of its rounds; default: `seed`
 * @param args.now time (ISO) for `{{time}}` in the opening, which is filled in once
 * @returns `invalid` for an unknown template, a scene without characters, duplicate names or ids, a book with
 * a broken pattern, or an unplayable game
 */
export function sceneCreated(args: {
  id: string;
  body: NewScene;
  profiles: SceneProfiles;
  seed: string;
  dice?: string;
  now?: string;
}): Result<EventDraft[]> {
  const { id, profiles } = args;
  const template = mergeTemplate(args.body);
  if (!template.ok) return template;
  const body = template.value;
  const names = new Names();
  const characters = names.give('character', '/characters', body.characters);
  const personas = names.give('persona', '/personas', body.personas?.length ? body.personas : [PLAYER]);
  const { errors } = names;
  if (characters.length === 0) {
    const message = 'a scene needs at least one character; set `characters` or a `template`';
    errors.push({ pointer: '/characters', message });
  }
  const { opening } = body;
  const opener = characters.find((one) => one.id === opening?.by);
  if (opening?.by !== undefined && !opener) {
    errors.push({ pointer: '/opening/by', message: `no character "${opening.by}" in the scene` });
  }
  const castIds = characters.map(({ id }) => id);
  const strangers = Object.keys(profiles.characters ?? {}).filter((one) => !castIds.includes(one));
  errors.push(
    ...strangers.map((one) => noSuchCharacter(one)),
    ...checkSettings(body.settings ?? {}, castIds),
  );
  const shared = body.lorebooks ?? [];
  const lorebooks = [...shared, ...listOwnBooks(characters, shared)];
  const books = lorebooks.map(({ book, of }, index) => ({
    book,
    pointer: index < shared.length ? `/lorebooks/${index}` : `/characters/${castIds.indexOf(of ?? '')}/from`,
  }));
  errors.push(...checkBooks(books));
  const seed = body.seed ?? args.seed;
  const { world = '', campaign = '', arc = '', scene = '' } = body.notes ?? {};
  const { scenario, note } = addScenarios({ scenario: body.scenario ?? '', note: scene }, characters);
  const notes = { world, campaign, arc, scene: note };
  const settings = body.settings ?? sceneSettings.parse({});
  const table = { ...body, scenario, notes, characters, personas };
  if (body.game) errors.push(...checkGame(body.game, table));
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  const tooMuch = checkBookSize(books);
  if (tooMuch) return fail(tooMuch);

  const payload: PayloadOf<'scene.created'> = {
    id,
    title: body.title ?? 'Untitled scene',
    template: body.template ?? null,
    scenario,
    notes,
    seed,
    dice: args.dice ?? args.seed,
    historyWindow: body.historyWindow ?? DEFAULT_HISTORY_WINDOW,
    profiles,
    characters: characters.map(stripCardParts),
    personas,
    world: body.world ?? {},
    trackers: body.trackers ?? {},
    settings: {
      ...settings,
      talkativeness: { ...listTalkativeness(characters), ...settings.talkativeness },
    },
    lorebooks,
    game: body.game ?? null,
    budgets: changeBudgets(NO_SCENE_BUDGETS, body.budgets ?? {}),
    // One round for everyone's clues, not one per clue.
    pace: { ...DEFAULT_PACE, ...(body.game?.people.length && { turnMode: 'gather' }), ...readPace(body) },
    memory: { world: body.worldId ?? id, lineage: [] },
    library: { world: body.worldId ?? null, campaign: body.campaignId ?? null, arc: body.arcId ?? null },
  };
  const createdEvent: EventDraft = {
    kind: 'scene.created',
    actor: 'system',
    // It contains all characters' goals; players read the scene through its view.
    audience: ['owner'],
    payload,
  };
  const dealtEvents = body.game ? dealWords(body.game, table, seed) : [];
  if (!opening) return ok([createdEvent, ...dealtEvents]);
  const source = { cast: characters, personas, scenario, seed, time: args.now };
  const text = fillMacros(opening.text, readMacros(source, opener ?? null));
  const line: PayloadOf<'character.spoke'> = {
    ...{ pass: 0, kind: opener ? 'say' : 'narrate', text, name: opener?.name ?? 'Narrator' },
    ...{ provider: 'author', rung: null, exit: false },
  };
  const actor = opener ? `character:${opener.id}` : 'narrator';
  return ok([createdEvent, ...dealtEvents, { kind: 'character.spoke', actor, round: 0, payload: line }]);
}
