import { describe, expect, it } from 'vitest';
import type { AdventureState } from '../../../src/adventure/state-types';
import { makeAdventure, makeMove, makeNote, makeStory, thing } from '../../../test/support/adventure-sample';
import {
  BOX,
  CHEST,
  CUP,
  CURTAIN,
  commandIn,
  DIED,
  decideOn,
  GLOVES,
  LAMP,
  LEAFLET,
  SWORD,
  turnFor,
} from '../../../test/support/kitchen';

describe('what the player does at a place', () => {
  it('takes what can be taken, treasures first', () => {
    const world = {
      'take leaflet': { reading: { inventory: [LEAFLET], visible: [CUP] } },
      'take gold cup': { reading: { inventory: [CUP], visible: [LEAFLET] } },
    };
    expect(commandIn({ here: [LEAFLET, CUP], world })).toBe('take gold cup');
  });

  it('leaves the least useful thing when its hands are full', () => {
    const world = {
      'take gold cup': { text: 'Your load is too heavy.', effect: false },
      'drop leaflet, take gold cup': { reading: { inventory: [LAMP, CUP], visible: [LEAFLET] } },
      'drop lamp, take gold cup': { reading: { inventory: [LEAFLET, CUP], visible: [LAMP] } },
    };
    expect(commandIn({ held: [LAMP, LEAFLET], here: [CUP], world })).toBe('drop leaflet');
  });

  it('does not take up again what it laid down for something better', () => {
    const laid = makeMove({ command: 'drop leaflet' });
    const world = { 'take leaflet': { reading: { inventory: [LEAFLET], visible: [] } } };
    const state = { recent: [laid], progress: { ...makeAdventure().progress, carried: [2] } };
    expect(commandIn({ here: [LEAFLET], world, state })).not.toBe('take leaflet');
  });

  it('does not do what the trial shows to be deadly', () => {
    const world = {
      'open box': { text: `It explodes. ${DIED}`, effect: true },
      'push box': { reading: { visible: [BOX, CUP] } },
    };
    expect(commandIn({ here: [BOX], world })).toBe('push box');
  });

  it('does not do what killed here in another life, unless it plainly leads on now', () => {
    const world = { 'push box': { reading: { visible: [BOX, CUP] } }, north: { text: 'Hall', moved: true } };
    const exits = [{ direction: 'north', to: { id: 13, name: 'Hall' }, text: 'Hall', deadly: false }];
    const state = { deadly: { L12: ['push box', 'north'] } };
    expect(commandIn({ here: [BOX], world, exits })).toBe('push box');
    expect(commandIn({ here: [BOX], world, exits, state })).toBe('north');
  });

  it('does not repeat what was in vain, until the world moved on', () => {
    const world = { 'open box': { reading: { visible: [BOX, CUP] } } };
    expect(commandIn({ here: [BOX], world, state: { vain: { L12: { 'open box': 7 } } } })).not.toBe(
      'open box',
    );
    expect(commandIn({ here: [BOX], world, state: { vain: { L12: { 'open box': 6 } } } })).toBe('open box');
  });

  it('puts a treasure where that brings points', () => {
    const world = {
      'put gold cup in chest': { reading: { score: 15, inventory: [], visible: [CHEST] } },
      'drop gold cup': { reading: { inventory: [], visible: [CUP, CHEST] } },
    };
    expect(commandIn({ held: [CUP], here: [CHEST], world })).toBe('put gold cup in chest');
  });

  it('does not take what lies where it brought points', () => {
    const notes = [
      makeNote({ text: '"put gold cup in chest" brought 10 points here.', category: 'success' }),
    ];
    const world = { 'take gold cup': { reading: { inventory: [CUP], visible: [CHEST] } } };
    const state = { notes, progress: { ...makeAdventure().progress, carried: [3] } };
    expect(commandIn({ here: [{ ...CHEST, holds: [CUP] }], world, state })).not.toBe('take gold cup');
  });

  it('takes no effect of a word for one, where looking at it has the same', () => {
    const text = 'A door is painted on the wall.';
    const world = { look: { text }, 'examine door': { effect: true }, 'open door': { effect: true } };
    expect(commandIn({ world })).not.toBe('open door');
  });

  it('looks closer where that speaks of more, though every closer look leaves a mark', () => {
    const text = 'A curtain hangs above it.';
    const world = {
      'examine box': { text, effect: true },
      'examine curtain': { text: 'It is red.', effect: true },
    };
    expect(commandIn({ here: [BOX], world })).toBe('examine box');
  });

  it('looks closer at what lies on a thing, which a moment of waiting does not tell', () => {
    const world = {
      wait: { reading: { visible: [BOX] } },
      'examine red curtain': { text: 'It speaks of a pebble.' },
      'examine pebble': { text: 'It is grey.' },
    };
    const curtain = thing(12, 'red curtain');
    expect(commandIn({ here: [{ ...BOX, holds: [curtain] }], world })).toBe('examine red curtain');
  });

  it('unlocks with a key at once, and with anything else when nothing is left at hand', () => {
    const locked = { 'open box': { text: 'It is locked.' } };
    const opened = { text: 'Click.', effect: true };
    const key = thing(10, 'key');
    const push = { 'push button': { text: 'It hums.', effect: true } };
    const here = [BOX, thing(11, 'button')];
    const both = { ...locked, ...push, 'unlock box with key': opened, 'unlock box with sword': opened };
    expect(commandIn({ held: [SWORD, key], here, world: both })).toBe('unlock box with key');
    expect(commandIn({ held: [SWORD], here, world: both })).toBe('push button');
    const odd = { ...locked, 'unlock box with sword': opened };
    expect(commandIn({ held: [SWORD], here: [BOX], world: odd })).toBe('unlock box with sword');
  });

  it('presses a button once, though nothing shows', () => {
    const button = thing(8, 'red button');
    expect(commandIn({ here: [button], world: {} })).toBe('push red button');
    const state = { vain: { L12: { 'push red button': 3 } } };
    expect(commandIn({ here: [button], world: {}, state })).not.toBe('push red button');
  });
});

