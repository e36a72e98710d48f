import { expect, it } from 'vitest';
import { buildStory } from '../../../test/support/hostile-stories';
import { openStory } from '../../../test/support/play-story';
import { startStory } from './machine';
import { wordAt } from './memory';
import { loadMachine, runMachine } from './run';

/** Properties of one byte each in version 3, in this order. */
const listOf = (...properties: [number: number, value: number][]): number[] => [0, ...properties.flat(), 0];

it.each([
  ['falls', listOf([20, 1], [5, 2], [3, 3]), { 20: 1, 5: 2, 3: 3 }],
  ['has a number twice', listOf([20, 1], [20, 9], [5, 2], [3, 3]), { 20: 1, 5: 2, 3: 3 }],
  // A search ends at the first number that is not larger.
  ['rises in between', listOf([20, 1], [5, 2], [9, 9], [3, 3]), { 20: 1, 5: 2, 3: 3 }],
  ['rises at its beginning', listOf([5, 2], [20, 9], [3, 3]), { 5: 2, 3: 3 }],
])('the properties of a list are found that %s', async (_, properties, wanted) => {
  const { objects, memory } = loadMachine(await openStory(buildStory({ properties })));
  const values = Array.from({ length: 31 }, (__, i) => {
    const { property } = objects.property(1, i + 1);
    return property ? [[i + 1, memory[property.address]]] : [];
  }).flat();
  expect(Object.fromEntries(values)).toEqual(wanted);
});

it('the property behind another is the next in the list, risen or not', async () => {
  const properties = listOf([20, 1], [5, 2], [9, 9], [3, 3]);
  const { objects } = loadMachine(await openStory(buildStory({ properties })));
  expect([0, 20, 5, 3].map((number) => objects.nextProperty(1, number).number)).toEqual([20, 5, 9, 0]);
  expect(() => objects.nextProperty(1, 9)).toThrow('object 1 has no property 9');
  expect(objects.nextProperty(99, 5)).toEqual({ number: 0, passed: 0 });
});

it('a long list counts by the properties that are passed', async () => {
  const properties = listOf(...Array.from({ length: 2000 }, () => [31, 1] as [number, number]));
  const code = [0x95, 16, 0x11, 1, 3, 17];
  const back = -(code.length + 1);
  const file = buildStory({ properties, code: () => [...code, 0x8c, (back >> 8) & 255, back & 255] });
  const machine = loadMachine(await openStory(file));
  startStory(machine, 'seed');
  runMachine(machine, 100_000);
  expect(machine.stopped?.kind).toBe('runaway');
  const rounds = wordAt(machine.memory, 0x40);
  expect(rounds).toBeGreaterThan(2_000);
  expect(rounds).toBeLessThan(4_000);
});
