import { giveIds } from '../../contract/ids';
import { sanitizeName, withoutWhispering } from '../prompt/conversation';
import type { SetupIssue } from './shared';

type Kind = 'character' | 'persona';
type ExistingNames = { id: string; name: string };

const RESERVED = 'narrator';

/**
 * Checks all names of a scene. Lines are identified by speaker name, so no two may be equal (ignoring case),
 * not even a character's and a persona's. Ids are unique among characters, and among personas.
 */
export class Names {
  readonly errors: SetupIssue[] = [];
  readonly #names = new Map<string, string>();

  constructor({ character = [], persona = [] }: { [kind in Kind]?: readonly ExistingNames[] } = {}) {
    for (const { id, name } of character) this.#names.set(toKey(name), `the character "${id}"`);
    for (const { id, name } of persona) this.#names.set(toKey(name), `the persona "${id}"`);
  }

  /**
   * Assigns ids to new people without one, and records every conflict.
   *
   * @param at pointer to the list of new people
   * @param present people of the same kind who are in the scene
   */
  give<T extends { id?: string | undefined; name: string }>(
    kind: Kind,
    at: string,
    people: readonly T[] = [],
    present: readonly ExistingNames[] = [],
  ): (T & { id: string })[] {
    const ids = new Map(present.map(({ id }) => [id, `the ${kind} "${id}"`]));
    const newIds = giveIds(people, kind === 'character' ? 'c' : 'p', ids.keys());
    return people.map((one, index) => {
      const pointer = `${at}/${index}`;
      const id = newIds[index] ?? '';
      const sameId = ids.get(id);
      const wrongId = (message: string) => this.errors.push({ pointer: `${pointer}/id`, message });
      if (this.claim(one.name, pointer)) {
        if (id === RESERVED) wrongId(`"${RESERVED}" is the narrator; choose another id`);
        else if (sameId !== undefined)
          wrongId(`the id "${id}" is also used by ${sameId}; choose another one`);
      }
      if (sameId === undefined) ids.set(id, pointer);
      return { ...one, id };
    });
  }

  /** Reserves a name for the person at `pointer`; false, with an error, if it is in use. */
  claim(name: string, pointer: string): boolean {
    const key = toKey(name);
    const other = this.#names.get(key);
    const wrongName = (message: string) => this.errors.push({ pointer: `${pointer}/name`, message });
    if (withoutLabel(name) !== name) {
      wrongName(`"${name}" ends like the name of a whispering speaker in prompts; remove ", whispering"`);
      return false;
    }
    if (key === RESERVED) wrongName(`"${name}" is the narrator; choose another name`);
    else if (other !== undefined) wrongName(`"${name}" is also the name of ${other}; choose another one`);
    else this.#names.set(key, pointer);
    return key !== RESERVED && other === undefined;
  }
}

/** Normalizes a name as in prompts, so that no one can imitate another name with a few marks. */
export const toKey = (name: string): string => {
  const key = sanitizeName(name.normalize('NFKC')).toLowerCase();
  return key.replace(/[ '’.,&()-]+$/u, '') || key;
};

/** Removes a suffix that prompts add to the name of a whisperer: `Ada, whispering` becomes Ada. */
export function withoutLabel(name: string): string {
  const plain = sanitizeName(name.normalize('NFKC'));
  const bare = withoutWhispering(plain);
  return bare === plain ? name : bare;
}
