import { describe, expect, it } from 'vitest';
import type { Machine } from './machine';
import { openNames, readSaid } from './names';
import { openTree, readInventory, readVisible } from './things';

/** Name, parser words and parent of an object. */
interface Fake {
  name: string;
  words?: string[];
  inside?: number;
}

const PLAYER = 1;
const ROOM = 2;
const ENTRY = 10;
const PROPERTY = 5;

/** A machine with these objects, numbered from 3; 1 is the player and 2 the room. */
function fakeMachine(fakes: readonly Fake[]): Machine {
  const all: Fake[] = [{ name: 'yourself', inside: ROOM }, { name: 'Hall' }, ...fakes];
  const vocabulary = [...new Set(all.flatMap(({ words = [] }) => words))];
  const dictionary = { address: 2_000, size: ENTRY, count: vocabulary.length };
  const memory = new Uint8Array(8_000);
  const lists = all.map(({ words = [] }, i) => {
    const address = 200 + 40 * i;
    for (const [k, word] of words.entries()) {
      const entry = dictionary.address + ENTRY * vocabulary.indexOf(word);
      memory.set([entry >> 8, entry & 255], address + 2 * k);
    }
    return { address, length: 2 * words.length };
  });
  const parent = (id: number): number => all[id - 1]?.inside ?? 0;
  const objects = {
    count: all.length,
    parent,
    name: (id: number) => all[id - 1]?.name ?? '',
    children: (id: number) => all.flatMap((_, i) => (parent(i + 1) === id ? [i + 1] : [])),
    property: (id: number) => ({ property: lists[id - 1] }),
    nextProperty: (id: number, number: number) => ({
      number: number === 0 && (lists[id - 1]?.length ?? 0) > 0 ? PROPERTY : 0,
    }),
  };
  const decode = (_memory: Uint8Array, address: number) => ({
    text: vocabulary[(address - dictionary.address) / ENTRY] ?? '',
  });
  return { memory, objects, dictionary, text: { decode }, story: { version: 5 } } as unknown as Machine;
}

/** Enough things with words to find the name property. */
const OTHERS: Fake[] = ['lamp', 'rug', 'coin'].map((name) => ({ name, words: [name] }));

function openStory(fakes: readonly Fake[]) {
  const machine = fakeMachine([...fakes, ...OTHERS]);
  const names = openNames(machine);
  return { names, tree: openTree(machine, names, PLAYER) };
}

const seen = (fakes: readonly Fake[], look: string, text = ''): string[] => {
  const { names, tree } = openStory(fakes.map((one) => ({ inside: ROOM, ...one })));
  return readVisible(tree, names, [ROOM], look, text).things.map(({ name }) => name);
};

it.each(['PunchCard_1', 'PunchCard', '(PunchCard)'])('a name of the source is not told: %s', (name) => {
  const { names } = openStory([{ name, inside: ROOM, words: ['card'] }]);
  expect(names.nameOf(3)).toBe('');
  expect(seen([{ name, words: ['punch', 'card'] }], 'A punch card lies here.')).toEqual(['punch card']);
  // The parser does not know the second word.
  expect(seen([{ name, words: ['punch'] }], 'A card lies here.')).toEqual(['card']);
});

it.each(['McDonalds', 'ifMUD', 'K9', 'Mr. McDell'])('a name with capitals inside is told: %s', (name) =>
  expect(openStory([{ name }]).names.nameOf(3)).toBe(name),
);

describe('equal things', () => {
  const page = { name: 'loose page', words: ['loose', 'page'], inside: PLAYER };
  const read = (pages: readonly Fake[], answer: string) => {
    const { names, tree } = openStory(pages);
    const { things, sources } = readInventory(tree, names, PLAYER, answer, readSaid(''));
    return [things.map(({ name }) => name), sources];
  };
  const LISTED = 'You are carrying:\n  three loose pages';

  it.each(['loose page', 'LoosePage_1', ''])('are listed one by one, by the name of one: %j', (name) => {
    const pages = Array.from({ length: 3 }, () => ({ ...page, name }));
    expect(read(pages, LISTED)).toEqual([
      ['loose page', 'loose page', 'loose page'],
      ['tree', 'trial'],
    ]);
  });

  it('are not sure where the list has another number of them', () => {
    expect(read([page, page], LISTED)).toEqual([['loose page', 'loose page'], ['trial']]);
    expect(read([page], LISTED)).toEqual([['loose page'], ['trial']]);
  });

  it.each(['three loose cards', 'loose cards'])('may be one thing: %s', (name) => {
    const cards = { name, words: ['loose', 'cards'], inside: PLAYER };
    expect(read([cards], 'You are carrying:\n  three loose cards')).toEqual([[name], ['tree', 'trial']]);
  });

  it('are in sight where a text counts them, not where it only has a word that looks like several', () => {
    const here = { ...page, inside: ROOM };
    expect(seen([here, here, here], 'You can see three loose pages here.')).toEqual(
      Array(3).fill('loose page'),
    );
    expect(seen([here], 'Somebody pages through the news.')).toEqual([]);
  });
});

it('a list that has more than the player’s object is not sure', () => {
  const { names, tree } = openStory([{ name: 'gown', words: ['gown'], inside: PLAYER }]);
  const listed = 'You are carrying:\n  a gown\n  no tea';
  expect(readInventory(tree, names, PLAYER, listed, readSaid('')).sources).toEqual(['trial']);
});

