import { firstSentence, isRefusal } from 'zmachine-story';
import { findDropped, isValued, makeRoom, stowTreasures } from './carry-limits';
import {
  CLOTHES,
  CONTROLS,
  ENTERING,
  findNouns,
  HANDLING,
  isDenial,
  isLocked,
  isOverladen,
  isPlain,
  KEYS,
  LIGHTS,
  nounValue,
  READABLES,
  TOOLS,
  TREASURES,
  WAYS_IN,
} from './lexicon';
import { placeName } from './map';
import { type Choice, firstChoice, type Scene, type Target } from './scene';
import { isOneMoreStep } from './steps';
import { isVisited } from './travel';
import type { TryOutcome } from './tries';

/** True if an outcome changes the world without moving, and costs at most `spent` carried things. */
export const isSafeEffect = (outcome: TryOutcome, spent = 0): boolean =>
  outcome.effect &&
  outcome.understood &&
  !outcome.moved &&
  !TAKES.test(outcome.text) &&
  isHarmless(outcome, spent);
/** Implicit taking, which does not count as an effect. */
export const TAKES = /^\s*\((?:first )?tak(?:en|ing)\b/im;

/** Costs no life, no points and no more than `spent` carried things; visible things may only go if others appear. */
const isHarmless = ({ deadly, points, lost, gone, found }: TryOutcome, spent = 0): boolean =>
  !deadly && points >= 0 && lost.length <= spent && (gone.length === 0 || found.length > 0 || points > 0);

/** True for points or new things. */
export const isProgress = (outcome: TryOutcome): boolean =>
  !outcome.deadly &&
  (outcome.won ||
    outcome.points > 0 ||
    (outcome.points === 0 && outcome.understood && outcome.found.length + outcome.got.length > 0));

/**
 * True if an outcome is worth a command. If even examining the thing has an effect (as in stories that record the last
 * command), an effect alone proves nothing.
 */
function isWorthTrying(scene: Scene, { phrase }: Pick<Target, 'phrase'>, outcome: TryOutcome): boolean {
  if (!isSafeEffect(outcome)) return false;
  if (isProgress(outcome)) return true;
  return !isOneMoreStep(scene, outcome) && scene.tries.play(`examine ${phrase}`)?.effect !== true;
}

/** Trials reserved for the time after searching a place. */
export const AFTER_SEARCH = 20;

/** Tries a command unless it is barred or already had its effect here. */
export function tryHere(scene: Scene, command: string): TryOutcome | null {
  if (scene.isBarred(command) || scene.recall.worked(scene.here, command)) return null;
  if (scene.tries.left < AFTER_SEARCH) return null;
  return scene.tries.play(command);
}

/** Words of the text that are things here, one word per thing. */
export const real = (scene: Scene, nouns: readonly Target[]): Target[] =>
  nouns.filter((noun) => isOwnThing(scene, noun));

/** True if a word of the text is a thing without another name here. */
export function isOwnThing({ tries, around, nouns }: Scene, { phrase }: Target): boolean {
  const closer = tries.play(`examine ${phrase}`);
  if (!closer?.understood) return false;
  if (isPlain(closer.text)) return true;
  const others = [
    ...around,
    ...nouns.slice(
      0,
      nouns.findIndex((noun) => noun.phrase === phrase),
    ),
  ];
  return others.every((other) => tries.play(`examine ${other.phrase}`)?.text !== closer.text);
}

export function describe(outcome: TryOutcome, otherwise: string): string {
  if (outcome.won) return 'It would bring the story to its end.';
  if (outcome.points > 0) return `It would bring ${outcome.points} points.`;
  const [firstFind] = outcome.got.length > 0 ? [] : outcome.found;
  if (firstFind) return `It would show the ${firstFind.name}.`;
  return otherwise === '' ? firstSentence(outcome.text) : otherwise;
}

/** Uses carried tools on suitable things here. */
function askTools(scene: Scene): Choice | null {
  const { held, around, nouns } = scene;
  if (held.length === 0) return null;
  const targets = [...around, ...real(scene, nouns)];
  return firstChoice(held, (tool) => {
    const uses = TOOLS.filter((kind) => kind.tool.test(tool.name)).flatMap((kind) => kind.uses);
    return firstChoice(uses, (use) => useOn(scene, tool, use.includes('#') ? targets : [tool], use));
  });
}

/** True if the same was done with another thing here, because a thing may have several words in the text. */
function wasUsed({ state, here }: Scene, use: string): boolean {
  const [before = '', after = ''] = use.split('#');
  return state.progress.effective.some(
    (command) => command.startsWith(`${placeName(here)} ${before}`) && command.endsWith(after),
  );
}

/** Uses that may waste the tool or its target: only if they score or yield something. */
const SPENDS = /^(?:put|burn|cut|pour|light)\b/;

function useOn(scene: Scene, tool: Target, targets: readonly Target[], use: string): Choice | null {
  if (!scene.words.knows(use.split(' ')[0] ?? '')) return null;
  return firstChoice(targets, (target) => {
    if (use.includes('#') && target.phrase === tool.phrase) return null;
    const command = use.replace('$', tool.phrase).replace('#', target.phrase);
    if (target.id === null && wasUsed(scene, use.replace('$', tool.phrase))) return null;
    const outcome = tryHere(scene, command);
    return outcome && (SPENDS.test(use) ? isProgress(outcome) : isWorthTrying(scene, target, outcome))
      ? { command, why: describe(outcome, `The ${tool.name} does something with the ${target.name}.`) }
      : null;
  });
}

/**
 * Chooses one command worth typing here: take, open, read, handle, enter, use a tool. Tries and reverts each; the first
 * useful effect wins. Null if there is no new effect.
 */
export function searchHere(scene: Scene): Choice | null {
  return (
    winAgain(scene) ??
    stowTreasures(scene) ??
    takeThings(scene) ??
    openThings(scene) ??
    readThings(scene) ??
    examineThings(scene) ??
    wearClothes(scene) ??
    handleThings(scene) ??
    askTools(scene) ??
    forceLocks(scene) ??
    enterThings(scene)
  );
}

/** Repeats a command that scored points here in another life. */
export const winAgain = (scene: Scene): Choice | null =>
  firstChoice(scene.recall.awards, ({ place, command }) => {
    const outcome = place === scene.here && !scene.isBarred(command) ? scene.tries.play(command) : null;
    return outcome && outcome.points > 0 && !outcome.deadly
      ? { command, why: 'That brought points in another life.' }
      : null;
  });

function takeThings(scene: Scene): Choice | null {
  const { around, tries } = scene;
  const candidates = around.filter((target) => isWanted(scene, target));
  const order = [...candidates].sort(
    (a, b) => Number(TREASURES.test(b.name)) - Number(TREASURES.test(a.name)),
  );
  for (const target of order) {
    const command = `take ${target.phrase}`;
    if (scene.isBarred(command)) continue;
    const outcome = tries.play(command);
    if (!outcome) return null;
    // If the story hides the inventory, a taken thing just disappears.
    const isTaken = outcome.got.length > 0 || (outcome.understood && isGone(outcome, target));
    if (!outcome.deadly && outcome.points >= 0 && isTaken && !outcome.moved) {
      return { command, why: describe(outcome, `The ${target.name} can be taken.`) };
    }
    if (isOverladen(outcome.text) && !outcome.deadly) {
      const lighter = makeRoom(scene, target);
      if (lighter) return lighter;
    }
  }
  return null;
}

const isGone = ({ effect, gone }: TryOutcome, target: Target): boolean =>
  effect && gone.length === 1 && gone[0]?.id === target.id;

/** A thing that was carried before and is here was left on purpose; picks up useful ones on another visit. */
function isWanted(scene: Scene, target: Target): boolean {
  const { state, recall, here } = scene;
  const { id, name, phrase } = target;
  if (id === null || !state.progress.carried.includes(id)) return true;
  const isLeft = findDropped(scene).some((laid) => laid.id === id);
  const isStowed = recall.awards.some(
    ({ command, place }) => place === here && new RegExp(`^(?:put|drop) ${phrase}\\b`).test(command),
  );
  return (
    !isLeft &&
    !isStowed &&
    (isValued({ recall }, target) || nounValue(name) >= USEFUL) &&
    scene.held.filter(({ inside }) => !inside).length < MANY
  );
}
const USEFUL = 4;
const MANY = 7;

/** Tries to open things here and carried things. */
function tryToOpen(
  scene: Scene,
  choose: (target: Target, outcome: TryOutcome, command: string) => Choice | null,
): Choice | null {
  const { around, held, nouns, recall, here, tries } = scene;
  return firstChoice([...around, ...held, ...nouns], (target) => {
    const command = `open ${target.phrase}`;
    if (scene.isBarred(command) || recall.workedLately(here, command)) return null;
    const outcome = tries.play(command);
    return outcome && choose(target, outcome, command);
  });
}

function openThings(scene: Scene): Choice | null {
  const keys = scene.held.filter(({ name }) => KEYS.test(name));
  return tryToOpen(scene, (target, outcome, command) => {
    const darkens = outcome.dark && !scene.tries.baseline.dark;
    if (
      isWorthTrying(scene, target, outcome) &&
      !darkens &&
      !(LIGHTS.test(target.name) && outcome.found.length === 0)
    )
      return { command, why: describe(outcome, `The ${target.name} can be opened.`) };
    return saysLocked(outcome) ? unlock(scene, target, keys) : null;
  });
}

/** Unlocks things with other carried things, because keys may have unusual names. */
function forceLocks(scene: Scene): Choice | null {
  const others = scene.held.filter(
    (one) => !(KEYS.test(one.name) || isValued(scene, one) || LIGHTS.test(one.name)),
  );
  return tryToOpen(scene, (target, outcome) => (saysLocked(outcome) ? unlock(scene, target, others) : null));
}

const saysLocked = ({ understood, text }: TryOutcome): boolean => understood && isLocked(text);

function unlock(scene: Scene, target: Target, keys: readonly Target[]): Choice | null {
  return firstChoice(keys, (key) =>
    firstChoice(['unlock', 'open'], (verb) => {
      const command = `${verb} ${target.phrase} with ${key.phrase}`;
      const outcome = tryHere(scene, command);
      if (!outcome) return null;
      const why = describe(outcome, `The ${key.name} fits the ${target.name}.`);
      if (isWorthTrying(scene, target, outcome)) return { command, why };
      return verb === 'unlock' ? unlockUnseen(scene, target, outcome) : null;
    }),
  );
}

/** Unlocks things whose lock is not in the object tree: the effect shows only when opening. */
function unlockUnseen(scene: Scene, target: Target, { commands, text }: TryOutcome): Choice | null {
  const [command = ''] = commands;
  const next = `open ${target.phrase}`;
  if (isDenial(text)) return null;
  const after = scene.tries.play(command, next);
  return after && isWorthTrying(scene, target, after)
    ? { command, why: `After "${command}", the ${target.name} can be opened.`, next: [next] }
    : null;
}

function readThings(scene: Scene): Choice | null {
  for (const target of [...scene.held, ...scene.around]) {
    if (!READABLES.test(target.name)) continue;
    const command = `read ${target.phrase}`;
    if (wasTyped(scene, command)) continue;
    const outcome = tryHere(scene, command);
    if (!outcome || outcome.deadly || !outcome.understood || outcome.moved) continue;
    if (/["“~]|[A-Z]{4}/.test(outcome.text) || outcome.text.length > LONG || outcome.effect) {
      return { command, why: `The ${target.name} may say something useful.` };
    }
  }
  return null;
}
const LONG = 120;
/** Verbs to try on things only in the text. */
const AROUND = 4;

/** Examines a thing if that reveals a new word. */
function examineThings(scene: Scene): Choice | null {
  const { around, held, nouns, words, tries } = scene;
  const nounsBefore = new Set([
    ...[...around, ...held].flatMap(({ phrase }) => phrase.split(' ')),
    ...nouns.map(({ phrase }) => phrase),
    ...findNouns(tries.baseline.text, words),
  ]);
  for (const target of [...around, ...held]) {
    const command = `examine ${target.phrase}`;
    if (wasTyped(scene, command) || (target.id !== null && !tries.stays(target.id))) continue;
    const outcome = tryHere(scene, command);
    if (!outcome || outcome.deadly || !outcome.understood || outcome.moved) continue;
    if (isProgress(outcome)) {
      return { command, why: describe(outcome, `There is more to the ${target.name} than it seemed.`) };
    }
    const news = findNouns(outcome.text, words).filter((noun) => !nounsBefore.has(noun));
    const real = news.slice(0, 3).find((noun) => {
      const closer = tries.play(`examine ${noun}`);
      // In some stories, examining has an effect.
      const isQuiet = closer && (!closer.effect || (outcome.effect && !isProgress(closer)));
      return isQuiet && closer.understood && closer.text !== outcome.text;
    });
    if (real !== undefined)
      return { command, why: `A closer look at the ${target.name} speaks of "${real}".` };
  }
  return null;
}

/** True if a command was typed anywhere in this episode. */
export const wasTyped = ({ state }: Scene, command: string): boolean =>
  state.progress.effective.some((effective) => effective.endsWith(` ${command}`)) ||
  state.recent.some((move) => move.command === command) ||
  Object.values(state.vain).some((commands) => Object.hasOwn(commands, command));

const wearClothes = (scene: Scene): Choice | null =>
  firstChoice(scene.held, ({ phrase, name }) => {
    const command = `wear ${phrase}`;
    if (!CLOTHES.test(name) || !scene.words.knows('wear') || wasTyped(scene, command)) return null;
    const outcome = tryHere(scene, command);
    return outcome && isSafeEffect(outcome) && !outcome.dark && !isRefusal(outcome.text)
      ? { command, why: `The ${name} can be worn.` }
      : null;
  });

function handleThings(scene: Scene): Choice | null {
  const { around, nouns, words } = scene;
  const verbs = HANDLING.filter((verb) => words.knows(verb));
  // Controls first, in case trials run out.
  const controls = around.filter(({ name }) => CONTROLS.test(name));
  const others = around.filter(({ name }) => !CONTROLS.test(name));
  for (const target of [...controls, ...others, ...real(scene, nouns)]) {
    for (const verb of target.id === null ? verbs.slice(0, AROUND) : verbs) {
      const command = `${verb} ${target.phrase}`;
      if (target.id === null && wasUsed(scene, `${verb} #`)) continue;
      const outcome = tryHere(scene, command);
      if (outcome && isWorthTrying(scene, target, outcome))
        return { command, why: describe(outcome, `To ${verb} the ${target.name} does something.`) };
      if (outcome && isPressed(scene, target, verb, outcome))
        return { command, why: `Nobody knows what the ${target.name} does.` };
      if (outcome && !outcome.understood && verb !== verbs[0]) break;
    }
  }
  return null;
}

/** A label in a thing's name. */
const LABEL = /["“](\w+)["”]/;

/** Uses labelled controls once each. */
export function useLabelled(scene: Scene): Choice | null {
  const things = scene.around.map((target) => ({
    ...target,
    phrase: LABEL.exec(target.name)?.[1]?.toLowerCase() ?? target.name,
  }));
  const controls = [...things, ...scene.nouns].filter(
    (target) =>
      target.phrase !== target.name &&
      CONTROLS.test(target.name) &&
      !wasTyped(scene, `${verbFor(target)} ${target.phrase}`),
  );
  if (controls.length > 0) scene.tries.rescue(controls.length);
  return firstChoice(controls, (target) => {
    const verb = verbFor(target);
    const outcome = scene.words.knows(verb) ? tryHere(scene, `${verb} ${target.phrase}`) : null;
    return outcome && isPressed(scene, target, verb, outcome)
      ? { command: `${verb} ${target.phrase}`, why: `Nobody knows what the ${target.name} does.` }
      : null;
  });
}

/** The usual verb for a control. */
const verbFor = ({ name }: Target): string =>
  /button/i.test(name) ? 'push' : /dial|knob|wheel|crank|valve|bolt/i.test(name) ? 'turn' : 'pull';

/** Uses a control once even without a visible effect, which may be elsewhere. */
const isPressed = (scene: Scene, target: Target, verb: string, outcome: TryOutcome): boolean =>
  // Things only in the text need a distinct reply.
  (target.id !== null || (!isRefusal(outcome.text) && outcome.text.length > LONG)) &&
  CONTROLS.test(target.name) &&
  verb === verbFor(target) &&
  outcome.understood &&
  !outcome.moved &&
  isHarmless(outcome) &&
  !wasTyped(scene, `${verb} ${target.phrase}`);

function enterThings(scene: Scene): Choice | null {
  const { around, nouns, words, state, tries } = scene;
  const ways = [...around, ...nouns].filter(({ id, name }) => id !== null || WAYS_IN.test(name));
  const verbs = ENTERING.filter((verb) => words.knows(verb));
  return firstChoice(ways, ({ phrase, name }) =>
    firstChoice(verbs, (verb) => {
      const command = `${verb} ${phrase}`;
      const outcome = scene.isBarred(command) ? null : tries.play(command);
      if (!outcome?.moved || outcome.deadly || outcome.points < 0 || outcome.dark) return null;
      const isNew = outcome.to !== null && !isVisited(state.map, outcome.to);
      return outcome.points > 0 || isNew
        ? { command, why: `The ${name} leads to a place that is new.` }
        : null;
    }),
  );
}