describe('names and clothes', () => {
  it('are shortened to what the story understands', () => {
    const world = {
      'examine red curtain': { text: "You can't see any such thing." },
      'open red curtain': { text: "You can't see any such thing." },
      'open curtain': { reading: { visible: [CURTAIN, CUP] } },
    };
    expect(commandIn({ here: [CURTAIN], world })).toBe('open curtain');
  });

  it('are put on, once', () => {
    const world = { 'wear gloves': { text: 'You put on the gloves.', effect: true } };
    const { progress } = makeAdventure();
    expect(commandIn({ held: [GLOVES], world })).toBe('wear gloves');
    const state = { progress: { ...progress, effective: ['L12 wear gloves'] } };
    const { thinking } = decideOn(turnFor({ held: [GLOVES], world, state }));
    expect(thinking).not.toContain('can be worn');
  });
});

describe('what happens while it waits', () => {
  it('makes everything at hand worth another look', () => {
    const world = { 'open door': { reading: { visible: [CUP] } } };
    const door = thing(15, 'door');
    const thinking = 'Everything at hand here is tried. There is nothing left to try.';
    const waited = (text: string) => makeMove({ command: 'wait', effect: false, text, thinking, turn: 31 });
    const thoughts = {
      L12: { text: `${thinking} Ideas tried here: all, as of change 7.`, turn: 31, world: 7 },
    };
    const state = (text: string) => ({ recent: [waited(text)], thoughts });
    const event = 'Time passes. With a rumble, the door at the far end of the room comes unstuck.';
    expect(commandIn({ here: [door], world, state: state(event) })).toBe('open door');
    expect(commandIn({ here: [door], world, state: state('Time passes.') })).not.toBe('open door');
  });
});

describe('with nothing left to try', () => {
  const later = 'wait, wait, wait';
  const event = 'From afar comes the sound of a coach, and it is getting louder by the minute.';

  it('it waits for something that is about to happen, and gives up otherwise', () => {
    const quiet = { text: 'Time passes.\n\nTime passes.\n\nTime passes. Nothing stirs.' };
    const coach = { text: `Time passes.\n\nTime passes.\n\n${event}` };
    expect(decideOn(turnFor({ world: { [later]: quiet } })).thinking).toContain('nothing left to try');
    expect(commandIn({ world: { [later]: coach } })).toBe('wait');
    expect(commandIn({ world: { [later]: { ...coach, text: `${coach.text}\n\n${DIED}` } } })).toBe('look');
    // The coach was mentioned before.
    const state = {
      recent: [makeMove({ command: 'wait', effect: false, text: `Time passes.\n\n${event}` })],
    };
    expect(commandIn({ world: { [later]: coach }, state })).toBe('look');
  });
});

describe('what the story asks', () => {
  it('gets a yes when somebody says it, and the other answer in another life', () => {
    const text = '"Look, kid, you want my help or not? Answer yes or no?"';
    const world = { look: { text } };
    const ask = (episodes: AdventureState['episodes']) =>
      decideOn(turnFor({ world, state: { story: makeStory({ text }), episodes } })).command;
    const life = (n: number) => ({ n, turn: n, turns: 9, deaths: 0, score: 0, best: 0, end: null });
    expect(ask([life(1)])).toBe('yes');
    expect(ask([life(1), life(2)])).toBe('no');
  });

  it('is answered: a key, or yes and no', () => {
    const brief = turnFor({ world: {} });
    const story = (over: Parameters<typeof makeStory>[0]) => ({
      ...brief,
      state: { ...brief.state, story: makeStory(over) },
    });
    expect(decideOn(story({ awaits: 'key', text: 'Press any key.' })).command).toBe('enter');
    expect(decideOn(story({ text: 'The tale goes on.\n[Hit RETURN to continue]' })).command).toBe('');
    const asking = turnFor({
      world: { look: { text: 'Please answer yes or no.' }, no: { text: 'As you like.' } },
    });
    const asked = {
      ...asking,
      state: { ...asking.state, story: makeStory({ text: 'Do you want instructions?' }) },
    };
    expect(decideOn(asked).command).toBe('no');
  });
});
