import { expect, it } from 'vitest';
import { type Example, findLeaves, growTree, isTentative, Lexicon, type Tree } from './tree';

const lexicon = new Lexicon();

const example = (label: string, board: string, ...features: string[]): Example => ({
  features: Int32Array.from(features, (name) => lexicon.idOf(name)),
  label,
  board,
  action: 'ACTION1',
});

const grow = (examples: readonly Example[]): Tree => growTree(examples, lexicon);

const labels = (tree: Tree, ...features: string[]) =>
  findLeaves(tree, new Set(features))
    .map(({ label }) => label)
    .sort();

it('reaches both leaves if tests that no observation tells apart disagree', () => {
  const tree = grow([
    example('stay', 'a', 'ahead:1', 'behind:2', 'touching:3'),
    example('go', 'b', 'ahead:1', 'behind:4'),
    example('go', 'c', 'ahead:1', 'behind:4'),
  ]);
  expect(labels(tree, 'ahead:1', 'behind:2', 'touching:3')).toEqual(['stay']);
  expect(labels(tree, 'ahead:1', 'behind:2')).toEqual(['go', 'stay']);
});

it('believes what is in the way before what is nearby', () => {
  const tree = grow([
    example('stay', 'a', 'ahead:2', 'touching:3'),
    example('go', 'b', 'ahead:1'),
    example('go', 'c', 'ahead:1'),
  ]);
  expect(labels(tree, 'ahead:1', 'touching:3')).toEqual(['go']);
  expect(isTentative(tree, 'ACTION1')).toBe(false);
});

it('is tentative if only a place tells observations apart', () => {
  const tree = grow([example('stay', 'a', 'at:1,1'), example('go', 'b', 'at:1,2')]);
  expect(isTentative(tree, 'ACTION1')).toBe(true);
});
