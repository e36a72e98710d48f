import { DIRECTIONS, findDirection } from 'zmachine-story';
import { dropToPass, findDropped, isValued, stowTreasures } from './carry-limits';
import { change } from './ideas';
import { ALONE, findSayings, isDark, isMeta, isNoWay, isTooNarrow } from './lexicon';
import {
  isEventful,
  isSettled,
  link,
  listen,
  passTime,
  renew,
  stay,
  tryAll,
  tryMore,
  WAITING,
  waitForEvents,
} from './linger';
import { placeName, writePlace } from './map';
import { NOTHING_LEFT } from './memory';
import { findOpen, findStale, hasIdeas } from './notebook';
import { waitForTheWay } from './obstacles';
import { findSources } from './pairings';
import { type Choice, DUG, firstChoice, type Scene, SEARCHED } from './scene';
import { describe, isProgress, tryHere } from './search';
import { findStores, lightTheWay } from './supplies';
import {
  countVisits,
  enterNew,
  findBlocked,
  findFrontier,
  findLeft,
  findNarrow,
  findReached,
  findWay,
  hasLostWay,
  isVisited,
  leadsTo,
  type Reach,
} from './travel';
import { isWarned } from './tries';
import type { Memory } from './types';

/** Chooses the most promising next step once everything nearby was tried: going elsewhere or staying. */
export function leave(scene: Scene): Choice {
  const { state, recall } = scene;
  const { map } = state;
  const way = findWay(scene);
  const because = (why: string): string => `${SEARCHED}. ${why}`;
  const towards = (places: ReadonlySet<number>, why: string): Choice | null =>
    way.to(
      (place) => places.has(place),
      (place) => because(`On the way to ${writePlace(map, place)}: ${why}`),
    );
  const stores = findStores(scene);
  const treasureCount = [...scene.held, ...findDropped(scene)].filter((target) =>
    isValued(scene, target),
  ).length;
  // Carrying treasures without a way to their place.
  const isAway = treasureCount > 0 && hasLostWay(stores.sure, way.reach, scene.here);
  const leftPlaces = findLeft(scene);
  const fresh = enterNew(scene);
  const choice =
    (treasureCount >= LOADED || isNear(way.reach, stores.sure, treasureCount)
      ? towards(stores.sure, 'that is where treasures bring points.')
      : null) ??
    (isAway ? (goHomeward(scene, stores.sure) ?? squeeze(scene)) : null) ??
    (isFetching(scene, stores.all, way.reach, leftPlaces) ? towards(leftPlaces, LEFT_THERE) : null) ??
    towards(findSources(scene), 'a name that was told may stand there.') ??
    (fresh && { ...fresh, why: because(fresh.why) }) ??
    waitForEvents(scene) ??
    towards(findReached(scene), 'points were won there in another life.') ??
    towards(findFrontier(scene), 'ways from there were never walked.') ??
    lightAny(scene) ??
    towards(stores.sure, 'that is where treasures bring points.') ??
    towards(stores.likely, 'something there may hold what is carried.') ??
    (isAway ? towards(findNarrow(scene), 'that is the way home with little to carry.') : null) ??
    towards(leftPlaces, LEFT_THERE);
  if (choice) return choice;
  const luckyWay = tryRandomExit(scene, way.reach);
  if (luckyWay) return { ...luckyWay, why: because(luckyWay.why) };
  const lastIdea = lastResort(scene) ?? waitForTheWay(scene, false);
  if (lastIdea) return { ...lastIdea, why: because(lastIdea.why) };
  const blockedPlaces = findBlocked(scene);
  const deathtraps = findDeathtraps(state);
  const open = without(findOpen(state), deathtraps);
  const toOpen = way.to(
    (place) => open.has(place) || blockedPlaces.has(place),
    (place) => because(`${writePlace(map, place)} has more to try.`),
    (place) => (blockedPlaces.has(place) ? -BLOCKED_FIRST : 0),
  );
  const more = (isWarned(state) ? change(scene) : null) ?? tryMore(scene);
  if (more) return { ...more, why: because(more.why) };
  const isOpenHere = hasIdeas(scene.notebook.here, state);
  const makeChange = (): Choice | null => {
    const choice = change(scene);
    return choice && { ...choice, why: because(choice.why) };
  };
  const renewedPlaces = without(findStale(state), deathtraps);
  // Walking through finished places costs more turns than the remaining ideas here.
  const next = map.edges.find(({ from, direction }) => from === scene.here && direction === toOpen?.command);
  const isNextOpen = next !== undefined && (open.has(next.to) || blockedPlaces.has(next.to));
  const finishHere = (): Choice | null => {
    const choice = isOpenHere && !isNextOpen ? tryAll(scene) : null;
    return choice && { ...choice, why: because(choice.why) };
  };
  return (
    (isSettled(state) ? toOpen : null) ??
    (isOpenHere ? stay(scene) : makeChange()) ??
    finishHere() ??
    toOpen ??
    squeeze(scene, true) ??
    makeChange() ??
    way.to(
      (place) => isVisited(map, place) && !recall.searched.has(place),
      (place) => because(`${writePlace(map, place)} is worth another look.`),
    ) ??
    waitForTheWay(scene, true) ??
    renew(scene) ??
    way.to(
      (place) => renewedPlaces.has(place),
      (place) => because(`The world has changed since all was tried at ${writePlace(map, place)}.`),
    ) ??
    link(scene) ??
    sweepWords(scene) ??
    listen(scene) ??
    idle(scene)
  );
}

