import type { AdventurerAnswer } from '../../api/adventure-agents';
import type { AdventurerBrief } from '../../engines/adventure/briefs';
import { isFair } from '../../engines/adventure/fair/play';
import { writePlace } from '../../engines/adventure/map/map';
import { placeKey } from '../../engines/adventure/state';
import type { AdventureState } from '../../engines/adventure/state-types';
import { asksForEnter, looksDeadly } from '../../games/zmachine/words';
import { dropToPass, findLaid, isValued, repack } from './carry-limits';
import { hasChains, tryChains } from './chains';
import { chooseFairly } from './fair';
import { declareGoal } from './goals';
import { goHomeward } from './homeward';
import { again, change, findHolder, hearMore, tryIdeas } from './ideas';
import { lastResort, sweepWords } from './last-resort';
import { findNouns, isDark, isHolding, isNoWay, isPlain, isTooNarrow, saysNo } from './lexicon';
import { findOpen, findStale, findTelling, hasIdeas, isStale, type Kind, writeNotebook } from './notebook';
import { clearTheWay, fightBack, openTheWay, waitForTheWay } from './obstacles';
import { findSources, lookUp } from './pairings';
import {
  type Choice,
  DUG,
  firstChoice,
  isOwn,
  readAward,
  readScene,
  type Scene,
  SEARCHED,
  writeRefused,
} from './scene';
import { real, searchHere, useLabelled, wasTyped, winAgain } from './search';
import { findStores, leaveTheDark, lightTheWay } from './supplies';
import {
  enterNew,
  findBlocked,
  findFrontier,
  findLeft,
  findNarrow,
  findWay,
  findWon,
  isAstray,
  isVisited,
  type Reach,
  visitsOf,
} from './travel';
import { isWarned } from './tries';

/**
 * The understudy's next command, from what it remembers and what trying and taking back shows. It knows nothing of the
 * story. Deterministic: the same brief gives the same answer, whatever was asked before.
 */
export function playAdventurer(brief: AdventurerBrief): AdventurerAnswer {
  const { command, why, next = [] } = chooseCommand(brief);
  const goal = brief.rejected.length > 0 ? null : declareGoal(brief.state);
  return {
    thinking: why + writePlan(next),
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
  if (story && asksForEnter(story) && !isPressingOn(brief.state))
    return { command: '', why: 'The story asks for Enter.' };
  if (isFair(brief.state)) {
    if (brief.suggested !== null)
      return { command: brief.suggested, why: 'Somebody who watches suggests it.' };
    return YES_OR_NO.test(text.slice(-TAIL)) && brief.rejected.length === 0
      ? { command: looksDeadly(text) ? 'yes' : 'no', why: 'The story asks yes or no.' }
      : chooseFairly(brief);
  }
  const scene = readScene(brief);
  const { suggested } = brief;
  if (suggested !== null && !scene.isBarred(suggested) && scene.tries.play(suggested)?.deadly === false) {
    return { command: suggested, why: 'Somebody who watches suggests it.' };
  }
  const isAsked = /\?\W*$/.test(text) || YES_OR_NO.test(text.slice(-TAIL));
  if (isAsked && YES_OR_NO.test(scene.tries.baseline.text)) {
    // Whoever died is asked whether to be brought back, and somebody who asks is meant to hear yes. What was answered in
    // one life is answered otherwise in the next.
    const isSpoken = /\?["'”’]\s*$/.test(text.trimEnd());
    const isOtherLife = brief.state.episodes.length % 2 === 0;
    const isYes = looksDeadly(text) || REVIVED.test(text) || isSpoken !== isOtherLife;
    const words = isYes ? ['yes', 'y', 'no', 'n'] : ['no', 'n', 'yes', 'y'];
    const settles = (word: string): boolean =>
      !/\b(?:answer|type)\b/i.test(scene.tries.play(word)?.text ?? '');
    const answers = words.filter((word) => !scene.isBarred(word) && settles(word));
    const command = answers.find((word) => scene.tries.play(word)?.deadly === false) ?? answers[0];
    return { command: command ?? 'yes', why: 'The story asks yes or no.' };
  }
  const choice =
    leaveTheDark(scene) ??
    repack(scene) ??
    goOn(scene) ??
    fightBack(scene) ??
    mendNeeds(scene) ??
    lookUp(scene) ??
    again(scene) ??
    search(scene) ??
    riseUp(scene) ??
    tryIdeas(scene) ??
    leave(scene);
  const safe = survive(scene, choice.command) ?? choice;
  return { ...safe, why: safe.why + writeNotebook(scene.notebook) + writeRefused(brief.rejected) };
}

/** Presses of Enter in a row after which something else is typed: no text is that long. */
const MAX_ENTERS = 12;

const isPressingOn = ({ recent }: AdventureState): boolean =>
  recent.length >= MAX_ENTERS && recent.slice(-MAX_ENTERS).every(({ command }) => command === '');

const PLAN = /Then: "([^"]+)"\./;
const writePlan = (next: readonly string[]): string =>
  next.length > 0 ? ` Then: "${next.join(', ')}".` : '';

