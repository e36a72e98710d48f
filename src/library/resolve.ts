import type { LibraryItem, LibraryKind } from '../contract/library';
import type { Lorebook } from '../contract/lore';
import { fail, ok, type Result } from '../contract/problems';
import type { Profile } from '../contract/profiles';
import type { CharacterInput, CreateScene, NewScene, Notes, PersonaInput } from '../contract/scenes';
import { cardToCharacter } from './card-character';

/** Where an id stands in the body of a request, and what it must be. */
interface Reference {
  id: string;
  kind: LibraryKind;
  pointer: string;
}

/** Reads items of the tenant's library; ids that name nothing are missing from the map. */
export type ReadItems = (ids: readonly string[]) => Promise<ReadonlyMap<string, LibraryItem>>;

/**
 * Puts a copy of everything a scene takes from the library into its body, so that what happens to the library later
 * changes no scene. An arc brings its campaign, a campaign its world, a world its lorebooks, a character its own book.
 *
 * What the body says itself wins: field by field for a character, level by level for notes, key by key for facts and
 * trackers.
 *
 * @returns `invalid` with the pointer of every id that names nothing
 */
export async function resolveScene(body: CreateScene, read: ReadItems): Promise<Result<NewScene>> {
  const library = new Library(read);
  await library.load(listReferences(body));
  // Each level names the one above it.
  const arc = library.find('arc', body.arcId);
  const campaignId = body.campaignId ?? arc?.body.campaign;
  await library.load(refer('campaign', campaignId, arc ? '/arcId' : '/campaignId'));
  const campaign = library.find('campaign', campaignId);
  const worldId = body.worldId ?? campaign?.body.world;
  await library.load(refer('world', worldId, '/worldId'));
  const world = library.find('world', worldId);
  await library.load((world?.body.lorebooks ?? []).flatMap((id) => refer('lorebook', id, '/worldId')));
  if (library.missing.length > 0) return fail({ code: 'invalid', errors: library.missing });
  if (arc && campaignId !== arc.body.campaign) return misplaced('/arcId', 'arc', 'campaign');
  if (campaign && worldId !== campaign.body.world) return misplaced('/campaignId', 'campaign', 'world');

  const { characters, personas, lorebooks, profiles, ...rest } = body;
  const cast = characters?.map((one): CharacterInput => {
    if (!('from' in one)) return one;
    const card = cardToCharacter(library.get('character', one.from), playerName(body));
    const { id, location = '', mood = '', active = true } = one;
    return { ...card, location, mood, active, ...(id !== undefined && { id }) };
  });
  const books = [
    ...(world?.body.lorebooks ?? []).map((id) => ({ id, book: library.get('lorebook', id) })),
    ...(lorebooks ?? []).map((one, index) =>
      typeof one === 'string'
        ? { id: one, book: library.get('lorebook', one) }
        : { id: `book-${index + 1}`, book: one },
    ),
    ...(characters ?? []).flatMap((one): { id: string; book: Lorebook }[] => {
      const book = 'from' in one ? library.get('character', one.from).lorebook : null;
      return 'from' in one && book ? [{ id: one.from, book }] : [];
    }),
  ];
  const unique = [...new Map(books.map((book) => [book.id, book])).values()];
  return ok({
    ...rest,
    ...(worldId !== undefined && { worldId }),
    ...(cast && { characters: cast }),
    ...(personas && {
      personas: personas.map((one): PersonaInput => {
        if (!('from' in one)) return one;
        const { name, description } = library.get('persona', one.from);
        return { name, description, ...(one.id !== undefined && { id: one.id }) };
      }),
    }),
    ...(unique.length > 0 && { lorebooks: unique }),
    ...(profiles && { profiles: resolveProfileChoices(profiles, library) }),
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

/** The items a body names, read in as few queries as their nesting allows. */
class Library {
  readonly missing: { pointer: string; message: string }[] = [];
  readonly #read: ReadItems;
  readonly #asked = new Set<string>();
  readonly #items = new Map<string, LibraryItem>();

  constructor(read: ReadItems) {
    this.#read = read;
  }

  async load(references: readonly Reference[]): Promise<void> {
    const wanted = references.filter(({ id }) => !this.#asked.has(id));
    if (wanted.length === 0) return;
    const found = await this.#read([...new Set(wanted.map(({ id }) => id))]);
    for (const { id } of wanted) this.#asked.add(id);
    for (const { id, kind, pointer } of wanted) {
      const item = found.get(id);
      if (item?.kind === kind) this.#items.set(id, item);
      else this.missing.push({ pointer, message: `there is no ${kind} "${id}" in the library` });
    }
  }

  find<K extends LibraryKind>(kind: K, id: string | undefined): LibraryItem<K> | undefined {
    const item = id === undefined ? undefined : this.#items.get(id);
    return item?.kind === kind ? (item as LibraryItem<K>) : undefined;
  }

  /** The body of an item that was loaded. */
  get<K extends LibraryKind>(kind: K, id: string): LibraryItem<K>['body'] {
    const item = this.find(kind, id);
    if (!item) throw new TypeError(`${kind} ${id} was not loaded`);
    return item.body;
  }
}

const refer = (kind: LibraryKind, id: string | undefined, pointer: string): Reference[] =>
  id === undefined ? [] : [{ id, kind, pointer }];

type Choices = { [role: string]: Profile | string | undefined };

function listReferences(body: CreateScene): Reference[] {
  const { characters: ofCharacters = {}, ...ofRoles } = body.profiles ?? {};
  const profiles = (choices: Choices, at: string) =>
    Object.entries(choices).flatMap(([role, choice]) =>
      typeof choice === 'string' ? refer('profile', choice, `${at}/${role}`) : [],
    );
  return [
    ...refer('world', body.worldId, '/worldId'),
    ...refer('campaign', body.campaignId, '/campaignId'),
    ...refer('arc', body.arcId, '/arcId'),
    ...(body.characters ?? []).flatMap((one, index) =>
      'from' in one ? refer('character', one.from, `/characters/${index}/from`) : [],
    ),
    ...(body.personas ?? []).flatMap((one, index) =>
      'from' in one ? refer('persona', one.from, `/personas/${index}/from`) : [],
    ),
    ...(body.lorebooks ?? []).flatMap((one, index) =>
      typeof one === 'string' ? refer('lorebook', one, `/lorebooks/${index}`) : [],
    ),
    ...profiles(ofRoles, '/profiles'),
    ...profiles(ofCharacters, '/profiles/characters'),
  ];
}

function resolveProfileChoices(
  { characters, ...roles }: NonNullable<CreateScene['profiles']>,
  library: Library,
): NonNullable<NewScene['profiles']> {
  const resolve = (choices: Choices): Record<string, Profile> =>
    Object.fromEntries(
      Object.entries(choices).flatMap(([role, choice]) => {
        if (choice === undefined) return [];
        return [[role, typeof choice === 'string' ? library.get('profile', choice).profile : choice]];
      }),
    );
  return { ...resolve(roles), ...(characters && { characters: resolve(characters) }) };
}

function misplaced(pointer: string, what: string, parent: string): Result<never> {
  const message = `this ${what} belongs to another ${parent}: leave the ${parent} out, or give its own`;
  return fail({ code: 'invalid', errors: [{ pointer, message }] });
}

/** Notes of a level that the body leaves empty are the library's. */
function mergeNotes(own: Notes | undefined, library: Notes): Notes {
  const level = (key: keyof Notes) => own?.[key] || library[key];
  return { world: level('world'), campaign: level('campaign'), arc: level('arc'), scene: level('scene') };
}

/** What `{{user}}` stands for in cards: the one persona there is. */
function playerName(body: CreateScene): string {
  const [first, ...others] = body.personas ?? [];
  return first && others.length === 0 && 'name' in first ? first.name : 'the player';
}