it('an empty inventory is sure only where the object is known to be the one that the story lists', () => {
  const { names, tree } = openStory([]);
  const read = (isBearer: boolean) =>
    readInventory(tree, names, PLAYER, 'You are carrying nothing.', readSaid(''), isBearer).sources;
  expect([read(false), read(true)]).toEqual([['trial'], ['tree', 'trial']]);
});

describe('things in sight', () => {
  it('are not those of which a text has but a word that names nothing', () => {
    const scales = { name: 'pair of scales', words: ['pair', 'of', 'scales'] };
    expect(seen([scales], 'The book tells of the spells of old.')).toEqual([]);
    expect(seen([scales], 'A pair of scales stands here.')).toEqual(['pair of scales']);
  });

  it('are not those whose name only speaks of another thing', () => {
    const hole = { name: 'hole above pit', words: ['hole', 'above', 'pit'] };
    expect(seen([hole], 'You are in a pit.')).toEqual([]);
    expect(seen([hole], 'A hole is above the pit.')).toEqual(['hole above pit']);
  });

  it('are called what each of them is, where the text tells of several at once', () => {
    const ball = { name: '', words: ['tennis', 'ball', 'sphere'] };
    expect(seen([ball], 'You can see two tennis balls here.')).toEqual(['tennis ball']);
    // A word of its own is more specific.
    const cola = { name: '', words: ['drink', 'cola'] };
    expect(seen([cola], 'Among the drinks is a cola.')).toEqual(['cola']);
  });

  it('are not those whose kind the text tells of another one, by words that only that one has', () => {
    const flat = { name: '(whistle)', words: ['little', 'flat', 'bit'] };
    const curly = { name: 'curly bit', words: ['curly', 'bit'] };
    const told = 'There is a little flat bit here.';
    expect(seen([flat, curly], told, 'You see the flat bit.')).toEqual(['little flat bit']);
    expect(seen([flat, curly], 'There is a little flat bit here. Another bit is near.')).toContain(
      'curly bit',
    );
  });

  it('are not those of whose kind a thing in hand is', () => {
    const flat = { name: 'flat bit', words: ['little', 'flat', 'bit'], inside: PLAYER };
    const curly = { name: 'curly bit', words: ['curly', 'bit'], inside: ROOM };
    const { names, tree } = openStory([flat, curly]);
    const text = 'There is a little flat bit inside the tube.';
    const { things } = readVisible(tree, names, [ROOM], 'A deep, dark hole.', text, PLAYER);
    expect(things).toEqual([]);
  });

  it('are those in others that a text presents by the word for their kind, and that no other shares', () => {
    const nest = { name: "bird's nest", words: ['nest'], inside: ROOM };
    const egg = { name: 'jewel-encrusted egg', words: ['egg', 'treasure'], inside: 3 };
    const told = "In the bird's nest is a large egg encrusted with precious jewels.";
    const { names, tree } = openStory([nest, egg]);
    expect(readVisible(tree, names, [ROOM], told, '').things).toMatchObject([
      { name: "bird's nest", holds: [{ name: 'jewel-encrusted egg' }] },
    ]);
    expect(seen([nest, egg], "The bird's nest is here. Somebody speaks of the egg.")).toEqual([
      "bird's nest",
    ]);
    expect(seen([nest, egg], "A bird's nest is here. Pay egg!")).toEqual(["bird's nest"]);
    expect(seen([nest, egg], "A bird's nest is here.", 'You dream of an egg.')).toEqual(["bird's nest"]);
    const twin = { ...egg, name: 'broken egg' };
    expect(seen([nest, egg, twin], told)).toEqual(["bird's nest"]);
  });

  it('are nobody whose things are spoken of', () => {
    const goons = { name: '', words: ["gus's", 'goon'] };
    expect(seen([goons], "Here is one of Gus's men.")).toEqual([]);
  });

  it('are nothing in the heading of the room, in the look or in what was just told', () => {
    const hangout = { name: 'hangout', words: ['hangout'] };
    expect(seen([hangout], 'Old Hangout\nA bare place.', 'Old Hangout\nA bare place.')).toEqual([]);
    expect(seen([hangout], 'Old Hangout\nA bare place.', 'You see the hangout.')).toEqual(['hangout']);
  });
});

describe('carried things', () => {
  const carried = (fakes: readonly Fake[], answer: string): string[] => {
    const { names, tree } = openStory(fakes.map((one) => ({ inside: PLAYER, ...one })));
    return readInventory(tree, names, PLAYER, answer, readSaid('')).things.map(({ name }) => name);
  };
  const COAT: Fake[] = [
    { name: 'umbrella', words: ['umbrella'] },
    { name: 'keyring', words: ['keyring'] },
  ];

  it('are told in paragraphs that go on with them, not in what happens then', () => {
    const answer = 'You are holding your umbrella.\n\nThe pockets of your coat contain a keyring.';
    expect(carried(COAT, answer)).toEqual(['umbrella', 'keyring']);
    const event = 'You are holding your umbrella.\n\nSomebody drops a keyring into the well.';
    expect(carried(COAT, event)).toEqual(['umbrella']);
  });

  it('are those of a line that fits no other, where the name in the tree is the author’s', () => {
    const ticket = { name: 'Ticket_3', words: ['ticket'] };
    expect(carried([ticket], 'You are carrying:\n  lottery ticket 2306')).toEqual(['lottery ticket 2306']);
  });

  it('are read from the tree where the answer is an echo', () =>
    expect(carried(COAT.slice(0, 1), 'inventory inventory ...')).toEqual(['umbrella']));
});
