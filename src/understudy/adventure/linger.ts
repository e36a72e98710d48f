import { writePlace } from '../../adventure/map/map';
import type { AdventureState } from '../../adventure/state-types';
import { hasChains, tryChains } from './chains';
import { hearMore, tryIdeas } from './ideas';
import { isPlain } from './lexicon';
import { findTelling, hasIdeas, isStale, type Kind } from './notebook';
import { type Choice, firstChoice, isOwn, readAward, type Scene, SEARCHED } from './scene';
import { real, wasTyped } from './search';
import { findWay } from './travel';

/**
 * Waits where the story begins for what happens there by itself: in every other life, as long as the last one lasted that
 * ended early; and where another life won its first points soon, until it is as late as it was then.
 */
export function bideTime(scene: Scene): Choice | null {
  const { episodes, recent } = scene.brief.state;
  const [last, now] = episodes.slice(-2);
  if (!last || !now) return null;
  const hasStayed = !recent.some(({ moved, from, to }) => moved && from !== null && from !== to);
  const isEarly =
    hasStayed && episodes.length % 2 === 0 && last.turns <= SHORT_LIFE && now.turns < last.turns;
  const first = findFirstAward(scene);
  const isDue =
    first !== null && first.place === scene.here && now.turns <= first.after && first.after <= SHORT_LIFE;
  if (!isEarly && !isDue) return null;
  const why = isDue
    ? 'Points were won here in another life, a little later.'
    : 'I died early, so this time I wait.';
  const choice = passTime(scene, why);
  return scene.tries.play(choice.command)?.deadly === false ? choice : null;
}

/** Finds where the best of other lives won its first points, and after how many turns; null: it did not, or this one has. */
function findFirstAward({ brief: { state } }: Scene): { place: number; after: number } | null {
  const { episodes, notes } = state;
  if ((episodes.at(-1)?.best ?? 0) > 0) return null;
  const best = episodes.slice(0, -1).toSorted((a, b) => (b.best ?? 0) - (a.best ?? 0))[0];
  if (!best || (best.best ?? 0) <= 0) return null;
  const first = notes.find(
    ({ id, text, episode }) => isOwn(id) && episode === best.n && readAward(text) !== null,
  );
  return first?.place == null ? null : { place: first.place, after: first.turn - best.turn };
}
const SHORT_LIFE = 40;

/** Types what makes the story tell something, here or elsewhere, when nothing else is left. */
export function hear(scene: Scene): Choice | null {
  const here = hearMore(scene);
  if (here) return { ...here, why: `${SEARCHED}. ${here.why}` };
  const { map } = scene.brief.state;
  const places = findTelling(scene.brief.state);
  return findWay(scene).to(
    (place) => place !== scene.here && places.has(place),
    (place) => `${SEARCHED}. There is more to hear at ${writePlace(map, place)}.`,
  );
}

/** Lets a moment pass, by a command that costs nothing. */
export function passTime({ tries, words }: Scene, why: string): Choice {
  const command = ['wait', 'z', 'look', 'inventory'].find((one) => {
    const outcome = words.knows(one) ? tries.play(one) : null;
    return outcome && !outcome.deadly && outcome.points >= 0;
  });
  return { command: command ?? 'wait', why };
}

/** Tries the ideas of this place from the first, where the world has changed since all were tried. */
export function renew(scene: Scene): Choice | null {
  const { notebook, brief } = scene;
  if (!isStale(notebook.here, brief.state)) return null;
  notebook.here = { count: 0, carried: 0, tools: [] };
  return tryAll(scene) ?? stay(scene);
}

/** Tries commands one after another, where each alone brings nothing. */
export function link(scene: Scene): Choice | null {
  const choice = searchOut(
    scene,
    () => tryChains(scene),
    () => hasChains(scene),
  );
  return choice && { ...choice, why: `${SEARCHED}. ${choice.why}` };
}

/**
 * Goes on with a search that used up the tries of the turn: trying costs no turn, and a turn of the story is not spent on
 * waiting for it.
 */
function searchOut(scene: Scene, search: () => Choice | null, hasMore: () => boolean): Choice | null {
  while (hasMore() && scene.tries.extend()) {
    const choice = search();
    if (choice) return choice;
  }
  return null;
}

/** Tries all ideas that are left at this place. */
export const tryAll = (scene: Scene, kind: Kind = 'here'): Choice | null =>
  searchOut(
    scene,
    () => tryIdeas(scene, kind),
    () => hasIdeas(scene.notebook[kind], scene.brief.state),
  );

/** Tries more than a turn's share of ideas where there is no place to go that is new. */
export function tryMore(scene: Scene, kind: Kind = 'here'): Choice | null {
  if (!hasIdeas(scene.notebook[kind], scene.brief.state)) return null;
  scene.tries.extend();
  return tryIdeas(scene, kind);
}

/** Says whether the newest moves led nowhere: elsewhere something may have changed meanwhile. */
export const isSettled = ({ recent }: AdventureState): boolean =>
  recent.length >= SETTLED && recent.slice(-SETTLED).every(({ moved, effect }) => !moved && !effect);
const SETTLED = 3;

/** Something to type that teaches, while there is more to try here: a look at what was not looked at. */
export function stay(scene: Scene): Choice | null {
  const targets = [...scene.around, ...scene.held, ...real(scene, scene.nouns)];
  if (scene.tries.left <= 0) return null;
  return firstChoice(targets, ({ phrase, name }) => {
    const command = `examine ${phrase}`;
    if (scene.isBarred(command) || wasTyped(scene, command)) return null;
    const outcome = scene.tries.play(command);
    return outcome?.understood &&
      !isPlain(outcome.text) &&
      !outcome.deadly &&
      outcome.points >= 0 &&
      !outcome.moved
      ? { command, why: `${SEARCHED}, but there are ideas left, and the ${name} was never looked at.` }
      : null;
  });
}

/** Says whether something happened by itself in the newest turn, of which the story told more than that time passes. */
export function hasHappened({ brief: { state } }: Scene): boolean {
  const last = state.recent.at(-1);
  const { command, text } = last ?? {};
  if (command === undefined || text === undefined || !WAITING.test(command)) return false;
  return text.length > EVENTFUL && state.recent.filter((move) => move.text === text).length === 1;
}
/** True if the story tells something new by itself within so many moments, and nobody dies of it. */
export function isEventful({ tries, brief: { state } }: Scene, moments: number): boolean {
  const later = tries.play(...Array.from({ length: moments }, () => 'wait'));
  if (later?.deadly !== false) return false;
  return later.text
    .split('\n\n')
    .some((part) => part.length > EVENTFUL && !state.recent.some(({ text }) => text.includes(part)));
}

/** Matches a command by which time passes, and nothing else. */
export const WAITING = /^(?:wait|z)$/;
/** Characters from which on an answer tells more than that time passes. */
export const EVENTFUL = 60;