/**
 * If nothing new is reachable otherwise, waits at a way with a changing destination until it leads on; after some
 * turns, takes it anyway.
 */
function tryRandomExit(scene: Scene, reach: Reach): Choice | null {
  const { exits, here, state } = scene;
  const { map, recent } = state;
  const frontier = findFrontier(scene);
  if (frontier.size === 0 || [...frontier].some((place) => reach.has(place) || place === here)) return null;
  const fickle = exits.find(
    ({ direction, to, deadly }) =>
      to !== null &&
      !deadly &&
      !scene.isBarred(direction) &&
      map.edges.some(
        (edge) =>
          edge.from === here && edge.direction === direction && edge.how === 'walked' && edge.to !== to.id,
      ),
  );
  if (!fickle) return null;
  const why = `The way ${fickle.direction} leads elsewhere each time.`;
  const waitCount = recent.filter(({ thinking }) => thinking?.includes(why)).length;
  return waitCount % FAILED_EXITS === FAILED_EXITS - 1
    ? { command: fickle.direction, why }
    : passTime(scene, why);
}
const FAILED_EXITS = 8;

const without = (places: ReadonlySet<number>, others: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...places].filter((place) => !others.has(place)));

/** Places where another life ended while waiting. */
const findDeathtraps = ({ deadly, map, episodes }: Memory): ReadonlySet<number> =>
  new Set(
    episodes.length < 2
      ? []
      : map.rooms.flatMap(({ id }) =>
          deadly[placeName(id)]?.some((command) => WAITING.test(command)) ? [id] : [],
        ),
  );

/** Makes light if a way leads into the dark. */
function lightAny(scene: Scene): Choice | null {
  const dark = scene.exits.find(({ to, text, deadly }) => to !== null && !deadly && isDark(text));
  const light = dark ? lightTheWay(scene, dark.direction) : null;
  return light && { ...light, why: `${SEARCHED}. ${light.why}` };
}

/** Passes a way here that is too narrow for the load; `anyWay`: regardless of the refusal's reason. */
function squeeze(scene: Scene, anyWay = false): Choice | null {
  // With empty hands, the reason may be another.
  const isEmpty = findDropped(scene).length > 0;
  return firstChoice(scene.exits, ({ direction, to, text, deadly }) => {
    const isReason = isTooNarrow(text) || ((isEmpty || anyWay) && !isNoWay(text));
    return to === null && !deadly && isReason ? dropToPass(scene, direction) : null;
  });
}

const LEFT_THERE = 'something of worth was left there.';

/** True if things left behind should be fetched first: from the treasures' place, if they are near. */
function isFetching(
  { state, here }: Scene,
  stores: ReadonlySet<number>,
  reach: Reach,
  leftPlaces: ReadonlySet<number>,
): boolean {
  const isOnWay = state.recent.at(-1)?.thinking?.includes(LEFT_THERE) === true;
  return (isOnWay || (here !== null && stores.has(here))) && isNear(reach, leftPlaces, 1);
}

/** Bonus in steps for a place with a blocked way. */
const BLOCKED_FIRST = 4;

/** True if treasures are worth walking home now. */
const isNear = (reach: Reach, places: ReadonlySet<number>, loaded: number): boolean =>
  [...places].some((place) => (reach.get(place)?.steps ?? Number.POSITIVE_INFINITY) <= NEAR * loaded);
const NEAR = 4;

/** Carried treasures that justify walking home before exploring everything. */
const LOADED = 4;

