import { describe, expect, it } from 'vitest';
import {
  CACHE_TTL_MS,
  type CapabilityStore,
  createCapabilityMemory,
  type LearnedLimits,
  mergeLimits,
  RELOAD_MS,
} from './capability';
import type { ModelTrait } from './lessons';

const HOUR = 3_600_000;
const START = Date.parse('2026-01-01T00:00:00Z');
const learnt = (lesson: ModelTrait, learntAt = START, model = 'm'): LearnedLimits => ({
  tenant: 't',
  provider: 'openai',
  model,
  lesson,
  learntAt,
});

/** A shared in-memory store; `down` makes it fail, `hang` blocks its answers. */
class FakeStore implements CapabilityStore {
  rows: LearnedLimits[] = [];
  loads = 0;
  saves: LearnedLimits[][] = [];
  down = false;
  hang = false;

  async load(since: number): Promise<LearnedLimits[]> {
    this.loads += 1;
    await this.#answer();
    return [...mergeLimits(this.rows, since).values()];
  }

  async save(all: LearnedLimits[]): Promise<void> {
    this.saves.push(all);
    await this.#answer();
    this.rows.push(...all);
  }

  async #answer(): Promise<void> {
    if (this.hang) await new Promise(() => {});
    if (this.down) throw new Error('the store is down');
  }
}

function makeInstances(store = new FakeStore()) {
  const clock = { now: START };
  const warnings: string[] = [];
  const start = () =>
    createCapabilityMemory({
      store,
      now: () => clock.now,
      warn: (what) => warnings.push(what),
      patienceMs: 5,
    });
  return { store, clock, warnings, start };
}

