import type { AdventurerBrief } from '../../../adventure/briefs';
import type { AdventurerAnswer } from '../../../contract/adventure-agents';
import { digHere, sweepWords } from './dig';
import { declareGoal } from './goals';
import { squeezeThrough } from './lighten';
import { leaveTheDark } from './light';
import { clearTheWay, waitForTheWay } from './obstacles';
import { DUG, SEARCHED } from './recall';
import { type Choice, readScene, type Scene } from './scene';
import { searchHere } from './search';
import { isValued } from './stow';
import { isDark, isTooNarrow } from './text';
import { enterNew, findBlocked, findFrontier, findLeft, findNarrow, findStores, findWay, isVisited, nameOf, type Reach } from './travel';

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
    return YES_OR_NO.test(text.slice(-200))
      ? { command: 'y', why: 'The story asks yes or no.' }
      : { command: 'enter', why: 'The story waits for a key.' };
  }
  const scene = readScene(brief);
  const { suggested } = brief;
  if (suggested !== null && !scene.isBarred(suggested) && scene.tries.play(suggested)?.deadly === false) {
    return { command: suggested, why: 'Somebody who watches suggests it.' };
  }
  if (YES_OR_NO.test(scene.tries.baseline.text)) {
    const settles = (word: string): boolean => !YES_OR_NO.test(scene.tries.play(word)?.text ?? '');
    const command = ['no', 'n', 'yes', 'y'].find((word) => !scene.isBarred(word) && settles(word));
    return { command: command ?? 'yes', why: 'The story asks yes or no.' };
  }
  return leaveTheDark(scene) ?? search(scene) ?? leave(scene);
}

const YES_OR_NO = /\banswer (?:the question|yes or no|with)|\byes or no\b|\by(?:es)?(?: or |\/)no?\b/i;

/** What is at hand, unless it was all tried in this state of the world. */
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
      (place) => because(`On the way to ${nameOf(map, place)}: ${why}`),
    );
  const stores = findStores(scene);
  const loaded = scene.held.filter((target) => isValued(scene, target)).length;
  // Treasures in hand, and no way to where they belong.
  const isAway = loaded > 0 && stores.sure.size > 0 && ![...stores.sure].some((place) => way.reach.has(place));
  const fresh = enterNew(scene);
  const choice =
    (loaded >= LOADED || isNear(way.reach, stores.sure, loaded)
      ? towards(stores.sure, 'that is where treasures bring points.')
      : null) ??
    (isAway ? squeeze(scene) : null) ??
    (fresh && { ...fresh, why: because(fresh.why) }) ??
    towards(findFrontier(scene), 'ways from there were never walked.') ??
    towards(stores.sure, 'that is where treasures bring points.') ??
    towards(stores.likely, 'something there may hold what is carried.') ??
    (isAway ? towards(findNarrow(scene), 'that is the way home with little to carry.') : null) ??
    towards(findLeft(scene), 'something of worth was left there.');
  if (choice) return choice;
  const dug = here !== null && recall.dug.has(here);
  const found = (dug ? null : digHere(scene)) ?? waitForTheWay(scene, false);
  if (found) return found;
  const late = (why: string): string => `${DUG}. ${why}`;
  const blocked = findBlocked(scene);
  const unsearched = way.to(
    (place) => isVisited(map, place) && (blocked.has(place) || !recall.searched.has(place)),
    (place) =>
      blocked.has(place)
        ? because(`On the way to ${nameOf(map, place)}: a way that was blocked may be open now.`)
        : late(`${nameOf(map, place)} is worth another look.`),
    (place) => (blocked.has(place) ? -BLOCKED_FIRST : 0),
  );
  const undug = unsearched ?? way.to(
    (place) => isVisited(map, place) && !recall.dug.has(place),
    (place) => late(`${nameOf(map, place)} may hide something yet.`),
  );
  return squeeze(scene) ?? undug ?? waitForTheWay(scene, true) ?? sweepWords(scene) ?? idle(scene);
}
/** Through a way here that is too narrow for all that is carried, when treasures are. */
function squeeze(scene: Scene): Choice | null {
  const narrow = scene.exits.find(({ to, text, deadly }) => to === null && !deadly && isTooNarrow(text));
  return narrow ? squeezeThrough(scene, narrow.direction) : null;
}

/** Steps that a place with a blocked way is nearer than it is. */
const BLOCKED_FIRST = 4;

/** Whether treasures are worth the walk home at once. */
const isNear = (reach: Reach, places: ReadonlySet<number>, loaded: number): boolean =>
  [...places].some((place) => (reach.get(place)?.steps ?? Number.POSITIVE_INFINITY) <= NEAR * loaded);
const NEAR = 4;

/** Treasures in hand that are worth a walk home before everything is explored. */
const LOADED = 4;

/** Nothing is left to do: the way that was least walked, or a moment of waiting. */
function idle(scene: Scene): Choice {
  const { exits, brief } = scene;
  const { rooms } = brief.state.map;
  const visits = (id: number): number => rooms.find((room) => room.id === id)?.visits ?? 0;
  const ways = exits.flatMap(({ to, deadly, direction, text }) =>
    to === null || deadly || isDark(text) || scene.isBarred(direction) ? [] : [{ direction, visits: visits(to.id) }],
  );
  const [first] = ways.sort((a, b) => a.visits - b.visits);
  return first
    ? { command: first.direction, why: `${DUG}. Perhaps something changed elsewhere.` }
    : { command: 'wait', why: 'There is nothing left to try; something may happen by itself.' };
}
