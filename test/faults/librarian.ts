import { pick } from '../../bench/output/random';
import { pause } from './insist';
import type { Company } from './rooms';

/** Reads of the index and of bundles: in a storm they may fail, but only with a proper error. */
const READINGS = [
  '/v1/scenes?limit=5',
  '/v1/runs?limit=5',
  '/v1/games',
  '/v1/calls?limit=5',
  '/v1/usage',
  '/v1/characters?limit=5',
  '/v1/webhooks',
  '/v1/hooks',
  '/v1/tenants',
];

/** Creates characters in the library, which is only in D1, and reads from the stores. */
export class Librarian {
  readonly #company: Company;
  readonly #names: string[] = [];

  constructor(company: Company) {
    this.#company = company;
  }

  async work(): Promise<void> {
    const { insist, owner, isOver, random } = this.#company;
    const read = async () => {
      while (!isOver()) {
        await insist(owner, 'GET', pick(random, READINGS));
        await pause(100 + random() * 300);
      }
    };
    const write = async () => {
      for (let n = 1; !isOver(); n += 1) {
        const name = `Keeper ${n}`;
        await insist(owner, 'POST', '/v1/characters', { name });
        this.#names.push(name);
        await pause(200 + random() * 600);
      }
    };
    await Promise.all([read(), write()]);
  }

  get count(): number {
    return this.#names.length;
  }

  async verify(): Promise<string[]> {
    const { insist, owner } = this.#company;
    const found: string[] = [];
    for (let cursor: string | null = '', path = '/v1/characters?limit=200'; cursor !== null; ) {
      const page: { items: { name: string }[]; next: string | null } = await insist(owner, 'GET', path);
      found.push(...page.items.map(({ name }) => name));
      cursor = page.next;
      path = `/v1/characters?limit=200&cursor=${encodeURIComponent(cursor ?? '')}`;
    }
    return this.#names.flatMap((name) => {
      const times = found.filter((one) => one === name).length;
      return times === 1 ? [] : [`${name} is ${times} times in the library`];
    });
  }
}
