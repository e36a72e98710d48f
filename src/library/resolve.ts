import { dropUndefined } from '../base/drop-undefined';
import type { ChangeScene, SceneChange } from '../contract/change-scene';
import type {
  CreateScene,
  MemberInput,
  NewScene,
  Notes,
  PersonaInput,
  ProfileRole,
} from '../contract/create-scene';
import { giveIds } from '../contract/ids';
import { type LibraryItem, type LibraryKind, libraryPrefix } from '../contract/library';
import type { Lorebook } from '../contract/lore';
import { fail, ok, type Result } from '../contract/problems';
import type { Profile } from '../contract/profiles';
import { cardToCharacter } from './cards';

interface Reference {
  id: string;
  kind: LibraryKind;
  pointer: string;
}

/** Reads library items; unknown ids are missing from the map. */
type ReadItems = (ids: readonly string[]) => Promise<ReadonlyMap<string, LibraryItem>>;

/**
 * Copies all library items a scene uses into its body, so that later library changes don't affect the scene.
 * An arc includes its campaign, a campaign its world, a world its lorebooks; a character includes its
 * scenario, book and talkativeness.
 *
 * The body's own values take precedence: per field of a character, per level of notes, per key of facts and
 * trackers.
 *
 * @returns `invalid` with the pointer of each unknown id
 */
export async function resolveScene(body: CreateScene, read: ReadItems): Promise<Result<NewScene>> {
  const library = new Library(read);
  await library.load(listReferences(body));
  // Each level references the one above.
  const arc = library.find('arc', body.arcId);
  const campaignId = body.campaignId ?? arc?.body.campaign;
  await library.load(refer('campaign', campaignId, arc ? '/arcId' : '/campaignId'));
  const campaign = library.find('campaign', campaignId);
  const worldId = body.worldId ?? campaign?.body.world;
  await library.load(refer('world', worldId, '/worldId'));
  const world = library.find('world', worldId);
  await library.load((world?.body.lorebooks ?? []).flatMap((id) => refer('lorebook', id, '/worldId')));
  if (library.missing.length > 0) return fail({ code: 'invalid', errors: library.missing });
  if (arc && campaignId !== arc.body.campaign) return wrongKindIssue('/arcId', 'arc', 'campaign');
  if (campaign && worldId !== campaign.body.world) return wrongKindIssue('/campaignId', 'campaign', 'world');

  const { characters, personas, lorebooks, profiles, opening, ...rest } = body;
  const players = personas?.map((one) => toPersona(one, library));
  const cast = characters?.map((one) => toMember(one, library));
  const opens = resolveOpening(opening, characters ?? [], library);
  if (!opens.ok) return opens;
  const books = [
    ...(world?.body.lorebooks ?? []).map((id) => ({ id, book: library.get('lorebook', id) })),
    ...(lorebooks ?? []).map((one, index) =>
      typeof one === 'string'
        ? { id: one, book: library.get('lorebook', one) }
        : { id: `book-${index + 1}`, book: one },
    ),
  ];
  const unique = [...new Map(books.map((book) => [book.id, book])).values()];
  return ok({
    ...rest,
    ...(worldId !== undefined && { worldId }),
    ...(campaignId !== undefined && { campaignId }),
    ...(cast && { characters: cast }),
    ...(players && { personas: players }),
    ...(opens.value && { opening: opens.value }),
    ...(unique.length > 0 && { lorebooks: unique }),
    ...(profiles && { profiles: resolveProfileChoices<never>(profiles, library) }),
    ...(world && {
      notes: mergeNotes(body.notes, {
        world: world.body.notes,
        campaign: campaign?.body.notes ?? '',
        arc: arc?.body.notes ?? '',
        scene: '',
      }),
      world: { ...world.body.facts, ...body.world },
      trackers: { ...campaign?.body.trackers, ...arc?.body.trackers, ...body.trackers },
    }),
  });
}

/**
 * Like {@link resolveScene}, for a change of a scene. Keeps unknown book ids, which refer to the scene's own books.
 *
 * @returns `invalid` with the pointer of each unknown id
 */
