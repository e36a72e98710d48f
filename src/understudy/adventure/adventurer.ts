import type { AdventurerAnswer } from '../../api/adventure-agents';
import type { AdventurerBrief } from '../../engines/adventure/briefs';
import { writePlace } from '../../engines/adventure/map/map';
import { looksDeadly } from '../../games/zmachine/words';
import { dropToPass, findLaid, isValued, repack } from './carry-limits';
import { lastResort, sweepWords } from './last-resort';
import { isDark, isNoWay, isTooNarrow } from './lexicon';
import { clearTheWay, waitForTheWay } from './obstacles';
import { declareGoal } from './periodic';
import { type Choice, DUG, firstChoice, readScene, type Scene, SEARCHED } from './scene';
import { searchHere } from './search';
import { findStores, leaveTheDark, lightTheWay } from './supplies';
import {
  enterNew,
  findBlocked,
  findFrontier,
  findLeft,
  findNarrow,
  findWay,
  isVisited,
  type Reach,
  visitsOf,
} from './travel';

/**
 * The understudy's next command, from what it remembers and what trying and taking back shows. It knows nothing of the
 * story. Deterministic: the same brief gives the same answer, whatever was asked before.
 */
export function playAdventurer(brief: AdventurerBrief): AdventurerAnswer {
  const { command, why } = chooseCommand(brief);
  const goal = brief.rejected.length > 0 ? null : declareGoal(brief.state);
  return {
    thinking: why,
    action: command,
    new_objective: goal && { ...goal, parent: null },
    complete_objective: null,
  };
}

function chooseCommand(brief: AdventurerBrief): Choice {
  const { story } = brief.state;
  const text = story?.text ?? '';
  if (story?.awaits === 'key') {
    return YES_OR_NO.test(text.slice(-TAIL))
      ? { command: 'y', why: 'The story asks yes or no.' }
      : { command: 'enter', why: 'The story waits for a key.' };
  }
  const scene = readScene(brief);
  const { suggested } = brief;
  if (suggested !== null && !scene.isBarred(suggested) && scene.tries.play(suggested)?.deadly === false) {
    return { command: suggested, why: 'Somebody who watches suggests it.' };
  }
  const isAsked = /\?\W*$/.test(text) || YES_OR_NO.test(text.slice(-TAIL));
  if (isAsked && YES_OR_NO.test(scene.tries.baseline.text)) {
    // Whoever died is asked whether to be brought back.
    const words = looksDeadly(text) ? ['yes', 'y', 'no', 'n'] : ['no', 'n', 'yes', 'y'];
    const settles = (word: string): boolean =>
      !/\b(?:answer|type)\b/i.test(scene.tries.play(word)?.text ?? '');
    const command = words.find((word) => !scene.isBarred(word) && settles(word));
    return { command: command ?? 'yes', why: 'The story asks yes or no.' };
  }
  const choice = leaveTheDark(scene) ?? repack(scene) ?? search(scene) ?? leave(scene);
  return scene.tries.play(choice.command)?.deadly ? (survive(scene) ?? choice) : choice;
}

const TAIL = 200;
const YES_OR_NO = /\banswer (?:the question|yes or no|with)|\byes or no\b|\by(?:es)?(?: or |\/)no?\b/i;

/** Where what was chosen kills: whatever does not, away from here before all. */
function survive(scene: Scene): Choice | null {
  const { tries, exits } = scene;
  const ways = exits.filter(({ to, deadly }) => to !== null && !deadly).map(({ direction }) => direction);
  const blows = scene.around.flatMap(({ phrase }) =>
    scene.held.map((weapon) => `attack ${phrase} with ${weapon.phrase}`),
  );
  const safe = [...ways, ...blows, 'inventory', 'jump'].find(
    (command) => tries.play(command)?.deadly === false,
  );
  return safe === undefined ? null : { command: safe, why: 'Anything else would be deadly just now.' };
}

/** Tries everything at hand, unless that was done in this state of the world. */
function search(scene: Scene): Choice | null {
  const { here, recall } = scene;
  if (here !== null && recall.searched.has(here)) return null;
  return searchHere(scene) ?? clearTheWay(scene);
}