/** Types what was planned together with the newest command, where it still does something. */
function goOn(scene: Scene): Choice | null {
  const [, plan] = PLAN.exec(scene.brief.state.recent.at(-1)?.thinking ?? '') ?? [];
  const [command, ...next] = plan?.split(', ') ?? [];
  if (command === undefined || scene.isBarred(command)) return null;
  const outcome = scene.tries.play(command);
  // A plan was tried as a whole: only its last command has to show what it was for.
  const isOnWay = next.length > 0 || outcome?.effect || outcome?.moved;
  const isFit = outcome && isOnWay && !outcome.deadly && outcome.points >= 0;
  return isFit ? { command, why: 'This was the plan.', next } : null;
}

/** Needs of a body, as texts tell of them, and their remedies: `$` is a thing in hand or here. */
const NEEDS: readonly { sign: RegExp; help: readonly string[] }[] = [
  { sign: /\bthirst|\bdehydrat|\bdrink something|\bparched\b/i, help: ['drink water', 'drink', 'drink $'] },
  { sign: /\bhungry\b|\bhunger\b|\bstarv|\bfamished\b|\beat something/i, help: ['eat food', 'eat $'] },
  {
    sign: /\byou(?:'re| are| feel| begin| look)\b[^.!?]{0,40}\b(?:tired|sleepy|exhaust|weary|fatigue)/i,
    help: ['sleep', 'lie down'],
  },
];
const NEEDED_LATELY = 16;

/** Eats, drinks or sleeps when the story says that the player has to. */
function mendNeeds(scene: Scene): Choice | null {
  const { brief, held, around, tries, words } = scene;
  const recent = brief.state.recent.slice(-NEEDED_LATELY);
  const isOpen = ({ sign, help }: (typeof NEEDS)[number]): boolean => {
    const verbs = help.map((command) => command.split(' ')[0] ?? '');
    const saidAt = recent.findLastIndex(({ text }) => sign.test(text));
    return (
      saidAt >= 0 && !recent.slice(saidAt).some(({ command }) => verbs.includes(command.split(' ')[0] ?? ''))
    );
  };
  const needs = NEEDS.filter(isOpen);
  const things = [...held, ...around];
  return firstChoice(needs, ({ help }) => {
    const commands = help
      .filter((command) => words.knows(command.split(' ')[0] ?? ''))
      .flatMap((command) =>
        command.includes('$') ? things.map(({ phrase }) => command.replace('$', phrase)) : [command],
      );
    return firstChoice(commands, (command) => {
      if (scene.isBarred(command) || scene.recall.workedLately(scene.here, command)) return null;
      const outcome = tries.play(command);
      if (!outcome?.understood || outcome.deadly || outcome.points < 0) return null;
      // What a body has is no thing of the tree: what counts is that it was not refused.
      const isDone = outcome.effect || !saysNo(outcome.text);
      return isDone ? { command, why: 'The story says that I need it.' } : null;
    });
  });
}

/** Tries what may be done in or on what holds the player, then gets up where nobody walks anywhere from there. */
function riseUp(scene: Scene): Choice | null {
  if (findHolder(scene) === null || 'allAt' in scene.notebook.inside) return standUp(scene);
  const choice = tryIdeas(scene, 'inside') ?? tryMore(scene, 'inside');
  if (choice || 'allAt' in scene.notebook.inside) return choice ?? standUp(scene);
  return stay(scene) ?? passTime(scene, `${SEARCHED}, but something may be done from in here.`);
}

/**
 * Says whether the story tells more and more by itself, turn after turn: somebody in a vehicle is on a journey. Waiting
 * must not kill.
 */
function isCarried({ tries, brief: { state } }: Scene): boolean {
  const later = tries.play('wait');
  if (later?.deadly !== false || later.text.length <= EVENTFUL) return false;
  const ending = later.text.trim().slice(-ENDING);
  return !state.recent.some(({ text }) => text.trim().endsWith(ending));
}
const ENDING = 50;

/** Gets out of or off what holds the player: every way is refused because of it. */
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

const TAIL = 200;
const YES_OR_NO = /\banswer (?:the question|yes or no|with)|\byes or no\b|\by(?:es)?(?: or |\/)no?\b/i;

/** Matches what a story says when it asks whether to bring the player back. */
const REVIVED = /\b(?:reincarnat|resurrect|reviv|killed|another chance)/i;

/**
 * Where what was chosen kills: whatever does not, away from here before all. In a later life the next moments count as
 * well. Null: nothing helps, or nothing kills.
 */
function survive(scene: Scene, chosen: string): Choice | null {
  const { tries, exits, words, brief } = scene;
  const isOtherLife = brief.state.episodes.length > 1;
  if (isOtherLife) tries.rescue(AHEAD.length + 2);
  const isDeadly = tries.play(chosen)?.deadly === true;
  // What takes no time must not pass for a help.
  const idles = isOtherLife ? [...AHEAD, 'wait'] : [];
  const dies = (command: string): boolean => tries.play(command, ...idles)?.deadly !== false;
  if (!isDeadly && (!isOtherLife || tries.play(chosen, ...AHEAD)?.deadly !== true)) return null;
  tries.rescue();
  const knows = (command: string): boolean => words.knows(command.split(' ')[0] ?? '');
  const ways = exits.filter(({ to, deadly }) => to !== null && !deadly).map(({ direction }) => direction);
  const active = [...ways, ...REFUGE, ...listShelters(scene)].filter(knows).find((command) => {
    const outcome = command === chosen || scene.isBarred(command) ? null : tries.play(command);
    return outcome && !outcome.deadly && (isOtherLife || outcome.moved || outcome.effect) && !dies(command);
  });
  if (active !== undefined) return { command: active, why: DEADLY };
  // What takes no time only puts it off.
  const last = brief.state.recent.slice(-PUT_OFF);
  const isPutOff = last.length === PUT_OFF && last.every(({ thinking }) => thinking?.startsWith(DEADLY));
  const waits = ['wait', ...(isPutOff ? [] : ['inventory', 'jump'])];
  const safe =
    waits.find((command) => !dies(command)) ??
    waits.find((command) => isDeadly && tries.play(command)?.deadly === false);
  return safe === undefined ? null : { command: safe, why: DEADLY };
}
const DEADLY = 'Anything else would be deadly just now.';
const PUT_OFF = 4;
/** Some stories ask for a key or two before they say that all is over. */
const AHEAD = ['wait', 'wait', 'wait'] as const;
const REFUGE = ['stand', 'get up', 'hide', 'lie down', 'duck', 'sit', 'drop all'] as const;

/** Lists what may be done with things at hand against a danger. */
function listShelters({ around, held, nouns }: Scene): string[] {
  const blows = around.flatMap(({ phrase }) =>
    held.map((weapon) => `attack ${phrase} with ${weapon.phrase}`),
  );
  const verbs = ['enter', 'open', 'get in', 'lie on', 'hide behind', 'close', 'hold'];
  const things = [...around, ...nouns];
  return [...blows, ...verbs.flatMap((verb) => things.map(({ phrase }) => `${verb} ${phrase}`))];
}

/** Tries everything at hand, unless that was done in this state of the world. */
function search(scene: Scene): Choice | null {
  const { here, recall } = scene;
  const labelChoice = useLabelled(scene);
  if (labelChoice) return labelChoice;
  if (here !== null && recall.searched.has(here) && !hasHappened(scene)) return winAgain(scene);
  return openTheWay(scene, true) ?? searchHere(scene) ?? openTheWay(scene) ?? clearTheWay(scene);
}

/** Says whether something happened by itself in the newest turn, of which the story told more than that time passes. */
function hasHappened({ brief: { state } }: Scene): boolean {
  const last = state.recent.at(-1);
  const { command, text } = last ?? {};
  if (command === undefined || text === undefined || !WAITING.test(command)) return false;
  return text.length > EVENTFUL && state.recent.filter((move) => move.text === text).length === 1;
}
const WAITING = /^(?:wait|z)$/;
const EVENTFUL = 60;

function leave(scene: Scene): Choice {
  const { brief, recall } = scene;
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
  const isAway = treasureCount > 0 && isAstray(stores.sure, way.reach, scene.here);
  const fresh = enterNew(scene);
  const choice =
    (treasureCount >= LOADED || isNear(way.reach, stores.sure, treasureCount)
      ? towards(stores.sure, 'that is where treasures bring points.')
      : null) ??
    (isAway ? (goHomeward(scene, stores.sure) ?? squeeze(scene)) : null) ??
    towards(findSources(scene), 'a name that was told may stand there.') ??
    (fresh && { ...fresh, why: because(fresh.why) }) ??
    bideTime(scene) ??
    towards(findWon(scene), 'points were won there in another life.') ??
    towards(findFrontier(scene), 'ways from there were never walked.') ??
    lightAny(scene) ??
    towards(stores.sure, 'that is where treasures bring points.') ??
    towards(stores.likely, 'something there may hold what is carried.') ??
    (isAway ? towards(findNarrow(scene), 'that is the way home with little to carry.') : null) ??
    towards(findLeft(scene), 'something of worth was left there.');
  if (choice) return choice;
  const luckyWay = trustToLuck(scene, way.reach);
  if (luckyWay) return { ...luckyWay, why: because(luckyWay.why) };
  const lastIdea = lastResort(scene) ?? waitForTheWay(scene, false);
  if (lastIdea) return { ...lastIdea, why: because(lastIdea.why) };
  const blockedPlaces = findBlocked(scene);
  const deathtraps = findDeathtraps(brief.state);
  const open = without(findOpen(brief.state), deathtraps);
  const toOpen = way.to(
    (place) => open.has(place) || blockedPlaces.has(place),
    (place) => because(`${writePlace(map, place)} has more to try.`),
    (place) => (blockedPlaces.has(place) ? -BLOCKED_FIRST : 0),
  );
  const more = (isWarned(brief.state) ? change(scene) : null) ?? tryMore(scene);
  if (more) return { ...more, why: because(more.why) };
  const isOpenHere = hasIdeas(scene.notebook.here, brief.state);
  const makeChange = (): Choice | null => {
    const choice = change(scene);
    return choice && { ...choice, why: because(choice.why) };
  };
  const renewedPlaces = without(findStale(brief.state), deathtraps);
  // A walk through places where all is tried costs more turns than the rest of the ideas here.
  const next = map.edges.find(({ from, direction }) => from === scene.here && direction === toOpen?.command);
  const isNextOpen = next !== undefined && (open.has(next.to) || blockedPlaces.has(next.to));
  const finishHere = (): Choice | null =>
    isOpenHere && !isNextOpen ? passTime(scene, because('There is more to try here.')) : null;
  return (
    (isSettled(brief.state) ? toOpen : null) ??
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
    hear(scene) ??
    idle(scene)
  );
}

/**
 * Waits at a way that leads elsewhere each time until it leads on, where nothing that is new can be reached otherwise; after
 * some turns, takes it wherever it leads.
 */
function trustToLuck(scene: Scene, reach: Reach): Choice | null {
  const { exits, here, brief } = scene;
  const { map, recent } = brief.state;
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
  return waitCount % LUCKLESS === LUCKLESS - 1 ? { command: fickle.direction, why } : passTime(scene, why);
}
const LUCKLESS = 8;

/**
 * Waits where the story begins for what happens there by itself: in every other life, as long as the last one lasted that
 * ended early; and where another life won its first points soon, until it is as late as it was then.
 */
function bideTime(scene: Scene): Choice | null {
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

const without = (places: ReadonlySet<number>, others: ReadonlySet<number>): ReadonlySet<number> =>
  new Set([...places].filter((place) => !others.has(place)));

/** Places where another life ended while it waited. */
const findDeathtraps = ({ deadly, map, episodes }: AdventureState): ReadonlySet<number> =>
  new Set(
    episodes.length < 2
      ? []
      : map.rooms.flatMap(({ id }) =>
          deadly[placeKey(id)]?.some((command) => WAITING.test(command)) ? [id] : [],
        ),
  );

/** Types what makes the story tell something, here or elsewhere, when nothing else is left. */
function hear(scene: Scene): Choice | null {
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
function passTime({ tries, words }: Scene, why: string): Choice {
  const command = ['wait', 'z', 'look', 'inventory'].find((one) => {
    const outcome = words.knows(one) ? tries.play(one) : null;
    return outcome && !outcome.deadly && outcome.points >= 0;
  });
  return { command: command ?? 'wait', why };
}

/** Tries the ideas of this place from the first, where the world has changed since all were tried. */
function renew(scene: Scene): Choice | null {
  const { notebook, brief } = scene;
  if (!isStale(notebook.here, brief.state)) return null;
  notebook.here = { count: 0, carried: 0, used: [] };
  scene.tries.extend();
  const choice = tryIdeas(scene) ?? stay(scene);
  return (
    choice ??
    (hasIdeas(notebook.here, brief.state)
      ? passTime(scene, `${SEARCHED}, but the world has changed since.`)
      : null)
  );
}

/** Tries commands one after another, where each alone brings nothing. */
function link(scene: Scene): Choice | null {
  if (!hasChains(scene)) return null;
  scene.tries.extend();
  const choice = tryChains(scene);
  return choice
    ? { ...choice, why: `${SEARCHED}. ${choice.why}` }
    : hasChains(scene)
      ? passTime(scene, `${SEARCHED}, but not one thing after another.`)
      : null;
}

/** Tries more than a turn's share of ideas where there is no place to go that is new. */
function tryMore(scene: Scene, kind: Kind = 'here'): Choice | null {
  if (!hasIdeas(scene.notebook[kind], scene.brief.state)) return null;
  scene.tries.extend();
  return tryIdeas(scene, kind);
}

/** Says whether the newest moves led nowhere: elsewhere something may have changed meanwhile. */
const isSettled = ({ recent }: AdventureState): boolean =>
  recent.length >= SETTLED && recent.slice(-SETTLED).every(({ moved, effect }) => !moved && !effect);
const SETTLED = 3;

/** Something to type that teaches, while there is more to try here: a look at what was not looked at. */
function stay(scene: Scene): Choice | null {
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
  // Every place in turn, the one first where it was not for the longest time.
  const { here } = scene;
  const { map, thoughts = {}, rounds } = brief.state;
  const tour = findWay(scene).to(
    (place) => place !== here && isVisited(map, place),
    () => `${DUG}. Perhaps something changed elsewhere.`,
    (place) => (thoughts[placeKey(place)]?.turn ?? 0) - rounds,
  );
  if (tour) return tour;
  const ways = exits.flatMap(({ to, deadly, direction, text }) =>
    to === null || deadly || isDark(text) || scene.isBarred(direction)
      ? []
      : [{ direction, visits: visitsOf(map, to.id) }],
  );
  const [first] = ways.sort((a, b) => a.visits - b.visits);
  return first
    ? { command: first.direction, why: `${DUG}. Perhaps something changed elsewhere.` }
    : passTime(scene, 'There is nothing left to try; something may happen by itself.');
}