export async function resolveChange(body: ChangeScene, read: ReadItems): Promise<Result<SceneChange>> {
  const { characters, personas, lorebooks, profiles, ...rest } = body;
  const library = new Library(read);
  await library.load([
    ...referCharacters(characters?.add, '/characters/add'),
    ...referPersonas(personas?.add, '/personas/add'),
    ...referBooks(lorebooks),
    ...referProfiles(profiles),
  ]);
  if (library.missing.length > 0) return fail({ code: 'invalid', errors: library.missing });
  return ok({
    ...rest,
    ...(characters && {
      characters: {
        ...(characters.change && { change: characters.change }),
        ...(characters.add && { add: characters.add.map((one) => toMember(one, library)) }),
      },
    }),
    ...(personas && {
      personas: {
        ...(personas.change && { change: personas.change }),
        ...(personas.add && { add: personas.add.map((one) => toPersona(one, library)) }),
      },
    }),
    ...(lorebooks && {
      lorebooks: lorebooks.map((one) => {
        if (typeof one !== 'string') return { id: null, book: one };
        return isLibraryBook(one) ? { id: one, book: library.get('lorebook', one) } : { id: one };
      }),
    }),
    ...(profiles && { profiles: resolveProfileChoices<null>(profiles, library) }),
  });
}

type Member = NonNullable<CreateScene['characters']>[number];
type Player = NonNullable<CreateScene['personas']>[number];

/** A library character with the overrides given next to `from`. */
function toMember(one: Member, library: Library): MemberInput {
  if (!('from' in one)) return one;
  const { from, book: hasBook = true, scenario: ownScenario, ...own } = one;
  const card = library.get('character', from);
  const { lorebook, talkativeness } = card;
  const scenario = ownScenario ?? card.scenario;
  return {
    ...cardToCharacter(card),
    // The card's nickname belongs to its name, so drop it if the name is overridden.
    ...(own.name !== undefined && { nickname: '' }),
    ...dropUndefined(own),
    from,
    ...(scenario.trim() !== '' && { scenario }),
    ...(hasBook && lorebook && { lorebook }),
    ...(talkativeness !== null && { talkativeness }),
  };
}

function toPersona(one: Player, library: Library): PersonaInput {
  if (!('from' in one)) return one;
  const { from, ...own } = one;
  return { ...library.get('persona', from), ...dropUndefined(own) };
}

/** Resolves a greeting to the text in its library character's card. */
function resolveOpening(
  opening: CreateScene['opening'],
  characters: readonly Member[],
  library: Library,
): Result<NewScene['opening']> {
  if (!opening || 'text' in opening) return ok(opening);
  const { by, greeting } = opening;
  const namedCharacters = characters.map((one) => {
    const name = one.name ?? ('from' in one ? library.get('character', one.from).name : '');
    return { name, id: one.id };
  });
  const opener = characters[giveIds(namedCharacters, 'c').indexOf(by)];
  const refuse = (pointer: string, message: string) =>
    fail({ code: 'invalid', errors: [{ pointer, message }] });
  if (!opener) return refuse('/opening/by', `no character "${by}" in \`characters\``);
  if (!('from' in opener)) {
    return refuse(
      '/opening/by',
      `"${by}" has no greetings, which only library characters have; set \`text\``,
    );
  }
  const { firstMessage, alternateGreetings, groupGreetings } = library.get('character', opener.from);
  const greetings = [firstMessage, ...alternateGreetings, ...groupGreetings];
  const text = greetings[greeting]?.trim();
  if (text) return ok({ text, by });
  const has = greetings.flatMap((one, index) => (one.trim() === '' ? [] : [index])).join(', ') || 'none';
  return refuse('/opening/greeting', `"${by}" has no greeting ${greeting}; it has ${has}`);
}

/** Items that a body references, loaded in as few queries as their nesting allows. */
class Library {
  readonly missing: { pointer: string; message: string }[] = [];
  readonly #read: ReadItems;
  readonly #asked = new Set<string>();
  readonly #items = new Map<string, LibraryItem>();

  constructor(read: ReadItems) {
    this.#read = read;
  }

