import { describe, expect, it } from 'vitest';
import {
  type Candidate,
  decay,
  MAX_QUERY_WORDS,
  memoryAge,
  nameBoost,
  queryWords,
  rarity,
  type Scoring,
  scoreMemories,
  splitWords,
} from './memory';
import { cosine, packVector } from './vectors';

const memory = (more: Partial<Candidate> = {}): Candidate => ({
  id: 1,
  scene: 'here',
  round: 10,
  text: 'Bo: The boat is lost.',
  boost: 1,
  tick: 10,
  rank: null,
  similarity: 1,
  ...more,
});
const scoring = (more: Partial<Scoring> = {}): Scoring => ({
  query: 'boat',
  scene: 'here',
  round: 10,
  tick: 10,
  cast: [],
  topK: 5,
  minScore: 0,
  halfLife: 10,
  floor: 0,
  ...more,
});
const scoresOf = (candidates: Candidate[], more: Partial<Scoring> = {}) =>
  scoreMemories(candidates, scoring(more)).map(({ score }) => score);

describe('the query', () => {
  it('is of words alone, so that nothing in it is an operator', () => {
    const text = 'boat AND NEAR(lamp) "storm* -who:x';
    expect(queryWords(text)).toEqual(['boat', 'near', 'lamp', 'storm', 'x']);
  });

  it('folds case and accents, and asks for each word once', () =>
    expect(queryWords('Café CAFE ﬁre')).toEqual(['cafe', 'fire']));

  it('cuts scripts without spaces into pairs of letters', () => {
    expect(splitWords('記憶術 lamp')).toEqual(['記憶', '憶術', 'lamp']);
    expect(splitWords('火')).toEqual(['火']);
  });

  it('has no words when none is left', () => {
    for (const text of ['', '   ', '🙂🙂', 'the and of', '"*-():', "don't"])
      expect(queryWords(text)).toEqual([]);
  });

  it('has no more than so many words, however long the text is', () => {
    const words = queryWords(Array.from({ length: 100_000 }, (_, i) => `w${i}`).join(' '));
    expect(words).toHaveLength(MAX_QUERY_WORDS);
  });

  it('survives halves of surrogate pairs and nul characters', () =>
    expect(queryWords('lamp\u0000\ud83d boat')).toEqual(['lamp', 'boat']));
});

it('a word tells the less, the more memories have it', () => {
  const told = [1, 2, 10, 100].map(rarity);
  expect(told).toEqual([...told].sort((a, b) => b - a));
  expect(rarity(100)).toBeGreaterThan(0);
});

describe('age', () => {
  it('of this scene is counted in its rounds', () => {
    const now = { scene: 'here', round: 12, tick: 100 };
    expect(memoryAge({ scene: 'here', round: 9, tick: 1 }, now)).toBe(3);
    expect(memoryAge({ scene: 'here', round: 12, tick: 1 }, now)).toBe(0);
  });

  it('of other scenes is counted in rounds that the world has remembered since', () => {
    const now = { scene: 'here', round: 2, tick: 100 };
    expect(memoryAge({ scene: 'there', round: 900, tick: 100 }, now)).toBe(1);
    expect(memoryAge({ scene: 'there', round: 1, tick: 91 }, now)).toBe(10);
  });

  it('halves a score at the half-life, and takes no more than the floor leaves', () => {
    expect(decay(0, 10, 0)).toBe(1);
    expect(decay(10, 10, 0)).toBe(0.5);
    expect(decay(20, 10, 0)).toBe(0.25);
    expect(decay(20, 10, 0.25)).toBe(0.25);
    expect(decay(21, 10, 0.25)).toBe(0.25);
    expect(decay(19, 10, 0.25)).toBeGreaterThan(0.25);
  });
});

