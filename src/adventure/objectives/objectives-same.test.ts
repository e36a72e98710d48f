import { expect, it } from 'vitest';
import { isSameObjective } from './same';
import { isSameGoal } from './same-goal';

const SAME: [string, string][] = [
  ['Open the trap door.', 'open the trap door'],
  ['OPEN THE TRAP DOOR', 'open the trap door'],
  ['  open   the\ttrap door ', 'open the trap door'],
  ['open the trap door!!!', 'Open the trap door…'],
  ['open the "trap door"', 'open the trap door'],
  ['open the ‘trap door’', "open the 'trap door'"],
  ['open the trap-door', 'open the trap door'],
  ['open the trapdoor', 'Open the trap door.'],
  ['ｏｐｅｎ the trap door', 'open the trap door'],
  ['open trap door', 'open the trap door'],
  ['open a trap door', 'open the trap door'],
  ['find key for the brass door at L42', 'find the key for brass door L42'],
  ['find the key of the brass door at L42', 'find key for the brass door at l42'],
  ['collect all treasures', 'Collect all the treasures'],
  ['collect all of the treasures', 'collect all treasures'],
  ['collect treasure for the trophy case at L5', 'collect treasures for trophy case at L5'],
  ['gather the torches', 'gather the torch'],
  ['find the batteries', 'find the battery'],
  ["find the thief's lair", 'find the thief’s lair'],
  ["don't open the coffin", 'do not open the coffin'],
  ["you can't wake the bear", 'you cannot wake the bear'],
  ['try to open the grating', 'open the grating'],
  ['I need to open the grating', 'Open the grating.'],
  ['Objective: open the grating', 'open the grating'],
  ['go north-east to the river', 'go northeast to the river'],
  ['With the brass key, unlock the door.', 'unlock the door with the brass key'],
  ['bring the lamp from L5 to L7', 'bring the lamp to L7 from L5'],
  ['in the kitchen, find the knife', 'find the knife in the kitchen'],
  ['at L12: read the sign', 'read the sign at L12'],
  ['put the egg into the nest', 'put the egg in the nest'],
  ['salt & pepper for the cook', 'salt and pepper for the cook'],
  ['öffne die Falltür', 'ÖFFNE DIE FALLTÜR.'],
  ['открой дверь', 'Открой дверь!'],
];

const DIFFERENT: [string, string][] = [
  ['find the key for the brass door at L42', 'find the key for the brass door at L41'],
  ['find the key for the brass door at L42', 'find the key for the brass door at L4'],
  ['find the key for the brass door at L42', 'find the key for the brass door'],
  ['set the dial to 3', 'set the dial to 4'],
  ['set the dial to 3.5', 'set the dial to 35'],
  ['set the dial to 3.5', 'set the dial to 3, 5'],
  ['set the dial to -5', 'set the dial to 5'],
  ['press button 1 2', 'press button 12'],
  ['press button A', 'press button B'],
  ['press button A', 'press button'],
  ['press the + key', 'press the - key'],
  ['open the coffin', 'do not open the coffin'],
  ['open the coffin', "don't open the coffin"],
  ['cross the river with the boat', 'cross the river without the boat'],
  ['open the gate', 'close the gate'],
  ['lock the gate', 'unlock the gate'],
  ['go north to the river', 'go south to the river'],
  ['go up the tree', 'go down the tree'],
  ['get the red gem', 'get the blue gem'],
  ['get the lamp from L5', 'get the lamp to L5'],
  ['bring the lamp from L5 to L7', 'bring the lamp from L7 to L5'],
  ['put the key in the box', 'put the key on the box'],
  ['put the key under the mat', 'put the key behind the mat'],
  ['give the sword to the troll', 'give the troll to the sword'],
  ['put the egg in the nest and the bird in the case', 'put the bird in the nest and the egg in the case'],
  ['put the key in the box and the lamp on the shelf', 'put the key on the shelf and the lamp in the box'],
  ['go north, then east', 'go east, then north'],
  ['go north, east', 'go northeast'],
  ['open the door and get the lamp', 'get the lamp and open the door'],
  ['look at the book', 'look for the book'],
  ['ask the guard', 'ask for the guard'],
  ['turn on the lamp', 'turn off the lamp'],
  ['wake the bear', 'wake the boar'],
  ['find the silver key', 'find the sliver key'],
  ['find all keys', 'find the key'],
  ['find two keys', 'find three keys'],
  ['open this door', 'open that door'],
  ['feed the dog before dawn', 'feed the dog after dawn'],
  ['kill his dog', 'kill her dog'],
  ['find the glass', 'find the grass'],
  ['use the key to open the chest', 'use the chest to open the key'],
  ['open the door', 'open the door to the cellar'],
];

it.each(SAME)('two objectives are one: %j and %j', (a, b) => {
  expect([isSameObjective(a, b), isSameObjective(b, a)]).toEqual([true, true]);
});

it.each(DIFFERENT)('two objectives stay two: %j and %j', (a, b) => {
  expect([isSameObjective(a, b), isSameObjective(b, a)]).toEqual([false, false]);
  expect([isSameGoal(a, b), isSameGoal(b, a)]).toEqual([false, false]);
});