  async load(references: readonly Reference[]): Promise<void> {
    const newReferences = references.filter(({ id }) => !this.#asked.has(id));
    if (newReferences.length === 0) return;
    const items = await this.#read([...new Set(newReferences.map(({ id }) => id))]);
    for (const { id } of newReferences) this.#asked.add(id);
    for (const { id, kind, pointer } of newReferences) {
      const item = items.get(id);
      if (item?.kind === kind) this.#items.set(id, item);
      else this.missing.push({ pointer, message: `no ${kind} "${id}" in the library` });
    }
  }

  find<K extends LibraryKind>(kind: K, id: string | undefined): LibraryItem<K> | undefined {
    const item = id === undefined ? undefined : this.#items.get(id);
    return item?.kind === kind ? (item as LibraryItem<K>) : undefined;
  }

  /** @throws TypeError if the item was not loaded */
  get<K extends LibraryKind>(kind: K, id: string): LibraryItem<K>['body'] {
    const item = this.find(kind, id);
    if (!item) throw new TypeError(`${kind} ${id} was not loaded`);
    return item.body;
  }
}

const refer = (kind: LibraryKind, id: string | undefined, pointer: string): Reference[] =>
  id === undefined ? [] : [{ id, kind, pointer }];

type Choices<Nothing extends null = never> = { [role: string]: Profile | string | Nothing | undefined };

const listReferences = (body: CreateScene): Reference[] => [
  ...refer('world', body.worldId, '/worldId'),
  ...refer('campaign', body.campaignId, '/campaignId'),
  ...refer('arc', body.arcId, '/arcId'),
  ...referCharacters(body.characters, '/characters'),
  ...referPersonas(body.personas, '/personas'),
  ...referBooks(body.lorebooks),
  ...referProfiles(body.profiles),
];

const referCharacters = (characters: readonly Member[] = [], at: string): Reference[] =>
  characters.flatMap((one, index) =>
    'from' in one ? refer('character', one.from, `${at}/${index}/from`) : [],
  );

const referPersonas = (personas: readonly Player[] = [], at: string): Reference[] =>
  personas.flatMap((one, index) => ('from' in one ? refer('persona', one.from, `${at}/${index}/from`) : []));

const isLibraryBook = (id: string): boolean => id.startsWith(libraryPrefix('lorebook'));

const referBooks = (books: readonly (string | Lorebook)[] = []): Reference[] =>
  books.flatMap((one, index) =>
    typeof one === 'string' && isLibraryBook(one) ? refer('lorebook', one, `/lorebooks/${index}`) : [],
  );

function referProfiles(profiles: ChangeScene['profiles'] = {}): Reference[] {
  const { characters = {}, ...roles } = profiles;
  const withPointers = (choices: Choices<null>, at: string) =>
    Object.entries(choices).flatMap(([role, choice]) =>
      typeof choice === 'string' ? refer('profile', choice, `${at}/${role}`) : [],
    );
  return [...withPointers(roles, '/profiles'), ...withPointers(characters, '/profiles/characters')];
}

function resolveProfileChoices<Nothing extends null>(
  {
    characters,
    ...roles
  }: Omit<Choices<Nothing>, 'characters'> & { characters?: Choices<Nothing> | undefined },
  library: Library,
): { [Role in ProfileRole]?: Profile | Nothing } & { characters?: Record<string, Profile | Nothing> } {
  const resolve = (choices: Choices<Nothing>): Record<string, Profile | Nothing> =>
    Object.fromEntries(
      Object.entries(choices).flatMap(([role, choice]) => {
        if (choice === undefined) return [];
        return [[role, typeof choice === 'string' ? library.get('profile', choice).profile : choice]];
      }),
    );
  return { ...resolve(roles), ...(characters && { characters: resolve(characters) }) };
}

function wrongKindIssue(pointer: string, what: string, parent: string): Result<never> {
  const message = `this ${what} belongs to another ${parent}; remove the ${parent}, or use its own`;
  return fail({ code: 'invalid', errors: [{ pointer, message }] });
}

/** Empty levels use the library's notes. */
function mergeNotes(own: Notes | undefined, library: Notes): Notes {
  const level = (key: keyof Notes) => own?.[key] || library[key];
  return { world: level('world'), campaign: level('campaign'), arc: level('arc'), scene: level('scene') };
}
