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
  /** People who are in the scene already and keep their names. */
  there?: readonly { id: string; name: string }[];
  named: readonly Named<T>[];
}

/** Name of the narrator; nobody else may have it. */
const RESERVED = 'narrator';

/**
 * Checks the names of everyone in a scene. Lines are known by names, so no two may be the same (case aside), not even a
 * character's and a persona's. Ids are unique among characters, and among personas.
 */
export class Names {
  readonly errors: Wrong[] = [];
  /** Owners of names, by the lower-case name. */
  readonly #names = new Map<string, string>();

  /** Those who stay are counted before anyone new. */
  constructor(there: Pick<Group<unknown>, 'kind' | 'there'>[]) {
    for (const { kind, there: people = [] } of there) {
      for (const { id, name } of people) this.#names.set(toKey(name), `the ${kind} "${id}"`);
    }
  }

  /** Gives an id to everyone of a group who has none, and records every clash. */
  give<T extends { id?: string | undefined; name: string }>(group: Group<T>): (T & { id: string })[] {
    const { kind, there = [], named } = group;
    const ids = new Map(there.map(({ id }) => [id, `the ${kind} "${id}"`]));
    const newIds = giveIds(
      named.map(({ one }) => one),
      kind === 'character' ? 'c' : 'p',
      ids.keys(),
    );
    return named.map(({ one, pointer }, index) => {
      const id = newIds[index] ?? '';
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

  /** Takes a name for the person at `pointer`; returns false, with an error, when it is not free. */
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
