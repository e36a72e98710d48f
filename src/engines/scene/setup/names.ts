import { giveIds } from '../../../api/ids';

type Wrong = { pointer: string; message: string };

/** Somebody a request names, and where in it. */
export interface Named<T> {
  one: T;
  pointer: string;
}

/** People of one kind. */
export interface Group<T> {
  kind: 'character' | 'persona';
  /** Who is in the scene already, and keeps the name. */
  there?: readonly { id: string; name: string }[];
  named: readonly Named<T>[];
}

/** Of the one who tells what happens: nobody else may be taken for it. */
const RESERVED = 'narrator';

/**
 * Checks the names of everyone of a scene. Names are the same when they differ in case alone, and no two may be, a
 * character's and a persona's neither: lines are known by them. Ids are unique among characters, and among personas.
 */
export class Names {
  readonly errors: Wrong[] = [];
  /** Who has a name, by its lower-case form. */
  readonly #names = new Map<string, string>();

  /** Those who stay are counted before anyone new. */
  constructor(there: Pick<Group<unknown>, 'kind' | 'there'>[]) {
    for (const { kind, there: people = [] } of there) {
      for (const { id, name } of people) this.#names.set(toKey(name), `the ${kind} "${id}"`);
    }
  }

  /** Gives an id to everyone of a group who has none, and notes every clash. */
  give<T extends { id?: string | undefined; name: string }>(group: Group<T>): (T & { id: string })[] {
    const { kind, there = [], named } = group;
    const ids = new Map(there.map(({ id }) => [id, `the ${kind} "${id}"`]));
    const given = giveIds(
      named.map(({ one }) => one),
      kind === 'character' ? 'c' : 'p',
      ids.keys(),
    );
    return named.map(({ one, pointer }, index) => {
      const id = given[index] ?? '';
      const sameId = ids.get(id);
      if (this.claim(one.name, pointer)) {
        if (id === RESERVED) {
          this.errors.push({
            pointer: `${pointer}/id`,
            message: `"${RESERVED}" is the narrator: give another id`,
          });
        } else if (sameId !== undefined) {
          this.errors.push({
            pointer: `${pointer}/id`,
            message: `the id "${id}" is also that of ${sameId}: give each its own`,
          });
        }
      }
      if (sameId === undefined) ids.set(id, pointer);
      return { ...one, id };
    });
  }

  /** Takes a name for whoever stands at `pointer`; false, with a note, when it can't be had. */
  claim(name: string, pointer: string): boolean {
    const key = toKey(name);
    const other = this.#names.get(key);
    if (key === RESERVED) {
      this.errors.push({
        pointer: `${pointer}/name`,
        message: `"${name}" is who tells what happens: give another name`,
      });
    } else if (other !== undefined) {
      this.errors.push({
        pointer: `${pointer}/name`,
        message: `"${name}" is also the name of ${other}: give each its own`,
      });
    } else {
      this.#names.set(key, pointer);
      return true;
    }
    return false;
  }
}

const toKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase();