describe('scores', () => {
  it('keep exactly topK', () => {
    const three = [1, 2, 3].map((id) => memory({ id }));
    expect(scoresOf(three, { topK: 3 })).toHaveLength(3);
    expect(scoresOf(three, { topK: 2 })).toHaveLength(2);
    expect(scoresOf(three, { topK: 0 })).toHaveLength(0);
  });

  it('keep one that reaches minScore exactly, and none below it', () => {
    const half = memory({ similarity: 0.5 });
    expect(scoresOf([half], { minScore: 0.5 })).toEqual([0.5]);
    expect(scoresOf([half], { minScore: 0.5001 })).toEqual([]);
  });

  it('never keep what does not fit at all, even when minScore is 0', () =>
    expect(scoresOf([memory({ similarity: 0 }), memory({ similarity: -1 })])).toEqual([]));

  it('are halved by one half-life, and held by the floor', () => {
    const old = memory({ round: 0 });
    expect(scoresOf([old])).toEqual([0.5]);
    expect(scoresOf([old], { halfLife: 1, floor: 0.3 })).toEqual([0.3]);
  });

  it('put the newer of two equal ones first', () => {
    const found = scoreMemories(
      [memory({ id: 1, text: 'old' }), memory({ id: 3, text: 'new' }), memory({ id: 2, text: 'middle' })],
      scoring(),
    );
    expect(found.map(({ text }) => text)).toEqual(['new', 'middle', 'old']);
  });

  it('by words go by the rank beside the best one, and by how many words are shared', () => {
    const best = memory({ rank: -4, similarity: null, text: 'the boat and the lamp' });
    const less = memory({ id: 2, rank: -2, similarity: null, text: 'the boat' });
    expect(scoresOf([less, best], { query: 'boat lamp' })).toEqual([2 / 3, 0.25]);
  });

  it('of a small world, in which every word is common, are no smaller', () => {
    expect(scoresOf([memory({ rank: -1e-6, similarity: null })])).toEqual([0.5]);
    expect(scoresOf([memory({ rank: 0, similarity: null })])).toEqual([0.5]);
  });

  it('join words and meaning: either is enough, both are better', () => {
    const words = memory({ rank: -1, similarity: null });
    const meaning = memory({ similarity: 0.5 });
    const both = memory({ rank: -1, similarity: 0.5 });
    expect(scoresOf([words])).toEqual([0.5]);
    expect(scoresOf([meaning])).toEqual([0.5]);
    expect(scoresOf([both])).toEqual([0.75]);
  });

  it('are better when the memory tells of somebody who is being talked about', () => {
    const told = memory({ similarity: 0.5, text: 'Old Marlow: I sold the boat.' });
    const query = 'Where is old Marlow?';
    expect(scoresOf([told], { query, cast: ['bo'] })).toEqual([0.5]);
    expect(scoresOf([told], { query, cast: ['old-marlow'] })).toEqual([0.6]);
  });

  it('are better for what one took part in, and never above 1', () => {
    expect(nameBoost('Ada: Good night.\nI: Good night.')).toBeGreaterThan(nameBoost('Ada: I: Good night.'));
    expect(scoresOf([memory({ boost: 1.25 })])).toEqual([1]);
  });
});

describe('packed embeddings', () => {
  it('keep their direction', () => {
    const one = Array.from({ length: 300 }, (_, i) => Math.sin(i));
    const two = Array.from({ length: 300 }, (_, i) => Math.sin(i + 1));
    const exact = dot(one, two) / Math.sqrt(dot(one, one) * dot(two, two));
    expect(cosine(packVector(one), packVector(two))).toBeCloseTo(exact, 2);
    expect(cosine(packVector(one), packVector(one.map((x) => 7 * x)))).toBeCloseTo(1, 5);
    expect(cosine(packVector(one), packVector(one.map((x) => -x)))).toBeCloseTo(-1, 5);
  });

  it('of another model, or of nothing, are not compared', () => {
    expect(cosine(packVector([1, 0]), packVector([1, 0, 0]))).toBeNull();
    expect(cosine(packVector([0, 0]), packVector([1, 0]))).toBeNull();
    expect(cosine(packVector([]), packVector([]))).toBeNull();
  });
});

const dot = (a: number[], b: number[]) => a.reduce((sum, x, i) => sum + x * (b[i] ?? 0), 0);