/** Lets unawaited work run. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('lessons', () => {
  it('keep the latest of each kind and drop the old ones', () => {
    const merged = mergeLimits(
      [
        learnt('clean_json', START + 2),
        learnt('clean_json', START + 3),
        learnt('clean_json', START + 1),
        learnt('prose', START),
      ],
      START,
    );
    expect([...merged.values()]).toEqual([learnt('clean_json', START + 3)]);
  });

  it('are the same in whatever order they come', () => {
    const all = [
      learnt('no_json_object', START + 5),
      learnt('clean_json', START + 1),
      learnt('clean_json', START + 9),
    ];
    const sorted = (list: LearnedLimits[]) =>
      [...mergeLimits(list, START).values()].sort((a, b) => a.learntAt - b.learntAt);
    expect(sorted([...all].reverse())).toEqual(sorted(all));
  });

  it.each([
    [[], 'json_schema', false],
    [['clean_json'], 'json_schema', true],
    [['no_json_schema', 'clean_json'], 'json_object', true],
    [['no_json_object'], 'none', false],
    [['no_json_object', 'no_json_schema'], 'none', false],
  ] as [ModelTrait[], string, boolean][])(
    '%j together mean %s, exact: %s',
    async (lessons, strongest, exact) => {
      const { store, start } = makeInstances();
      store.rows = lessons.map((lesson, i) => learnt(lesson, START - i));
      const memory = start();
      await memory.recall();
      expect(memory.of('t', 'openai', 'm').strongest()).toBe(strongest);
      expect(memory.of('t', 'openai', 'm').canStream()).toBe(exact);
      expect(memory.of('t', 'openai', 'other').strongest()).toBe('json_schema');
      expect(memory.of('t', 'elsewhere', 'm').strongest()).toBe('json_schema');
      expect(memory.of('another', 'openai', 'm').strongest()).toBe('json_schema');
      expect(memory.of('another', 'openai', 'm').canStream()).toBe(false);
    },
  );

  it('are forgotten within hours, each by itself', () => {
    const { clock, start } = makeInstances();
    const model = start().of('t', 'openai', 'm');
    model.refuseConstraint('json_schema', 'named', true);
    clock.now += HOUR;
    model.recordExactness(true);
    expect(CACHE_TTL_MS).toBeLessThan(24 * HOUR);
    clock.now = START + CACHE_TTL_MS - 1;
    expect(model.strongest()).toBe('json_object');
    clock.now += 1;
    expect(model.strongest()).toBe('json_schema');
    expect(model.canStream()).toBe(true);
    clock.now += HOUR;
    expect(model.canStream()).toBe(false);
  });

  it('that are met again last longer', () => {
    const { clock, start } = makeInstances();
    const model = start().of('t', 'openai', 'm');
    for (const hours of [0, 3, 6, 9]) {
      clock.now = START + hours * HOUR;
      model.recordExactness(true);
    }
    expect(model.canStream()).toBe(true);
  });

  it('on a constraint need two of three answers that ignored it; a refusal is enough', () => {
    const model = makeInstances().start().of('t', 'openai', 'm');
    model.keepConstraint('json_schema', true, true);
    for (const _ of '123') model.keepConstraint('json_schema', false, true);
    model.keepConstraint('json_schema', true, true);
    expect(model.strongest()).toBe('json_schema');
    model.keepConstraint('json_schema', false, true);
    model.keepConstraint('json_schema', true, true);
    expect(model.strongest()).toBe('json_object');
    model.refuseConstraint('json_object', 'named', true);
    expect(model.strongest()).toBe('none');
  });

  it('on streaming: one bad answer keeps the next call from being heard, and no other', () => {
    const model = makeInstances().start().of('t', 'openai', 'm');
    expect(model.canStream()).toBe(false);
    model.recordExactness(true);
    expect(model.canStream()).toBe(true);
    model.recordExactness(false);
    expect([model.canStream(), model.canStream()]).toEqual([false, true]);
  });

  it('on prose need two of three lines that were no JSON', () => {
    const model = makeInstances().start().of('t', 'openai', 'm');
    for (const isProse of [true, false, false, true]) model.recordLineFormat(isProse);
    expect(model.speaksProse()).toBe(false);
    model.recordLineFormat(true);
    expect(model.speaksProse()).toBe(true);
  });

  it.each([
    [[], 0],
    [[0], 0],
    [[600], 4096],
    [[600, 1200], 8192],
    [[9000, 40], 65_536],
  ])('thinking of %j tokens allows %i', (thoughts, allowance) => {
    const model = makeInstances().start().of('t', 'openai', 'm');
    for (const tokens of thoughts) model.recordThinkingTokens(tokens);
    expect(model.allowance()).toBe(allowance);
  });
});

describe('a new instance', () => {
  it('knows what another one learnt', async () => {
    const { start } = makeInstances();
    const first = start();
    await first.recall();
    first.of('t', 'openai', 'm').refuseConstraint('json_schema', 'named', true);
    first.of('t', 'openai', 'm').recordExactness(true);
    await settle();
    const second = start();
    await second.recall();
    expect(second.of('t', 'openai', 'm').strongest()).toBe('json_object');
    expect(second.of('t', 'openai', 'm').canStream()).toBe(true);
  });

  it('is told when one that runs reads again, and forgets what was taken out of the store', async () => {
    const { store, clock, start } = makeInstances();
    const [first, second] = [start(), start()];
    await first.recall();
    await second.recall();
    second.of('t', 'openai', 'm').confirmModel();
    second.of('t', 'openai', 'm').refuseConstraint('json_schema', 'named', true);
    await settle();
    await first.recall();
    await settle();
    expect(first.of('t', 'openai', 'm').strongest()).toBe('json_schema');
    clock.now += RELOAD_MS;
    await first.recall();
    await settle();
    expect(first.of('t', 'openai', 'm').strongest()).toBe('json_object');
    store.rows = [];
    clock.now += RELOAD_MS;
    for (const memory of [first, second]) await memory.recall();
    await settle();
    expect(first.of('t', 'openai', 'm').strongest()).toBe('json_schema');
    expect(second.of('t', 'openai', 'm').strongest()).toBe('json_schema');
  });

  it('reads once, and writes only what is new', async () => {
    const { store, start } = makeInstances();
    const memory = start();
    memory.of('t', 'openai', 'm').confirmModel();
    for (let i = 0; i < 20; i += 1) {
      await memory.recall();
      memory.of('t', 'openai', 'm').refuseConstraint('json_schema', 'named', true);
      await settle();
      memory.of('t', 'openai', 'm').recordExactness(true);
      await settle();
    }
    expect(store.loads).toBe(1);
    expect(store.saves.flat().map(({ lesson }) => lesson)).toEqual(['no_json_schema', 'clean_json']);
    const second = createCapabilityMemory({ store, now: () => START });
    await second.recall();
    second.of('t', 'openai', 'm').recordExactness(true);
    await settle();
    expect(store.saves).toHaveLength(2);
  });

  it('is told of a model only once that has answered: anything may be written for its name', async () => {
    const { store, start } = makeInstances();
    const memory = start();
    await memory.recall();
    memory.of('t', 'openai', 'the name of my dog').refuseConstraint('json_schema', 'named', true);
    memory.of('t', 'openai', 'm').refuseConstraint('json_schema', 'named', true);
    await settle();
    expect(memory.of('t', 'openai', 'm').strongest()).toBe('json_object');
    expect(store.saves).toEqual([]);
    memory.of('t', 'openai', 'm').confirmModel();
    await settle();
    memory.of('t', 'openai', 'm').recordExactness(true);
    await settle();
    expect(store.saves.flat().map(({ model, lesson }) => [model, lesson])).toEqual([
      ['m', 'no_json_schema'],
      ['m', 'clean_json'],
    ]);
  });

  it('is not told what one schema alone may be the reason for; it is believed until the next reading', async () => {
    const { store, clock, start } = makeInstances();
    const memory = start();
    await memory.recall();
    memory.of('t', 'openai', 'm').refuseConstraint('json_schema', 'named', false);
    await settle();
    expect(memory.of('t', 'openai', 'm').strongest()).toBe('json_object');
    expect(store.saves).toEqual([]);
    clock.now += RELOAD_MS;
    await memory.recall();
    await settle();
    expect(memory.of('t', 'openai', 'm').strongest()).toBe('json_schema');
  });
});

describe('a store that fails', () => {
  it('leaves the memory of the instance, and gets what it missed when it is back', async () => {
    const { store, clock, warnings, start } = makeInstances();
    store.down = true;
    const memory = start();
    await memory.recall();
    memory.of('t', 'openai', 'm').confirmModel();
    memory.of('t', 'openai', 'm').refuseConstraint('json_schema', 'named', true);
    await settle();
    await memory.recall();
    expect(memory.of('t', 'openai', 'm').strongest()).toBe('json_object');
    expect(warnings).toEqual(['load', 'save']);
    expect(store.loads).toBe(1);
    store.down = false;
    clock.now += RELOAD_MS;
    await memory.recall();
    await settle();
    expect(store.rows).toEqual([learnt('no_json_schema')]);
    expect(memory.of('t', 'openai', 'm').strongest()).toBe('json_object');
  });

  it('by never answering is not waited for, and not asked before every ask', async () => {
    const { store, start } = makeInstances();
    store.hang = true;
    const memory = start();
    await memory.recall();
    await memory.recall();
    memory.of('t', 'openai', 'm').recordExactness(true);
    expect(memory.of('t', 'openai', 'm').canStream()).toBe(true);
    expect(store.loads).toBe(1);
  });

  it('by answering one room only does not hold up another', async () => {
    const { store, start } = makeInstances();
    store.rows = [learnt('no_json_schema')];
    store.hang = true;
    const memory = start();
    const lost = memory.recall();
    store.hang = false;
    await memory.recall();
    expect(memory.of('t', 'openai', 'm').strongest()).toBe('json_object');
    await lost;
  });

  it('while something is learnt does not undo it by an older reading', async () => {
    const { store, start } = makeInstances();
    const memory = start();
    const reading = memory.recall();
    memory.of('t', 'openai', 'm').refuseConstraint('json_object', 'named', true);
    store.rows = [];
    await reading;
    expect(memory.of('t', 'openai', 'm').strongest()).toBe('none');
  });
});
