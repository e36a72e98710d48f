import { describe, expect, it } from 'vitest';
import {
  type CapabilityStore,
  type Learnt,
  type Lesson,
  makeCapabilityMemory,
  mergeLearnt,
  RELOAD_MS,
  REMEMBERED_MS,
} from '../../../src/model/capability';

const HOUR = 3_600_000;
const START = Date.parse('2026-01-01T00:00:00Z');
const learnt = (lesson: Lesson, learntAt = START, model = 'm'): Learnt => ({
  provider: 'openai',
  model,
  lesson,
  learntAt,
});

/** A store in memory that several instances share; `down` makes it fail, `hang` keeps it from answering. */
class FakeStore implements CapabilityStore {
  rows: Learnt[] = [];
  loads = 0;
  saves: Learnt[][] = [];
  down = false;
  hang = false;

  async load(since: number): Promise<Learnt[]> {
    this.loads += 1;
    await this.#answer();
    return [...mergeLearnt(this.rows, since).values()];
  }

  async save(all: Learnt[]): Promise<void> {
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
    makeCapabilityMemory({
      store,
      now: () => clock.now,
      warn: (what) => warnings.push(what),
      patienceMs: 5,
    });
  return { store, clock, warnings, start };
}

/** Everything that nobody waits for has had its turn. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 0));

describe('lessons', () => {
  it('keep the latest of each kind and drop the old ones', () => {
    const merged = mergeLearnt(
      [
        learnt('exact', START + 2),
        learnt('exact', START + 3),
        learnt('exact', START + 1),
        learnt('inexact', START),
      ],
      START,
    );
    expect([...merged.values()]).toEqual([learnt('exact', START + 3)]);
  });

  it('are the same in whatever order they come', () => {
    const all = [learnt('no_json_object', START + 5), learnt('exact', START + 1), learnt('exact', START + 9)];
    const sorted = (list: Learnt[]) =>
      [...mergeLearnt(list, START).values()].sort((a, b) => a.learntAt - b.learntAt);
    expect(sorted([...all].reverse())).toEqual(sorted(all));
  });

  it.each([
    [[], 'json_schema', false],
    [['exact'], 'json_schema', true],
    [['exact', 'inexact'], 'json_schema', false],
    [['inexact'], 'json_schema', false],
    [['no_json_schema', 'exact'], 'json_object', true],
    [['no_json_object'], 'none', false],
    [['no_json_object', 'no_json_schema'], 'none', false],
  ] as [Lesson[], string, boolean][])('%j together mean %s, exact: %s', async (lessons, strongest, exact) => {
    const { store, start } = makeInstances();
    store.rows = lessons.map((lesson, i) => learnt(lesson, START - i));
    const memory = start();
    await memory.recall();
    expect(memory.strongest('openai', 'm')).toBe(strongest);
    expect(memory.isExact('openai', 'm')).toBe(exact);
    expect(memory.strongest('openai', 'other')).toBe('json_schema');
    expect(memory.strongest('elsewhere', 'm')).toBe('json_schema');
  });

  it('are forgotten after seven days, each by itself', () => {
    const { clock, start } = makeInstances();
    const memory = start();
    memory.lower('openai', 'm', 'json_schema');
    clock.now += 24 * HOUR;
    memory.watch('openai', 'm', false);
    memory.watch('openai', 'm', true);
    clock.now = START + REMEMBERED_MS - 1;
    expect(memory.strongest('openai', 'm')).toBe('json_object');
    clock.now += 1;
    expect(memory.strongest('openai', 'm')).toBe('json_schema');
    expect(memory.isExact('openai', 'm')).toBe(false);
    clock.now += 24 * HOUR;
    memory.watch('openai', 'm', true);
    expect(memory.isExact('openai', 'm')).toBe(true);
  });

  it('that are met again last longer', () => {
    const { clock, start } = makeInstances();
    const memory = start();
    for (const days of [0, 3, 6, 9]) {
      clock.now = START + days * 24 * HOUR;
      memory.watch('openai', 'm', true);
    }
    expect(memory.isExact('openai', 'm')).toBe(true);
  });
});

describe('a new instance', () => {
  it('knows what another one learnt', async () => {
    const { start } = makeInstances();
    const first = start();
    await first.recall();
    first.lower('openai', 'm', 'json_schema');
    first.watch('openai', 'm', true);
    await settle();
    const second = start();
    await second.recall();
    expect(second.strongest('openai', 'm')).toBe('json_object');
    expect(second.isExact('openai', 'm')).toBe(true);
  });

  it('is told when one that runs reads again, and forgets what was taken out of the store', async () => {
    const { store, clock, start } = makeInstances();
    const [first, second] = [start(), start()];
    await first.recall();
    await second.recall();
    second.answered('openai', 'm');
    second.lower('openai', 'm', 'json_schema');
    await settle();
    await first.recall();
    await settle();
    expect(first.strongest('openai', 'm')).toBe('json_schema');
    clock.now += RELOAD_MS;
    await first.recall();
    await settle();
    expect(first.strongest('openai', 'm')).toBe('json_object');
    store.rows = [];
    clock.now += RELOAD_MS;
    for (const memory of [first, second]) await memory.recall();
    await settle();
    expect(first.strongest('openai', 'm')).toBe('json_schema');
    expect(second.strongest('openai', 'm')).toBe('json_schema');
  });

  it('reads once, and writes only what is new', async () => {
    const { store, start } = makeInstances();
    const memory = start();
    memory.answered('openai', 'm');
    for (let i = 0; i < 20; i += 1) {
      await memory.recall();
      memory.lower('openai', 'm', 'json_schema');
      await settle();
      memory.watch('openai', 'm', true);
      await settle();
    }
    expect(store.loads).toBe(1);
    expect(store.saves.flat().map(({ lesson }) => lesson)).toEqual(['no_json_schema', 'exact']);
    const second = makeCapabilityMemory({ store, now: () => START });
    await second.recall();
    second.watch('openai', 'm', true);
    await settle();
    expect(store.saves).toHaveLength(2);
  });

  it('is told of a model only once that has answered: anything may be written for its name', async () => {
    const { store, start } = makeInstances();
    const memory = start();
    await memory.recall();
    memory.lower('openai', 'the name of my dog', 'json_schema');
    memory.lower('openai', 'm', 'json_schema');
    await settle();
    expect(memory.strongest('openai', 'm')).toBe('json_object');
    expect(store.saves).toEqual([]);
    memory.answered('openai', 'm');
    await settle();
    memory.watch('openai', 'm', true);
    await settle();
    expect(store.saves.flat().map(({ model, lesson }) => [model, lesson])).toEqual([
      ['m', 'no_json_schema'],
      ['m', 'exact'],
    ]);
  });

  it('is not told what one schema alone may be the reason for; it is believed until the next reading', async () => {
    const { store, clock, start } = makeInstances();
    const memory = start();
    await memory.recall();
    memory.lower('openai', 'm', 'json_schema', false);
    await settle();
    expect(memory.strongest('openai', 'm')).toBe('json_object');
    expect(store.saves).toEqual([]);
    clock.now += RELOAD_MS;
    await memory.recall();
    await settle();
    expect(memory.strongest('openai', 'm')).toBe('json_schema');
  });
});

describe('a store that fails', () => {
  it('leaves the memory of the instance, and gets what it missed when it is back', async () => {
    const { store, clock, warnings, start } = makeInstances();
    store.down = true;
    const memory = start();
    await memory.recall();
    memory.answered('openai', 'm');
    memory.lower('openai', 'm', 'json_schema');
    await settle();
    await memory.recall();
    expect(memory.strongest('openai', 'm')).toBe('json_object');
    expect(warnings).toEqual(['load', 'save']);
    expect(store.loads).toBe(1);
    store.down = false;
    clock.now += RELOAD_MS;
    await memory.recall();
    await settle();
    expect(store.rows).toEqual([learnt('no_json_schema')]);
    expect(memory.strongest('openai', 'm')).toBe('json_object');
  });

  it('by never answering is not waited for, and not asked before every ask', async () => {
    const { store, start } = makeInstances();
    store.hang = true;
    const memory = start();
    await memory.recall();
    await memory.recall();
    memory.watch('openai', 'm', true);
    expect(memory.isExact('openai', 'm')).toBe(true);
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
    expect(memory.strongest('openai', 'm')).toBe('json_object');
    await lost;
  });

  it('while something is learnt does not undo it by an older reading', async () => {
    const { store, start } = makeInstances();
    const memory = start();
    const reading = memory.recall();
    memory.lower('openai', 'm', 'json_object');
    store.rows = [];
    await reading;
    expect(memory.strongest('openai', 'm')).toBe('none');
  });
});
