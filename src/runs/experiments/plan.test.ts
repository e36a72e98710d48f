import { describe, expect, it } from 'vitest';
import { createExperiment } from '../../contract/experiments';
import { listCells, type Plan, planExperiment, runBody } from './plan';

const read = (body: object) => planExperiment(createExperiment.parse({ name: 'Two games', ...body }));
function plan(body: object): Plan {
  const result = read(body);
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}
function errorsOf(body: object) {
  const result = read(body);
  return result.ok || result.failure.code !== 'invalid' ? null : result.failure.errors;
}

describe('the plan of an experiment', () => {
  it('has a run for each seed, game and model, seed by seed', () => {
    const cells = listCells(
      plan({ games: ['crates', 'corridor'], models: ['understudy', 'local'], seeds: 2 }),
    );
    expect(cells.map(({ n, game, player, seed }) => `${n} ${game} ${player} ${seed}`)).toEqual([
      ...['1 crates 0 1', '2 crates 1 1', '3 corridor 0 1', '4 corridor 1 1'],
      ...['5 crates 0 2', '6 crates 1 2', '7 corridor 0 2', '8 corridor 1 2'],
    ]);
  });

  it('plays a game, a story and a seed once, however often they are named', () => {
    const { games, seeds } = plan({ games: ['crates', 'crates'], stories: ['tide-mill'], seeds: ['a', 'a'] });
    expect({ games, seeds }).toEqual({ games: ['crates', 'tide-mill'], seeds: ['a'] });
  });

  it('reads models as answers name them, and profiles', () => {
    const { players } = plan({
      games: ['crates'],
      models: [
        ...['understudy', 'qwen3:8b by local', 'stand by me by router'],
        { profile: { provider: 'local', model: 'tiny' } },
        { label: 'mixed', profile: { provider: 'local' }, profiles: { analyst: { provider: 'understudy' } } },
      ],
    });
    expect(players.map(({ label, profiles }) => [label, profiles.explorer, profiles.analyst])).toEqual([
      ['understudy', { provider: 'understudy' }, { provider: 'understudy' }],
      ['qwen3:8b by local', ...Array(2).fill({ provider: 'local', model: 'qwen3:8b' })],
      ['stand by me by router', ...Array(2).fill({ provider: 'router', model: 'stand by me' })],
      ['tiny by local', ...Array(2).fill({ provider: 'local', model: 'tiny' })],
      ['mixed', { provider: 'local' }, { provider: 'understudy' }],
    ]);
  });

  it('refuses to play nothing, to name two alike, and to make too many runs', () => {
    expect(errorsOf({ games: [] })).toMatchObject([{ pointer: '/games' }]);
    expect(errorsOf({ games: ['crates'], models: ['local', { label: 'local' }] })).toMatchObject([
      { pointer: '/models/1' },
    ]);
    const games = Array.from({ length: 11 }, (_, i) => `story-${i}`);
    expect(errorsOf({ games, seeds: 100 })).toMatchObject([
      { message: expect.stringContaining('1100 runs') },
    ]);
  });

  it('gives each run the agents, budgets and options of its kind of game alone', () => {
    const mixed = plan({
      ...{ games: ['crates'], stories: ['tide-mill'], models: ['understudy'] },
      ...{ budgets: { actions: 30, turns: 20, tokens: 900 }, options: { episodes: 2 }, play: true },
    });
    const grid = runBody(mixed, { game: 'crates', player: 0, seed: '1' }, 'grid');
    expect(grid).toMatchObject({ game: 'crates', seed: '1', start: false });
    expect(Object.keys(grid.profiles ?? {})).toEqual(['explorer', 'analyst']);
    expect(grid.budgets).toEqual({ actions: 30, tokens: 900 });
    expect(grid).toMatchObject({ play: true });
    expect(grid.options).toBeUndefined();
    const story = runBody(mixed, { game: 'tide-mill', player: 0, seed: '1' }, 'adventure');
    expect(Object.keys(story.profiles ?? {})).toContain('adventurer');
    expect(story.budgets).toEqual({ turns: 20, tokens: 900 });
    expect(story.options).toEqual({ share: false, episodes: 2 });
    expect(story.play).toBeUndefined();
  });

  it('keeps what runs learnt of a story from each other, unless its options say otherwise', () => {
    const optionsOf = (body: object) =>
      runBody(
        plan({ stories: ['tide-mill'], ...body }),
        { game: 'tide-mill', player: 0, seed: '1' },
        'adventure',
      ).options;
    expect(optionsOf({})).toEqual({ share: false });
    expect(optionsOf({ options: { share: true } })).toEqual({ share: true });
  });

  it('names a run by the title of its story, where there is one', () => {
    const stories = plan({ games: ['story-0123'], models: ['understudy'] });
    const title = (name?: string) =>
      runBody(stories, { game: 'story-0123', player: 0, seed: '7' }, 'adventure', null, name).title;
    expect(title('Zork I')).toBe(`${stories.name}: Zork I, understudy, seed 7`);
    expect(title()).toBe(`${stories.name}: story-0123, understudy, seed 7`);
  });
});