/** Nothing left to do: walks the least used way, or waits. */
function idle(scene: Scene): Choice {
  const { exits, state } = scene;
  // Visits every place in turn, least recently visited first.
  const { here } = scene;
  const { map, thoughts } = state;
  const tour = findWay(scene).to(
    (place) => place !== here && isVisited(map, place),
    () => `${DUG}. Perhaps something changed elsewhere.`,
    (place) => (thoughts[placeName(place)]?.turn ?? 0) - scene.turn,
  );
  if (tour) return tour;
  const ways = exits.flatMap(({ to, deadly, direction, text }) =>
    to === null || deadly || isDark(text) || scene.isBarred(direction)
      ? []
      : [{ direction, visits: countVisits(map, to.id) }],
  );
  const [first] = ways.sort((a, b) => a.visits - b.visits);
  return first
    ? { command: first.direction, why: `${DUG}. Perhaps something changed elsewhere.` }
    : waitOrResign(scene);
}

/**
 * Types every direction in turn, which may move the player unnoticed. Null if all were typed and the place is known.
 */
function walkOn({ here, state, words }: Scene): Choice | null {
  const typedAt = (command: string): number => state.recent.findLastIndex((move) => move.command === command);
  const [oldest] = DIRECTIONS.filter(words.knows).toSorted((a, b) => typedAt(a) - typedAt(b));
  return oldest !== undefined && (here === null || typedAt(oldest) < 0)
    ? { command: oldest, why: 'No other place is known, and nothing else is left to try.' }
    : null;
}

const AHEAD = 3;

/** Waits if something is about to happen, else gives up; first walks if it never did. */
function waitOrResign(scene: Scene): Choice {
  const isLost = scene.here === null || scene.state.map.edges.length === 0;
  const way = isLost ? walkOn(scene) : null;
  if (way) return way;
  return isEventful(scene, AHEAD)
    ? passTime(scene, 'There is nothing to try, and something is about to happen.')
    : { command: 'look', why: NOTHING_LEFT };
}

/**
 * Tries unusual exits that lead towards the treasures' place, if a way is refused (perhaps because of the treasures),
 * before dropping things.
 */
function goHomeward(scene: Scene, stores: ReadonlySet<number>): Choice | null {
  const isRefused = scene.exits.some(
    ({ to, text, deadly }) => to === null && !deadly && (isTooNarrow(text) || !isNoWay(text)),
  );
  if (!isRefused || scene.recall.searched.has(scene.here ?? -1)) return null;
  scene.tries.rescue(ALONE.length + HOMEWARD);
  const { map } = scene.state;
  return firstChoice(ALONE, (command) => {
    if (!scene.words.knows(command.split(' ')[0] ?? '') || scene.isBarred(command)) return null;
    const outcome = scene.tries.play(command);
    if (!outcome?.moved || outcome.deadly || outcome.dark || outcome.points < 0 || outcome.to === null)
      return null;
    const isHome = isVisited(map, outcome.to) && leadsTo(map, outcome.to, stores);
    return isHome ? { command, why: `${SEARCHED}. "${command}" leads home with all that is carried.` } : null;
  });
}
const HOMEWARD = 40;

/**
 * The last ideas at a place: dropping things that may belong here, and saying words from the texts. Types only commands
 * that yield something.
 */
const lastResort = (scene: Scene): Choice | null => stowTreasures(scene, true) ?? sayThings(scene);

function sayThings(scene: Scene): Choice | null {
  const { recent, notes } = scene.state;
  const texts = [scene.tries.baseline, ...recent, ...notes].map(({ text }) => text);
  return firstChoice(findSayings(texts.join('\n'), scene.words).slice(0, 12), (word) =>
    wander(scene, word, `"${word}" was read somewhere.`),
  );
}

/** Types a command that yields something or leads to a new place. */
function wander(scene: Scene, command: string, why: string): Choice | null {
  const outcome = tryHere(scene, command);
  if (!outcome || outcome.deadly || outcome.points < 0 || outcome.dark) return null;
  if (outcome.effect && isProgress(outcome) && !outcome.moved)
    return { command, why: describe(outcome, why) };
  const isNew = outcome.to !== null && !isVisited(scene.state.map, outcome.to);
  return outcome.moved && isNew ? { command, why } : null;
}

const rotate = <T>(items: readonly T[], by: number): T[] => {
  const start = by % Math.max(1, items.length);
  return [...items.slice(start), ...items.slice(0, start)];
};

function sweepWords(scene: Scene): Choice | null {
  const words = scene.vocabulary.filter(
    (word) => /^[a-z]{3,}$/.test(word) && !findDirection(word) && !isMeta(word),
  );
  return firstChoice(rotate(words, scene.turn * SWEEP).slice(0, SWEEP), (word) =>
    wander(scene, word, `Nobody knows what "${word}" does here.`),
  );
}
const SWEEP = 60;
