import { expect, it } from 'vitest';
import { BLIND_DIFFERENT, BLIND_SAME } from '../../../test/support/objectives-blind';
import { isSameGoal } from './same-goal';

type Pair = readonly [string, string];

/** The same goal in other words. `isSameGoal` was developed with these. */
const SAME: readonly Pair[] = [
  ['Find a light source', 'Look for a lamp or some other light source'],
  ['Find a light source', 'Get a source of light'],
  ['Look for a lamp or some other light source', 'Get a source of light'],
  ['Find a light source', 'Find a light source such as a torch'],
  ['Find a light source', 'I need to find a light source'],
  ['Find a light source', 'Locate a source of light to explore dark areas'],
  ['Obtain a light source', 'Acquire a light source to see in the dark'],
  ['Open the locked grating at L74', 'Find a way to open the grating at L74'],
  ['Unlock the grating at L74', 'Find a way to open the grating at L74'],
  ['Figure out how to open the egg', 'Open the egg'],
  ['Figure out how to open the jeweled egg', 'Find a way to open the jeweled egg'],
  ['Find the key for the brass door', 'Look for the key of the brass door'],
  ['Find the key for the brass door', 'Find the key to open the brass door'],
  ['Find the key for the brass door', 'Search for a key that unlocks the brass door'],
  ['Get the lamp from L5', 'Take the lamp from L5'],
  ['Retrieve the lantern from the attic', 'Get the lamp in the attic'],
  ['Defeat the troll', 'Kill the troll'],
  ['Get past the troll', 'Find a way past the troll'],
  ['Give the lamp to the troll', 'Hand the lamp to the troll'],
  ['Give the troll the lamp', 'Give the lamp to the troll'],
  ['Bring the treasures to the trophy case at L5', 'Take the treasures to the trophy case at L5'],
  ['Collect all treasures', 'Gather all the treasures'],
  ['Collect the treasures', 'Find all treasures'],
  ['Explore the forest', 'Explore the woods'],
  ['Explore the dark cellar', 'Investigate the cellar'],
  ['Enter the white house', 'Get into the white house'],
  ['Enter the white house', 'Find a way into the white house'],
  ['Get inside the house', 'Gain entry to the house'],
  ['Cross the river', 'Find a way to get across the river'],
  ['Move the rug in the living room', 'Push the rug in the living room'],
  ['Repair the boat', 'Fix the boat'],
  ['Drain the reservoir', 'Figure out how to drain the reservoir'],
  ['Climb the tree', 'Climb up the tree'],
  ['Examine the strange painting', 'Inspect the painting'],
  ['Read the engravings in the cave', 'Read the engraving in the cave'],
  ['Use the rope to tie up the thief', 'Tie up the thief with the rope'],
  ['Use the pump to inflate the raft', 'Inflate the raft with the pump'],
  ['Turn on the machine', 'Activate the machine'],
  ['Switch the machine on', 'Turn on the machine'],
  ['Free the princess', 'Rescue the princess'],
  ['Talk to the innkeeper about the map', 'Speak to the innkeeper about the map'],
  ['Ring the bell in the temple', 'In the temple, ring the bell'],
  ['Find a way out of the maze', 'Escape the maze'],
  ['Get out of the maze', 'Exit the maze'],
  ['Reach the island', 'Get to the island'],
  ['Find a way to reach the island', 'Travel to the island'],
  ['Find the lost sceptre', 'Recover the sceptre'],
  ['Find out who stole the egg', 'Determine who stole the egg'],
  ['Remove the rubble that blocks the passage', 'Clear the rubble blocking the passage'],
  ['Put the egg in the trophy case', 'Place the egg into the trophy case'],
  ['Open the trapdoor', 'Open the trap door'],
  ['Wake the sleeping guard', 'Wake up the guard'],
  ['Feed the hungry cyclops', 'Give food to the cyclops'],
  ['Light the candles with a match', 'Use a match to light the candles'],
  ['Find a way north from L12', 'Find a path north from L12'],
];

