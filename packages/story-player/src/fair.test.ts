import type { Move } from 'story-player/memory';
import { expect, it } from 'vitest';
import type { AdventureState } from '../../../src/adventure/state-types';
import { adventurerBrief, makeAdventure, makeMove, makeStory } from '../../../test/support/adventure-sample';
import { chooseFairly } from './fair';

const BEDROOM = 'Bedroom\nYou are in a bed. A small mailbox stands by the wall.';

/** The command chosen after these moves; the last one's text is current. */
function chosenAfter(moves: Partial<Move>[], over: Partial<AdventureState> = {}): string {
  const base = { effect: false, score: 0 };
  const recent = moves.map((move, i) => makeMove({ turn: i + 1, ...base, ...move }));
  const text = recent.at(-1)?.text ?? '';
  const options = { ...makeAdventure().config.options, fair: true };
  const state = makeAdventure({
    ...{ recent, rounds: recent.length + 1, vain: {}, deadly: {}, maximum: 100 },
    ...{ story: makeStory({ text }), config: { ...makeAdventure().config, options } },
    ...over,
  });
  return chooseFairly({ ...adventurerBrief({ state }), turn: state.rounds }).command;
}

const LOOKED = { command: 'look', text: BEDROOM };
const WAYS = 'north northeast east southeast south southwest west northwest up down'.split(' ');
const REFUSED = { command: 'north', text: "You'll have to get out of the bed first." };

it('gets out of what holds the player, and walks again what was refused for it', () => {
  expect(chosenAfter([LOOKED, REFUSED])).toBe('get out of bed');
  const rose = { command: 'get out of bed', text: 'You manage it.', effect: true };
  const done = ['take all', 'open mailbox'].map((command) => ({ command, text: 'You can’t do that.' }));
  const walls = WAYS.slice(1).map((command) => ({ command, text: "You can't go that way." }));
  const moves = [LOOKED, ...done, REFUSED, rose, ...walls];
  const way = {
    from: 12,
    direction: 'north',
    text: REFUSED.text,
    turn: 4,
    world: 7,
    how: 'walked' as const,
  };
  const map = { ...makeAdventure().map, edges: [], blocked: [way] };
  expect(chosenAfter(moves, { map, world: 8 })).toBe('north');
  expect(chosenAfter(moves, { map: { ...map, blocked: [{ ...way, turn: 6 }] }, world: 8 })).not.toBe('north');
});

it('takes what opening something has shown, by the name of the thing', () => {
  const opened = {
    command: 'open mailbox',
    text: 'Opening the small mailbox reveals a leaflet.',
    effect: true,
  };
  const tried = { command: 'take all', text: 'There is nothing to take.' };
  expect(chosenAfter([LOOKED, tried, opened])).toBe('take leaflet');
});

it('says yes where the story asks whether it has understood a name', () => {
  expect(chosenAfter([{ command: 'lee', text: 'Is Ann Lee right?' }])).toBe('yes');
});

it('leaves a verb that the story does not have', () => {
  const asked = ['lamp', 'rug', 'shelf'].map((noun) => ({
    command: `examine ${noun}`,
    text: "I don't understand that!",
  }));
  const tried = [{ command: 'take all', text: 'There is nothing to take.' }, ...asked];
  const walls = WAYS.map((command) => ({ command, text: "You can't go that way." }));
  const text = 'Bedroom\nA table with a vase.';
  expect(chosenAfter([{ command: 'look', text }, ...tried, ...walls])).not.toMatch(/^examine (?!lantern)/);
});
