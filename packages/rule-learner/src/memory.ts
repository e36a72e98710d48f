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
  beyond: string;
  /** The latest examples of its motion and of its next look. */
  motion: Example | null;
  look: (Example & { motion: string }) | null;
}

type Trees = Map<string, { examples: readonly Example[]; tree: Tree }>;

/** The parts of a model that are likely to be the same in the next one. Everything is checked before it is reused. */
export class Memory {
  readonly #lexicon = new Lexicon();
  readonly #situations = new Map<Transition, Situation>();
  readonly #things = new WeakMap<Situation, Map<Site, Thing[]>>();
  readonly #areas = new Map<string, number[]>();
  #trees: Trees = new Map();
  /** Of the model before. */
  #oldTrees: Trees = new Map();

  /** Games with the same mask share a memory. */
  static of = (mask: Mask): Memory => remember(memories, mask, () => new Memory());

  /** Starts another model. Drops what neither it nor the model before needs, so that a long run does not grow. */
  begin(transitions: readonly Transition[]): void {
    const current = new Set(transitions);
    for (const one of this.#situations.keys()) if (!current.has(one)) this.#situations.delete(one);
    this.#oldTrees = this.#trees;
    this.#trees = new Map();
  }

  /** The equal situation of an earlier model, or else the given one. */
  reuse(transition: Transition, now: Situation): Situation {
    const known = this.#situations.get(transition);
    const keyOf = ({ last, player: one }: Situation) =>
      `${last} ${one && `${one.at} ${one.step} ${one.look.key}`}`;
    if (known && keyOf(known) === keyOf(now)) return known;
    this.#situations.set(transition, now);
    return now;
  }

  describe(situation: Situation, site: Site, step: Vec | null): Thing {
    const bySite = remember(this.#things, situation, () => new Map<Site, Thing[]>());
    const things = remember<Site, Thing[]>(bySite, site, () => []);
    const same = things.find((one) => one.step?.[0] === step?.[0] && one.step?.[1] === step?.[1]);
    if (same) return same;
    const names = describeThing(situation, site, step);
    const features = Int32Array.from(names, (name) => this.#lexicon.idOf(name));
    const [ahead, beyond] = [listAhead(names), listAhead(names, 'beyond')];
    const thing = { situation, step, features, ahead, beyond, motion: null, look: null };
    things.push(thing);
    return thing;
  }

  motionExample(thing: Thing, label: string, board: string): Example {
    if (thing.motion?.label === label) return thing.motion;
    thing.motion = { features: thing.features, label, board, action: thing.situation.action.id };
    return thing.motion;
  }

  lookExample(thing: Thing, motion: string, label: string, board: string): Example {
    if (thing.look?.label === label && thing.look.motion === motion) return thing.look;
    const features = Int32Array.of(...thing.features, this.#lexicon.idOf(`moves:${motion}`));
    thing.look = { features, motion, label, board, action: thing.situation.action.id };
    return thing.look;
  }

  /** The cells that decide the outcome of an action: the list of the model before, if it is equal. */
  reuseArea(action: string, now: number[]): number[] {
    const known = this.#areas.get(action);
    if (known?.length === now.length && known.every((cell, i) => cell === now[i])) return known;
    this.#areas.set(action, now);
    return now;
  }

  /** @param key names the tree in every model */
  grow(key: string, examples: readonly Example[]): Tree {
    const known = this.#trees.get(key) ?? this.#oldTrees.get(key);
    const isSame =
      known?.examples.length === examples.length && examples.every((one, i) => one === known.examples[i]);
    const grown = isSame ? known : { examples, tree: growTree(examples, this.#lexicon) };
    this.#trees.set(key, grown);
    return grown.tree;
  }
}

const memories = new WeakMap<Mask, Memory>();
