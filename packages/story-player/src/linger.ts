import { hasChains, tryChains } from './chains';
import { askMore, tryIdeas } from './ideas';
import { findNouns, isHolding, isPlain } from './lexicon';
import { writePlace } from './map';
import { findTelling, hasIdeas, isStale, type Kind } from './notebook';
import { type Choice, findHolder, firstChoice, isOwn, readAward, type Scene, SEARCHED } from './scene';
import { real, wasTyped } from './search';
import { findWay } from './travel';
import type { Memory } from './types';

/**
 * Waits for events: in every other life at the start, until the time of the last early death; and where another life
 * soon scored its first points, until that time.
 */
export function waitForEvents(scene: Scene): Choice | null {
  const { episodes, recent } = scene.state;
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

/** The place and turn of the best life's first points; null if there are none or this life has points. */
function findFirstAward({ state }: Scene): { place: number; after: number } | null {
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

/** Types commands with a distinct reply, here or elsewhere, as a last resort. */
export function listen(scene: Scene): Choice | null {
  const here = askMore(scene);
  if (here) return { ...here, why: `${SEARCHED}. ${here.why}` };
  const { map } = scene.state;
  const places = findTelling(scene.state);
  return findWay(scene).to(
    (place) => place !== scene.here && places.has(place),
    (place) => `${SEARCHED}. There is more to hear at ${writePlace(map, place)}.`,
  );
}

/** Passes a turn with a harmless command. */
export function passTime({ tries, words }: Scene, why: string): Choice {
  const command = ['wait', 'z', 'look', 'inventory'].find((one) => {
    const outcome = words.knows(one) ? tries.play(one) : null;
    return outcome && !outcome.deadly && outcome.points >= 0;
  });
  return { command: command ?? 'wait', why };
}

/** Restarts the ideas of this place if the world changed since all were tried. */
export function renew(scene: Scene): Choice | null {
  const { notebook, state } = scene;
  if (!isStale(notebook.here, state)) return null;
  notebook.here = { count: 0, carried: 0, tools: [] };
  return tryAll(scene) ?? stay(scene);
}

/** Tries chains of commands. */
export function link(scene: Scene): Choice | null {
  const choice = searchOut(
    scene,
    () => tryChains(scene),
    () => hasChains(scene),
  );
  return choice && { ...choice, why: `${SEARCHED}. ${choice.why}` };
}

/** Continues a search that used up the turn's trials, because trials cost no turns of the story. */
function searchOut(scene: Scene, search: () => Choice | null, hasMore: () => boolean): Choice | null {
  while (hasMore() && scene.tries.extend()) {
    const choice = search();
    if (choice) return choice;
  }
  return null;
}

/** Tries all remaining ideas here. */
export const tryAll = (scene: Scene, kind: Kind = 'here'): Choice | null =>
  searchOut(
    scene,
    () => tryIdeas(scene, kind),
    () => hasIdeas(scene.notebook[kind], scene.state),
  );

/** Tries extra ideas if there is no new place to go. */
export function tryMore(scene: Scene, kind: Kind = 'here'): Choice | null {
  if (!hasIdeas(scene.notebook[kind], scene.state)) return null;
  scene.tries.extend();
  return tryIdeas(scene, kind);
}

/** True if the newest moves had no effect: something may have changed elsewhere. */
export const isSettled = ({ recent }: Memory): boolean =>
  recent.length >= SETTLED && recent.slice(-SETTLED).every(({ moved, effect }) => !moved && !effect);
const SETTLED = 3;

/** Examines something new while ideas are left here. */
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

/** True if the newest turn of waiting printed an event. */
export function hasHappened({ state }: Scene): boolean {
  const last = state.recent.at(-1);
  const { command, text } = last ?? {};
  if (command === undefined || text === undefined || !WAITING.test(command)) return false;
  return text.length > EVENTFUL && state.recent.filter((move) => move.text === text).length === 1;
}
/** True if an event happens within so many turns without killing the player. */
export function isEventful({ tries, state }: Scene, moments: number): boolean {
  const later = tries.play(...Array.from({ length: moments }, () => 'wait'));
  if (later?.deadly !== false) return false;
  return later.text
    .split('\n\n')
    .some((part) => part.length > EVENTFUL && !state.recent.some(({ text }) => text.includes(part)));
}

/** Commands that only pass time. */
export const WAITING = /^(?:wait|z)$/;
/** Characters; a longer reply to waiting describes an event. */
const EVENTFUL = 60;

/** Tries ideas inside or on the player's holder, then gets up if no way leads out. */
export function riseUp(scene: Scene): Choice | null {
  if (findHolder(scene) === null || 'allAt' in scene.notebook.inside) return standUp(scene);
  return tryIdeas(scene, 'inside') ?? tryAll(scene, 'inside') ?? standUp(scene);
}

/** True if the story continues by itself every turn, as on a journey in a vehicle. Waiting must not be deadly. */
function isCarried({ tries, state }: Scene): boolean {
  const later = tries.play('wait');
  if (later?.deadly !== false || later.text.length <= EVENTFUL) return false;
  const ending = later.text.trim().slice(-ENDING);
  return !state.recent.some(({ text }) => text.trim().endsWith(ending));
}
const ENDING = 50;

/** Leaves the player's holder if it blocks every way. */
function standUp(scene: Scene): Choice | null {
  const { exits, words, tries } = scene;
  const refusals = exits.filter(({ to, text, deadly }) => to === null && !deadly && isHolding(text));
  if (refusals.length === 0 || exits.some(({ to }) => to !== null)) return null;
  if (isCarried(scene)) return passTime(scene, 'Something goes on while I am in here.');
  const nouns = new Set(refusals.flatMap(({ text }) => findNouns(text, words)));
  const commands = [
    ...RISING.filter((command) => words.knows(command.split(' ')[0] ?? '')),
    ...[...nouns]
      .slice(0, MAX_SAID)
      .flatMap((noun) => [`get out of ${noun}`, `get off ${noun}`, `exit ${noun}`]),
  ];
  return firstChoice(commands, (command) => {
    const outcome = scene.isBarred(command) ? null : tries.play(command);
    if (!outcome || outcome.deadly || outcome.points < 0 || !(outcome.effect || outcome.moved)) return null;
    const isFree = refusals.some(({ direction, text }) => {
      const after = tries.play(command, direction);
      return after && !after.deadly && (after.moved || !after.text.includes(text.trim()));
    });
    return isFree ? { command, why: 'Nobody walks anywhere from where I am now.' } : null;
  });
}
const RISING = ['stand', 'get up', 'stand up', 'get out', 'get off', 'exit', 'out', 'get down', 'leave'];
const MAX_SAID = 4;
