import { describe, expect, it } from 'vitest';
import { makeReading, makeTrial, thing } from '../../test/support/adventure-sample';
import { openPlayer } from '../../test/support/play-story';
import { searchValidActions } from './valid-actions';

describe('valid actions', () => {
  it('are the commands of a place that change the world', async () => {
    const player = await openPlayer('tide-mill.z5');
    const yard = player.perform(player.start('seed').snapshot, 'east').step;
    const kitchen = player.perform(yard.snapshot, 'north').step;
    const { actions } = await searchValidActions(kitchen.reading, player.vocabulary, (commands) =>
      player.attempt(kitchen.snapshot, commands),
    );
    const commands = actions.map(({ command }) => command);
    expect(commands).toEqual(expect.arrayContaining(['up', 'south', 'open biscuit tin', 'take almanac']));
    expect(commands).not.toContain('west');
    const alike = actions.map(({ command, alike: others }) => [command, ...others]);
    expect(alike).toContainEqual(['south', 'out']);
    for (const { command } of actions)
      expect(player.attempt(kitchen.snapshot, [command]).effect, command).toBe(true);
  });

  it('are named once, whatever words leave the same world, and never kill', async () => {
    const answers: Record<string, ReturnType<typeof makeTrial>> = {
      'take cup': makeTrial('Taken.', { effect: true }),
      'touch cup': makeTrial('Taken.', { effect: true }),
      'eat cup': makeTrial('*** You have died ***', { effect: true }),
    };
    const { actions } = await searchValidActions(
      makeReading({ inventory: [], visible: [thing(1, 'gold cup')] }),
      ['take', 'touch', 'eat', 'cup'],
      ([command = '']) => answers[command] ?? makeTrial('Nothing happens.'),
    );
    const one = { text: 'Taken.', moved: false, points: 0, alike: ['touch cup'] };
    expect(actions).toEqual([{ command: 'take cup', ...one }]);
  });

  it('are none that were refused, unless something changed hands', async () => {
    const refused = 'Your load is too heavy.';
    const answers: Record<string, ReturnType<typeof makeTrial>> = {
      'take cup': makeTrial(refused, { effect: true }),
      'open cup': makeTrial(`${refused} `, { effect: true, rearranged: true }),
    };
    const { actions } = await searchValidActions(
      makeReading({ inventory: [], visible: [thing(1, 'gold cup')] }),
      ['take', 'open', 'cup'],
      ([command = '']) => answers[command] ?? makeTrial('Nothing happens.'),
    );
    expect(actions.map(({ command }) => command)).toEqual(['open cup']);
  });

  it('say how many commands there was no room for', async () => {
    const things = Array.from({ length: 14 }, (_, i) => thing(i + 1, `gem ${'abcdefghijklmn'[i]}`));
    const coins = Array.from({ length: 14 }, (_, i) => thing(i + 20, `coin ${'abcdefghijklmn'[i]}`));
    const words = [
      ...['put', 'give', 'in', 'to'],
      'take',
      'open',
      'close',
      'push',
      'pull',
      'turn',
      'move',
      'enter',
      'climb',
      'search',
      'read',
    ];
    const { tried, untried } = await searchValidActions(
      makeReading({ inventory: coins, visible: things }),
      [...words, 'light', 'eat', 'touch', 'gem', 'coin', ...'abcdefghijklmn'],
      () => makeTrial('Nothing happens.'),
    );
    expect(tried).toBe(600);
    expect(untried).toBeGreaterThan(0);
    const slow = await searchValidActions(makeReading(), ['north', 'south', 'east', 'west'], () => {
      const trial = makeTrial('You walk and walk.');
      return { ...trial, step: { ...trial.step, instructions: 5_000_000 } };
    });
    expect(slow).toMatchObject({ actions: [], tried: 2, untried: 2 });
  });

  it('stop in a slow story after the ways and the likeliest commands', async () => {
    const slow = makeTrial('You walk and walk.');
    const typed: string[] = [];
    const { tried, untried } = await searchValidActions(
      makeReading({ inventory: [], visible: [thing(1, 'lamp'), thing(2, 'rug')] }),
      ['north', 'south', 'take', 'open', 'push', 'lamp', 'rug'],
      ([command = '']) => {
        typed.push(command);
        return { ...slow, step: { ...slow.step, instructions: 3_500_000 } };
      },
      3_500_000,
    );
    expect(typed).toEqual(['north', 'south', 'take lamp', 'take rug', 'open lamp', 'open rug']);
    expect({ tried, untried }).toEqual({ tried: 6, untried: 2 });
  });

  it('go verb by verb through all things, and by pairs before the rarer verbs', async () => {
    const typed: string[] = [];
    await searchValidActions(
      makeReading({
        inventory: [thing(1, 'egg'), thing(2, 'sword')],
        visible: [thing(3, 'case'), thing(4, 'rug')],
      }),
      ['take', 'drop', 'open', 'put', 'wave', 'egg', 'sword', 'case', 'rug'],
      ([command = '']) => {
        typed.push(command);
        return makeTrial('Nothing happens.');
      },
    );
    expect(typed).toEqual([
      ...['take case', 'take rug', 'drop egg', 'drop sword'],
      ...['open case', 'open rug', 'open egg', 'open sword', 'take off egg', 'take off sword'],
      ...['put egg in case', 'put sword in case', 'put egg in rug', 'put sword in rug'],
      ...['put sword in egg', 'put egg in sword', 'put egg on case', 'put sword on case', 'put egg on rug'],
      ...['put sword on rug', 'put sword on egg', 'put egg on sword', 'wave egg', 'wave sword'],
    ]);
  });

  it('are made of words that the story knows alone', async () => {
    const typed: string[] = [];
    await searchValidActions(makeReading(), ['take', 'brass', 'lantern', 'drop'], ([command = '']) => {
      typed.push(command);
      return makeTrial('Nothing happens.');
    });
    expect(typed).toEqual(['drop brass lantern', 'take off brass lantern']);
  });
});
