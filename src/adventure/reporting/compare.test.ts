import { beforeAll, describe, expect, it } from 'vitest';
import { createAdventureRoom, playToEnd, typing } from '../../../test/support/adventure-run';
import { TO_DEATH, TO_THE_END } from '../../../test/support/tide-mill-walk';
import {
  type AdventureDigest,
  adventureComparison,
  adventureDigest,
} from '../../contract/adventure-comparisons';
import { compareAdventures, digestAdventure } from './compare';

const COSTS = { tokens: 700, money: 0.5 };

async function digest(
  commands: readonly string[],
  turns: number,
  { seed = 'seed', fair = false } = {},
): Promise<AdventureDigest> {
  const goal = {
    action: commands[1] ?? '',
    new_objective: { text: 'light the lantern', priority: 'high' as const, parent: null },
  };
  const room = await createAdventureRoom({
    ...{ seed, answers: { adventurer: typing([commands[0] ?? '', goal, ...commands.slice(2)]) } },
    ...{ options: { critic: { on: false }, fair }, budgets: { turns } },
  });
  await playToEnd(room);
  return digestAdventure(room.state, room.ledger, COSTS);
}

let won: AdventureDigest;
let dead: AdventureDigest;
let short: AdventureDigest;
beforeAll(async () => {
  won = await digest(TO_THE_END, TO_THE_END.length + 5);
  dead = await digest(TO_DEATH, TO_DEATH.length + 5);
  short = await digest(TO_THE_END, 6);
});

describe('a comparison of two text adventures', () => {
  it('of a run with itself finds no difference', () => {
    const same = compareAdventures(won, structuredClone(won));
    expect(adventureDigest.parse(won)).toEqual(won);
    expect(adventureComparison.parse(same)).toEqual(same);
    expect(same).toMatchObject({ sameGame: true, sameSeed: true, diverge: null });
    expect(same.places?.every((place) => place.in === 'both' && place.a === place.b)).toBe(true);
    expect(same.objectives).toEqual([{ text: 'light the lantern', in: 'both', a: 'active', b: 'active' }]);
  });

  it('shows what each reached and what that took', () => {
    const { a, b } = compareAdventures(won, dead);
    expect(a).toMatchObject({
      ...{
        status: 'finished',
        end: 'won',
        score: 50,
        maximum: 50,
        shareOfMaximum: 1,
        deaths: 0,
        episodes: 1,
      },
      ...{ turns: TO_THE_END.length, moves: TO_THE_END.length, tokens: 700, money: 0.5, player: 'agent' },
    });
    expect(b).toMatchObject({ end: 'died', deaths: 1 });
  });

  it('draws the score by moves, from its changes to the last move', () => {
    const { curves } = compareAdventures(won, short);
    expect(curves.a.at(-1)).toEqual([TO_THE_END.length, 50]);
    expect(curves.b.at(-1)?.[0]).toBe(6);
    const scores = curves.a.slice(0, -1).map(([, score]) => score);
    expect(scores).toEqual([...new Set(scores)]);
  });

  it('has the beginning of each answer, and says where it is cut', () => {
    const long = won.steps.findIndex(({ text }) => text.length > 200);
    const steps = won.steps.slice(0, long);
    const { diverge } = compareAdventures(won, { ...won, steps });
    expect(diverge).toMatchObject({ move: long + 1, kind: 'end' });
    expect(diverge?.a?.text).toMatch(/^[^…]{150,199}…$/);
  });

  it('shows two long answers from shortly before they differ', () => {
    const same = 'word '.repeat(100);
    const ending = (text: string) => ({
      ...won,
      steps: won.steps.map((step, i) => (i === 3 ? { ...step, text: `${same}${text}`, key: text } : step)),
    });
    const { diverge } = compareAdventures(ending('An egg.'), ending('An owl.'));
    expect(diverge?.kind).toBe('answer');
    expect(diverge?.a?.text).toMatch(/^…(word ){10,12}An egg\.$/);
    expect(diverge?.b?.text).toMatch(/^…(word ){10,12}An owl\.$/);
  });

  it('tells common places from those that only one has visited', () => {
    const { places } = compareAdventures(won, short);
    const of = (where: string) => places?.filter((place) => place.in === where) ?? [];
    expect(of('both')).toHaveLength(short.places.length);
    expect(of('only_a')).toHaveLength(won.places.length - short.places.length);
    expect(of('only_a').length).toBeGreaterThan(0);
    expect(of('only_b')).toEqual([]);
    expect(of('only_a').every(({ a, b }) => a !== null && b === null)).toBe(true);
  });

  it('knows the places of a fair run by their names, for their numbers are its own', async () => {
    const fair = await digest(TO_THE_END, 6, { fair: true });
    const { a, b, places } = compareAdventures(short, fair);
    expect([a.fair, b.fair]).toEqual([false, true]);
    expect(places?.map(({ name, in: whose }) => [name, whose])).toEqual(
      short.places.map(({ name }) => [name, 'both']),
    );
    expect(fair.places.map(({ id }) => id)).not.toEqual(short.places.map(({ id }) => id));
  });

  it('finds the first move that differs: another command, another answer, or the end of one', () => {
    expect(compareAdventures(won, short).diverge).toMatchObject({
      ...{ move: 7, kind: 'end', b: null, a: { turn: 7, command: TO_THE_END[6] } },
    });
    const first = TO_THE_END.findIndex((command, i) => command !== TO_DEATH[i]);
    expect(compareAdventures(won, dead).diverge).toMatchObject({
      ...{ move: first + 1, kind: 'command' },
      ...{ a: { command: TO_THE_END[first] }, b: { command: TO_DEATH[first] } },
    });
    const steps = won.steps.map((step, i) => (i === 3 ? { ...step, key: 'another' } : step));
    expect(compareAdventures(won, { ...won, steps }).diverge).toMatchObject({ move: 4, kind: 'answer' });
  });

  it('of two stories leaves places and moves aside, and compares what can be', () => {
    const other = { ...short, run: { ...short.run, story: 'f'.repeat(20) } };
    const compared = compareAdventures(won, other);
    expect(compared).toMatchObject({ sameGame: false, places: null, diverge: null });
    expect(compared.a.shareOfMaximum).toBe(1);
    expect(compared.objectives).toHaveLength(1);
  });
});
