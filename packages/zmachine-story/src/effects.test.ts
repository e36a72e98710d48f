import { describe, expect, it } from 'vitest';
import { findEffect, type Tables } from './trials';

/** A version 3 entry: four attribute bytes, then parent, sibling and child. */
const SIZE = 9;
const ROOM = 1;
const PLAYER = 2;
const CUP = 3;
const THIEF = 4;
const CELLAR = 5;
const COUNT = 5;

/** Parents by object, from 1; two bytes of properties follow the entries. */
function tables(parents: readonly number[], set: readonly (readonly [number, number])[] = []): Tables {
  const bytes = new Uint8Array(COUNT * SIZE + 2);
  for (const [i, parent] of parents.entries()) bytes[i * SIZE + 4] = parent;
  for (const [at, value] of set) bytes[at] = value;
  return { bytes, entries: { count: COUNT, size: SIZE, attributes: 4 }, room: ROOM, player: PLAYER };
}

const attribute = (object: number, byte = 0): number => (object - 1) * SIZE + byte;
const PROPERTY = COUNT * SIZE;

/** The cup is in the room, the thief in the cellar. */
const BEFORE = tables([0, ROOM, ROOM, CELLAR, 0]);
const IDLE = [BEFORE, BEFORE];
const effectOf = (after: Tables, idles: readonly Tables[] = IDLE): boolean =>
  findEffect(BEFORE, after, idles);

describe('what counts as an effect', () => {
  it('is nothing where nothing changed', () => expect(effectOf(BEFORE)).toBe(false));

  it('is what changes hands in the room, or comes or goes there', () => {
    expect(effectOf(tables([0, ROOM, PLAYER, CELLAR, 0]))).toBe(true);
    expect(effectOf(tables([0, ROOM, 0, CELLAR, 0]))).toBe(true);
    expect(effectOf(tables([0, ROOM, ROOM, ROOM, 0]))).toBe(true);
  });

  it('is not who moves about elsewhere', () => expect(effectOf(tables([0, ROOM, ROOM, 0, 0]))).toBe(false));

  it('is not who moves in an idle future, wherever that leads', () => {
    const wandered = tables([0, ROOM, ROOM, ROOM, 0]);
    expect(effectOf(wandered, [BEFORE, tables([0, ROOM, ROOM, 0, 0])])).toBe(false);
  });

  it('is an attribute or a property, near or far', () => {
    expect(effectOf(tables([0, ROOM, ROOM, CELLAR, 0], [[attribute(CELLAR), 0x10]]))).toBe(true);
    expect(effectOf(tables([0, ROOM, ROOM, CELLAR, 0], [[PROPERTY, 7]]))).toBe(true);
  });

  it('is not an attribute or a property that time changes too; attributes count by the bit', () => {
    const ticked = tables(
      [0, ROOM, ROOM, CELLAR, 0],
      [
        [attribute(CUP), 0x10],
        [PROPERTY, 7],
      ],
    );
    expect(effectOf(ticked, [ticked, BEFORE])).toBe(false);
    const more = tables([0, ROOM, ROOM, CELLAR, 0], [[attribute(CUP), 0x30]]);
    expect(effectOf(more, [ticked])).toBe(true);
  });

  it('is not what a story keeps in the player’s own attributes', () =>
    expect(effectOf(tables([0, ROOM, ROOM, CELLAR, 0], [[attribute(PLAYER), 0x40]]))).toBe(false));

  it('ends in a tree that goes round', () => {
    const round = tables([0, ROOM, THIEF, CUP, 0]);
    expect(effectOf(round)).toBe(true);
  });
});
