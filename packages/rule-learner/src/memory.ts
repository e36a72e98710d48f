import { boardKey } from './board';
import { describeThing, listAhead } from './features';
import type { Site } from './look';
import { remember } from './memo';
import type { Situation } from './situation';
import { type Example, growTree, Lexicon, type Tree } from './tree';
import type { Mask, Transition, Vec } from './types';

/** An object in one situation. */
interface Thing {
  situation: Situation;
  step: Vec | null;
  features: Int32Array;
  ahead: string;
  /** By motion and outcome. */
  examples: Map<string, Example>;
}

type Values = Map<unknown, { parts: readonly unknown[]; value: unknown }>;

/** What models made, for the next one: most of it will be the same. */
export class Memory {
  readonly #lexicon = new Lexicon();
  readonly #things = new WeakMap<Situation, Map<Site, Thing[]>>();
  #values: Values = new Map();
  /** Of the model before. */
  #oldValues: Values = new Map();

  /** Games with the same mask share a memory. */
  static of = (mask: Mask): Memory => remember(memories, mask, () => new Memory());

  /** Starts another model, and forgets the model before the last. */
  begin(): void {
    [this.#oldValues, this.#values] = [this.#values, new Map()];
  }

  /** What this model or the one before made of the same parts, or else a new value. */
  reuse<Value>(key: unknown, parts: readonly unknown[], make: () => Value): Value {
    const known = this.#values.get(key) ?? this.#oldValues.get(key);
    const isSame = known?.parts.length === parts.length && parts.every((part, i) => part === known.parts[i]);
    const found = isSame ? known : { parts, value: make() };
    this.#values.set(key, found);
    return found.value as Value;
  }

  reuseSituation(transition: Transition, now: Situation): Situation {
    const { last, player: one } = now;
    return this.reuse(transition, [last, one?.site, ...(one?.step ?? [])], () => now);
  }

  describe(situation: Situation, site: Site, step: Vec | null): Thing {
    const bySite = remember(this.#things, situation, () => new Map<Site, Thing[]>());
    const things = remember<Site, Thing[]>(bySite, site, () => []);
    const same = things.find((one) => one.step?.[0] === step?.[0] && one.step?.[1] === step?.[1]);
    if (same) return same;
    const names = describeThing(situation, site, step);
    const features = Int32Array.from(names, (name) => this.#lexicon.idOf(name));
    const thing = { situation, step, features, ahead: listAhead(names), examples: new Map() };
    things.push(thing);
    return thing;
  }

  /** @param moves the motion of the thing, if the outcome is its next look */
  observe({ situation, features, examples }: Thing, label: string, moves = ''): Example {
    return remember(examples, `${moves}>${label}`, () => {
      const { board, mask, action } = situation;
      const own = moves === '' ? features : Int32Array.of(...features, this.#lexicon.idOf(`moves:${moves}`));
      return { features: own, label, board: boardKey(board, mask), action: action.id };
    });
  }

  /** @param key names the tree in every model */
  grow(key: string, examples: readonly Example[]): Tree {
    return this.reuse(key, examples, () => growTree(examples, this.#lexicon));
  }
}

const memories = new WeakMap<Mask, Memory>();