function leave(scene: Scene): Choice {
  const { brief, here, recall } = scene;
  const { map } = brief.state;
  const way = findWay(scene);
  const because = (why: string): string => `${SEARCHED}. ${why}`;
  const towards = (places: ReadonlySet<number>, why: string): Choice | null =>
    way.to(
      (place) => places.has(place),
      (place) => because(`On the way to ${writePlace(map, place)}: ${why}`),
    );
  const stores = findStores(scene);
  const treasureCount = [...scene.held, ...findLaid(scene)].filter((target) =>
    isValued(scene, target),
  ).length;
  // Treasures in hand, and no way to where they belong.
  const isAway =
    treasureCount > 0 && stores.sure.size > 0 && ![...stores.sure].some((place) => way.reach.has(place));
  const fresh = enterNew(scene);
  const choice =
    (treasureCount >= LOADED || isNear(way.reach, stores.sure, treasureCount)
      ? towards(stores.sure, 'that is where treasures bring points.')
      : null) ??
    (isAway ? squeeze(scene) : null) ??
    (fresh && { ...fresh, why: because(fresh.why) }) ??
    towards(findFrontier(scene), 'ways from there were never walked.') ??
    lightAny(scene) ??
    towards(stores.sure, 'that is where treasures bring points.') ??
    towards(stores.likely, 'something there may hold what is carried.') ??
    (isAway ? towards(findNarrow(scene), 'that is the way home with little to carry.') : null) ??
    towards(findLeft(scene), 'something of worth was left there.');
  if (choice) return choice;
  const dug = here !== null && recall.dug.has(here);
  const lastIdea = (dug ? null : lastResort(scene)) ?? waitForTheWay(scene, false);
  if (lastIdea) return lastIdea;
  const late = (why: string): string => `${DUG}. ${why}`;
  const blockedPlaces = findBlocked(scene);
  const toUnsearched = way.to(
    (place) => isVisited(map, place) && (blockedPlaces.has(place) || !recall.searched.has(place)),
    (place) =>
      blockedPlaces.has(place)
        ? because(`On the way to ${writePlace(map, place)}: a way that was blocked may be open now.`)
        : late(`${writePlace(map, place)} is worth another look.`),
    (place) => (blockedPlaces.has(place) ? -BLOCKED_FIRST : 0),
  );
  const undug =
    toUnsearched ??
    way.to(
      (place) => isVisited(map, place) && !recall.dug.has(place),
      (place) => late(`${writePlace(map, place)} may hide something yet.`),
    );
  return squeeze(scene, true) ?? undug ?? waitForTheWay(scene, true) ?? sweepWords(scene) ?? idle(scene);
}

/** Makes light where a way leads into the dark, known or not. */
function lightAny(scene: Scene): Choice | null {
  const dark = scene.exits.find(({ to, text, deadly }) => to !== null && !deadly && isDark(text));
  const light = dark ? lightTheWay(scene, dark.direction) : null;
  return light && { ...light, why: `${SEARCHED}. ${light.why}` };
}

/** Through a way here that is too narrow for all that is carried; `anyWay`: whatever is said to be the reason. */
function squeeze(scene: Scene, anyWay = false): Choice | null {
  // With nothing in hand, the way may be refused for another reason.
  const isEmpty = findLaid(scene).length > 0;
  return firstChoice(scene.exits, ({ direction, to, text, deadly }) => {
    const isReason = isTooNarrow(text) || ((isEmpty || anyWay) && !isNoWay(text));
    return to === null && !deadly && isReason ? dropToPass(scene, direction) : null;
  });
}

/** Steps that a place with a blocked way is nearer than it is. */
const BLOCKED_FIRST = 4;

/** Says whether treasures are worth the walk home at once. */
const isNear = (reach: Reach, places: ReadonlySet<number>, loaded: number): boolean =>
  [...places].some((place) => (reach.get(place)?.steps ?? Number.POSITIVE_INFINITY) <= NEAR * loaded);
const NEAR = 4;

/** Treasures in hand that are worth a walk home before everything is explored. */
const LOADED = 4;

/** Nothing is left to do: the way that was least walked, or a moment of waiting. */
function idle(scene: Scene): Choice {
  const { exits, brief } = scene;
  const ways = exits.flatMap(({ to, deadly, direction, text }) =>
    to === null || deadly || isDark(text) || scene.isBarred(direction)
      ? []
      : [{ direction, visits: visitsOf(brief.state.map, to.id) }],
  );
  const [first] = ways.sort((a, b) => a.visits - b.visits);
  return first
    ? { command: first.direction, why: `${DUG}. Perhaps something changed elsewhere.` }
    : { command: 'wait', why: 'There is nothing left to try; something may happen by itself.' };
}
