import { giveIds } from '../../contract/ids';
import { plainName, withoutWhispering } from '../prompt/conversation';
import type { Wrong } from './shared';

type Kind = 'character' | 'persona';
/** Somebody who is in the scene already and keeps its name. */
type Present = { id: string; name: string };

/** Name of the narrator; nobody else may have it. */
const RESERVED = 'narrator';

/**
 * Checks the names of everyone in a scene. Lines are known by names, so no two may be the same as they stand before words
 * (case aside), not even a character's and a persona's. Ids are unique among characters, and among personas.
 */
export class Names {
  readonly errors: Wrong[] = [];
  /** Owners of names, by the lower-case name. */
  readonly #names = new Map<string, string>();

  constructor({ character = [], persona = [] }: { [kind in Kind]?: readonly Present[] } = {}) {
    for (const { id, name } of character) this.#names.set(toKey(name), `the character "${id}"`);
    for (const { id, name } of persona) this.#names.set(toKey(name), `the persona "${id}"`);
  }

  /**
   * Gives an id to every new person who has none, and records every clash.
   *
   * @param at pointer to the list of new people
   * @param present people of the same kind who are in the scene
   */
  give<T extends { id?: string | undefined; name: string }>(
    kind: Kind,
    at: string,
    people: readonly T[] = [],
    present: readonly Present[] = [],
  ): (T & { id: string })[] {
    const ids = new Map(present.map(({ id }) => [id, `the ${kind} "${id}"`]));
    const newIds = giveIds(people, kind === 'character' ? 'c' : 'p', ids.keys());
    return people.map((one, index) => {
      const pointer = `${at}/${index}`;
      const id = newIds[index] ?? '';
      const sameId = ids.get(id);
      const wrongId = (message: string) => this.errors.push({ pointer: `${pointer}/id`, message });
      if (this.claim(one.name, pointer)) {
        if (id === RESERVED) wrongId(`"${RESERVED}" is the narrator: give another id`);
        else if (sameId !== undefined) wrongId(`the id "${id}" is also that of ${sameId}: give each its own`);
      }
      if (sameId === undefined) ids.set(id, pointer);
      return { ...one, id };
    });
  }

  /** Takes a name for the person at `pointer`; returns false, with an error, when it is not free. */
  claim(name: string, pointer: string): boolean {
    const key = toKey(name);
    const other = this.#names.get(key);
    const wrongName = (message: string) => this.errors.push({ pointer: `${pointer}/name`, message });
    if (withoutLabel(name) !== name) {
      wrongName(`"${name}" ends as the name of who whispers does in prompts: leave out ", whispering"`);
      return false;
    }
    if (key === RESERVED) wrongName(`"${name}" is who tells what happens: give another name`);
    else if (other !== undefined) wrongName(`"${name}" is also the name of ${other}: give each its own`);
    else this.#names.set(key, pointer);
    return key !== RESERVED && other === undefined;
  }
}

/** A name as a prompt has it: nobody may be taken for somebody else by a mark or two, at the end neither. */
export const toKey = (name: string): string => {
  const key = plainName(name.normalize('NFKC')).toLowerCase();
  return key.replace(/[ '’.,&()-]+$/u, '') || key;
};

/** A name, without an end that prompts put behind the name of who whispers: `Ada, whispering` is Ada. */
export function withoutLabel(name: string): string {
  const plain = plainName(name.normalize('NFKC'));
  const bare = withoutWhispering(plain);
  return bare === plain ? name : bare;
}