const DIFFERENT: readonly Pair[] = [
  ['Open the north door', 'Open the south door'],
  ['Give the lamp to the troll', 'Take the lamp from the troll'],
  ['Open the door', 'Close the door'],
  ['Open the door at L4', 'Open the door at L14'],
  ['Unlock the chest', 'Lock the chest'],
  ['Find a light source', 'Find a water source'],
  ['Find a light source', 'Find a light bulb'],
  ['Find the key', 'Find the key for the brass door'],
  ['Find the key for the brass door', 'Find the key for the oak door'],
  ['Find the key for the brass door', 'Open the brass door'],
  ['Find the key to open the brass door', 'Find the key to open the oak chest'],
  ['Find the brass key', 'Find the key for the brass door'],
  ['Find the lamp', 'Light the lamp'],
  ['Find the lamp', 'Find the oil for the lamp'],
  ['Take the lamp to L5', 'Take the lamp from L5'],
  ['Go up the chimney', 'Go down the chimney'],
  ['Find a way north from L12', 'Find a way south from L12'],
  ['Find a way north from L12', 'Find a way north from L13'],
  ['Find a way down from L12', 'Find a way up from L12'],
  ['Turn on the machine', 'Turn off the machine'],
  ['Put the egg in the case', 'Take the egg from the case'],
  ['Put the egg in the nest', 'Put the egg in the case'],
  ['Put the key under the mat', 'Put the key on the mat'],
  ['Feed the dog', 'Feed the cat'],
  ['Kill the troll', 'Kill the thief'],
  ['Kill the troll', 'Get past the troll'],
  ['Kill the troll with the sword', 'Kill the troll with the axe'],
  ['Wake the guard', 'Do not wake the guard'],
  ['Enter the house', 'Leave the house'],
  ['Explore the cellar', 'Explore the attic'],
  ['Explore the forest north of the house', 'Explore the forest south of the house'],
  ['Find two coins', 'Find three coins'],
  ['Find all keys', 'Find the key'],
  ['Read the red book', 'Read the blue book'],
  ['Buy the lamp', 'Sell the lamp'],
  ['Fill the bottle', 'Empty the bottle'],
  ['Raise the basket', 'Lower the basket'],
  ['Push the red button', 'Push the yellow button'],
  ['Push the wall', 'Pull the wall'],
  ['Free the prince', 'Free the princess'],
  ['Look at the map', 'Look for the map'],
  ['Ask the wizard about the ring', 'Ask the wizard about the sword'],
  ['Give the ring to the wizard', 'Give the wizard to the ring'],
  ['Find out who stole the egg', 'Find out where the egg is'],
  ['Cross the river with the boat', 'Cross the river without the boat'],
  ['Climb the tree to get the egg', 'Climb the tree to put the egg back'],
  ['Find the sword to kill the troll', 'Find the sword to give it to the king'],
  ['Enter the castle', 'Enter the cave'],
  ['Set the dial to 3', 'Set the dial to 4'],
  ['Solve the puzzle in the kitchen', 'Solve the puzzle in the library'],
  ['Open the first gate', 'Open the second gate'],
  ['Take the left passage', 'Take the right passage'],
  ['Go to the east wing', 'Go to the west wing'],
  ['Repair the pump', 'Repair the pipe'],
  ['Catch the fish', 'Eat the fish'],
  ['Find the treasure', 'Find the treasure room'],
  ['Find the dark cave', 'Find the old cave'],
  ['Find the missing', 'Find the hidden'],
  ['Explore L42', 'Explore L43'],
  ['Get the lamp and the sword', 'Get the lamp'],
  ['Get the egg and open the door', 'Open the egg and get the door'],
  ['öffne die Falltür', 'schließe die Falltür'],
];

const isBothWays = ([a, b]: Pair): boolean => {
  const [there, back] = [isSameGoal(a, b), isSameGoal(b, a)];
  expect([a, b, there]).toEqual([a, b, back]);
  return there;
};

/** Recall and precision on equal and different pairs. */
function measure(same: readonly Pair[], different: readonly Pair[]): { recall: number; precision: number } {
  const found = same.filter(isBothWays).length;
  const wrong = different.filter(isBothWays).length;
  return { recall: found / same.length, precision: found / (found + wrong) };
}

it.each(SAME)('one goal in other words: %j and %j', (a, b) =>
  expect([isSameGoal(a, b), isSameGoal(b, a)]).toEqual([true, true]),
);

it.each(DIFFERENT)('two goals in words that are alike: %j and %j', (a, b) =>
  expect([isSameGoal(a, b), isSameGoal(b, a)]).toEqual([false, false]),
);

it('pairs that no rule was made with are told apart without a mistake, and most that are one are found', () => {
  const { recall, precision } = measure(BLIND_SAME, BLIND_DIFFERENT);
  expect(precision).toBe(1);
  expect(recall).toBeGreaterThan(0.7);
});
