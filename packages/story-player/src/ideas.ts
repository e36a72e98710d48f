import { dropFirstSentence, firstSentence, isRefusal } from 'zmachine-story';
import { isValued } from './carry-limits';
import { notePart } from './chains';
import { type Idea, listIdeas, listInside, NO_IDEA } from './idea-list';
import { asks, findNames, isDenial, isNoWay, isPlain } from './lexicon';
import { hasIdeas, isFull, type Kind, listNews, markAll, RENEWED } from './notebook';
import { listMoves, listSteps } from './pairings';
import { type Choice, firstChoice, type Scene } from './scene';
import { describe, isProgress, isSafeEffect, TAKES, wasTyped } from './search';
import { alike, flat, isOneMoreStep, isSameStep, PAIR, SPLIT } from './steps';
import { isVisited } from './travel';
import type { TryOutcome } from './tries';

/**
 * Ideas: unlikely commands that may be worth a try at a place, in a fixed order. Each turn tries as many as it can
 * afford and stores its position in the thoughts, so that the next turn here continues. Trials cost no turns.
 */

const KEPT = 14;
const LONGEST = 3;

/**
 * Tries the next ideas here and stores the position; null if none yields points, things or ways. Ideas that only change
 * something are collected, and one is typed when there are several.
 */
export function tryIdeas(scene: Scene, kind: Kind = 'here'): Choice | null {
  const { notebook, tries, state } = scene;
  const { world } = state;
  const mark = notebook[kind];
  if (!hasIdeas(mark, state)) return null;
  const isRenewed = 'allAt' in mark && world - mark.allAt >= RENEWED;
  const { carried, tools } = isRenewed ? { carried: 0, tools: [] } : mark;
  const from = 'allAt' in mark ? 0 : mark.count;
  const begun = (from > 0 && 'begun' in mark ? mark.begun : undefined) ?? state.progress.carried.length;
  const news = carried === 0 ? null : new Set(listNews(mark, state));
  let at = 0;
  const isPast = (count = 0): boolean => at + count < from;
  const ideas = kind === 'inside' ? listInside(scene) : listIdeas(scene, news, isPast);
  for (const idea of ideas) {
    if (at++ < from || idea === NO_IDEA) continue;
    if (tries.left < KEPT) {
      notebook[kind] = { count: at - 1, begun, carried, tools };
      return null;
    }
    const choice =
      tryIdea(scene, idea, kind) ?? (isFull(notebook.changes, MAX_CHANGES) ? change(scene) : null);
    if (choice) {
      notebook[kind] = { count: at, begun, carried, tools };
      return choice;
    }
    // Follow-ups may need more trials than are left, so the next turn restarts here.
    if (tries.left < LONGEST && at - 1 > from) {
      notebook[kind] = { count: at - 1, begun, carried, tools };
      return null;
    }
  }
  notebook[kind] = markAll(tools, state, begun);
  return null;
}

/** Changes to collect at a place before typing one. */
const MAX_CHANGES = 4;

function tryIdea(scene: Scene, idea: Idea, kind: Kind): Choice | null {
  const { tries, notebook } = scene;
  const [command = '', ...rest] = idea.commands;
  if (scene.isBarred(command)) return null;
  const outcome = tries.play(...idea.commands);
  if (!outcome) return null;
  const reason = judge(scene, idea, outcome, kind);
  if (reason !== null) return { command, why: reason, next: rest };
  const isOwn = kind === 'here' && answersByItself(scene, idea, outcome);
  if (kind === 'here' && (isChange(scene, idea, outcome) || isTakenOut(idea, outcome))) {
    notebook.changes.push(idea.commands.join(', '));
    if (rest.length === 0) notePart(scene, command);
  } else if (isOwn) {
    if (!isKnownStep(scene, outcome)) notePart(scene, command);
    if (isTelling(scene, outcome)) notebook.tellings.push(command);
  } else if (kind === 'here' && isDropped(outcome, command)) notePart(scene, command);
  const moveChoice = isOwn ? moveOn(scene, idea, command, kind) : null;
  if (moveChoice) return moveChoice;
  return idea.commands.length === 1 && isQuestion(scene, outcome)
    ? firstChoice(listAnswers(scene), (said) => tryIdea(scene, { ...idea, commands: [command, said] }, kind))
    : null;
}

const MAX_TELLINGS = 5;
/** Commands with possibly hidden effects: speaking to people, and operating parts of things. */
const UNSEEN =
  /^(?:talk to|ask|tell|show|greet|point|aim|set|turn|push|pull|press|wind|tie|fix|fill|light|pour|put|play|ring|knock on)\b/;
const TELLING = 40;

/**
 * True if a command without a visible effect gets a distinct reply: not a refusal, and not a generic one. Changes in a
 * story's variables show only there.
 */
function answersByItself(scene: Scene, { commands }: Idea, outcome: TryOutcome): boolean {
  const { tries } = scene;
  const { text, effect, understood, deadly, moved, points, dark } = outcome;
  const [command = ''] = commands;
  const isOwnText = understood && !isRefusal(text) && !isDenial(firstSentence(text)) && !isPlain(text);
  if (effect || moved || deadly || dark || points < 0 || text.length < TELLING || !isOwnText) return false;
  if (!UNSEEN.test(command) || dropFirstSentence(text) !== text.trim()) return false;
  const [, verb = '', phrase = ''] = SPLIT.exec(command) ?? [];
  if (commands.length > 1 || phrase === '') return false;
  const others = [...scene.held, ...scene.around]
    .filter((other) => !command.includes(other.phrase))
    .slice(0, 2);
  const [, first, link, second] = PAIR.exec(phrase) ?? [];
  const withOther = (other: string): string[] =>
    first === undefined ? [`${verb} ${other}`] : [`${verb} ${other} ${link} ${second}`];
  const isUsual = [
    ...others.flatMap((other) => withOther(other.phrase)),
    ...(first === undefined ? [`examine ${phrase}`] : []),
    'wait',
  ].some((other) => alike(tries.play(other)?.text ?? '', text));
  return !isUsual;
}

/** True if a known part of chains has the same effect on the same thing, by its reply. */
function isKnownStep({ notebook, tries }: Scene, { commands: [command = ''], text }: TryOutcome): boolean {
  const others = PAIR.test(command) ? [] : notebook.parts.filter((part) => part !== command);
  return others.some((part) => {
    const other = { command: part, text: tries.play(part)?.text ?? '' };
    return isSameStep(other, { command, text });
  });
}

/** True if a distinct reply is worth a turn: not seen recently, and from no other command here. */
function isTelling({ notebook, tries, state }: Scene, { commands, text }: TryOutcome): boolean {
  if (isFull(notebook.tellings, MAX_TELLINGS) || notebook.tellings.includes(commands[0] ?? '')) return false;
  const heardTexts = [...state.recent.map((move) => move.text), tries.baseline.text].map(flat);
  if (heardTexts.some((other) => other.includes(flat(text).slice(0, COMPARED)))) return false;
  return !notebook.tellings.some((other) => alike(tries.play(other)?.text ?? '', text));
}

/**
 * True if a command took a thing out of a carried container, or one that only the text mentions: some commands need the
 * thing itself in hand.
 */
const isTakenOut = ({ commands, target }: Idea, outcome: TryOutcome): boolean =>
  target !== null &&
  (target.inside || target.id === null) &&
  commands[0] === `take ${target.phrase}` &&
  isHarmlessTake(outcome) &&
  !isRefusal(outcome.text);
const isHarmlessTake = ({ effect, understood, deadly, moved, points, lost, gone }: TryOutcome): boolean =>
  effect && understood && !deadly && !moved && points >= 0 && lost.length + gone.length === 0;

/** True if a command only put a thing in or on another; its use may show later. */
const isDropped = (
  { effect, understood, deadly, moved, points, lost, text }: TryOutcome,
  command: string,
): boolean =>
  /^put .+ (?:in|on) /.test(command) &&
  effect &&
  understood &&
  !deadly &&
  !moved &&
  points >= 0 &&
  lost.length === 0 &&
  LAID.test(text);

/** Moves a thing next to another here, and climbs it if a way is then in reach. */
function moveOn(scene: Scene, idea: Idea, command: string, kind: Kind): Choice | null {
  const phrase = idea.target?.phrase;
  return firstChoice(listMoves(scene, command), (move) => {
    const outcome = scene.isBarred(move) ? null : scene.tries.play(move);
    const isDone = outcome && !outcome.deadly && outcome.understood && !isRefusal(outcome.text);
    if (!isDone || phrase === undefined) return null;
    const steps = listSteps(phrase).find((plan) => {
      const after = scene.tries.play(move, ...plan);
      const isNew = after?.to != null && !isVisited(scene.state.map, after.to);
      return after?.moved && !after.deadly && !after.dark && after.points >= 0 && isNew;
    });
    return steps
      ? {
          command: move,
          why: `From the ${phrase}, moved there, a place that is new is in reach.`,
          next: steps,
        }
      : tryIdea(scene, { ...idea, commands: [move] }, kind);
  });
}

/** Types the stored commands with a distinct reply, once each. */
export function askMore(scene: Scene): Choice | null {
  const { notebook, tries } = scene;
  tries.rescue(KEPT);
  for (let next = notebook.tellings.shift(); next !== undefined; next = notebook.tellings.shift()) {
    if (scene.isBarred(next) || wasTyped(scene, next)) continue;
    const outcome = tries.play(next);
    if (!outcome?.understood || outcome.deadly || outcome.points < 0 || isRefusal(outcome.text)) continue;
    return { command: next, why: `The story has something to tell: ${firstSentence(outcome.text)}` };
  }
  return null;
}

/** True if a command makes someone ask a question. */
const isQuestion = (scene: Scene, { text, understood, deadly, moved }: TryOutcome): boolean =>
  asks(text) && understood && !deadly && !moved && !asks(scene.tries.baseline.text);

/** Possible answers: yes, no, and recently read names. */
function listAnswers({ state, tries, words }: Scene): string[] {
  const texts = [tries.baseline, ...state.recent.toReversed()].map(({ text }) => text);
  return ['yes', 'no', ...findNames(texts.join('\n'), words).slice(0, MAX_NAMES)];
}
const MAX_NAMES = 6;

/** Why an idea is worth its commands; null if not or unknown. */
function judge(scene: Scene, idea: Idea, outcome: TryOutcome, kind: Kind): string | null {
  const { deadly, points, dark, moved, to, effect, understood, text, lost, gone } = outcome;
  if (deadly || points < 0) return null;
  if (outcome.won || points > 0) return describe(outcome, '');
  if (moved) {
    // Someone else moved the player: the command was refused.
    if (isNoWay(firstSentence(text)) || scene.tries.drifts) return null;
    const isNew = to !== null && !isVisited(scene.state.map, to);
    return isNew && !dark ? `"${idea.commands.join(', ')}" leads to a place that is new.` : null;
  }
  if (!effect || !understood || TAKES.test(text)) return null;
  if (UNDOES.test(idea.commands[0] ?? '')) return releases(scene, idea);
  if (isKnownText(scene, text)) return null;
  if (isProgress(outcome) && lost.length === 0) return describe(outcome, '');
  if (idea.spends && COPIES.test(text) && lost.length <= 1 && gone.length === 0) return describe(outcome, '');
  const way = kind === 'inside' ? null : opensWay(scene, idea.commands, outcome);
  return way === null ? null : `After "${idea.commands.join(', ')}", the way ${way} is open.`;
}

/** True for a harmless change with a reply that no other command here had. */
function isChange(scene: Scene, { commands, target }: Idea, outcome: TryOutcome): boolean {
  if (
    !isSafeEffect(outcome, BINDS.test(commands[0] ?? '') ? 1 : 0) ||
    outcome.dark ||
    UNDOES.test(commands[0] ?? '') ||
    isKnownText(scene, outcome.text) ||
    isOneMoreStep(scene, outcome)
  )
    return false;
  if (
    isDenial(firstSentence(outcome.text)) ||
    (/^(?:put|pour|empty)\b/.test(commands[0] ?? '') && LAID.test(outcome.text))
  )
    return false;
  const { changes } = scene.notebook;
  if (changes.some((other) => scene.tries.play(...other.split(', '))?.text === outcome.text)) return false;
  // If even examining has an effect, effects prove nothing.
  return target === null || scene.tries.play(`examine ${target.phrase}`)?.effect !== true;
}

const COMPARED = 120;

/** True if a recent effective command here got the same reply: a synonym. */
function isKnownText({ state, here }: Scene, text: string): boolean {
  const now = flat(text);
  return state.recent.some(({ from, effect, text: answer }) => {
    const beginning = flat(answer).slice(0, COMPARED);
    return effect && from === here && beginning !== '' && now.includes(beginning);
  });
}

/** Verbs not to repeat immediately. */
const ONCE =
  /^(?:take|get|drop|put|wear|eat|drink|read|examine|open|close|turn on|turn off|learn|light|stand|sit|lie)\b/;

const MAX_AGAIN = 6;

/** Repeats an effective command if it has another effect. */
export function again(scene: Scene): Choice | null {
  const { recent } = scene.state;
  const last = recent.at(-1);
  if (recent.slice(-MAX_AGAIN).filter(({ command }) => command === last?.command).length === MAX_AGAIN)
    return null;
  if (!last?.effect || last.moved || last.died || last.by === 'player' || ONCE.test(last.command))
    return null;
  const { command } = last;
  const outcome = scene.isBarred(command) ? null : scene.tries.play(command);
  if (!outcome || !isSafeEffect(outcome) || outcome.dark || isKnownText(scene, outcome.text)) return null;
  if (!isProgress(outcome) && isOneMoreStep(scene, outcome)) return null;
  return { command, why: describe(outcome, 'It does something else each time.') };
}

/** Types the collected changes that still have an effect. */
export function change(scene: Scene): Choice | null {
  const { notebook, tries } = scene;
  // Without trials left, changes would be removed untested.
  tries.rescue(KEPT);
  for (let next = notebook.changes.shift(); next !== undefined; next = notebook.changes.shift()) {
    const [command = '', ...rest] = next.split(', ');
    const outcome = scene.isBarred(command) ? null : tries.play(command, ...rest);
    if (
      !outcome ||
      !isSafeEffect(outcome, BINDS.test(command) ? 1 : 0) ||
      outcome.dark ||
      (!command.startsWith('take ') && isKnownText(scene, outcome.text))
    )
      continue;
    return {
      command,
      why: `Nobody knows what it is good for, but it changes something: ${describe(outcome, '')}`,
      next: rest,
    };
  }
  return null;
}

/** Why to drop a thing that a refusal of a way names; null if none does. */
function releases(scene: Scene, { commands, target }: Idea): string | null {
  const name = target === null || isValued(scene, target) ? '' : (target.phrase.split(' ').at(-1) ?? '');
  const refusals = scene.exits.filter(
    ({ to, text }) => to === null && name !== '' && text.toLowerCase().includes(name),
  );
  const way = refusals.find(({ direction }) => {
    const outcome = scene.tries.play(...commands, direction);
    return outcome?.moved && !outcome.deadly && !outcome.dark && outcome.points >= 0;
  });
  return way ? `Without the ${name}, the way ${way.direction} is open.` : null;
}

/** Commands that only move a thing elsewhere. */
const UNDOES = /^(?:drop|throw)\b/;

/** Commands after which the tool is gone but not wasted. */
const BINDS = /^(?:tie|give|fix)\b/;
/** The reply of a command that only put a thing somewhere. */
const LAID = /^\W*(?:you put|you place|you drop|done|ok(?:ay)?|dropped|put)\b/i;

const OPENS =
  /\b(?:open|unlock|reveal|appear|slide|swing|passage|way|doors?|gate|hole|gap|stairs?|ladder|rise|falls?|moves?|aside|clear|wall|bridge|path|stand|out of|off|click|shatter|break|gone|vanish|lets? you)/i;
const MAX_WAYS = 8;

/** The blocked way that these commands open; null if none. */
function opensWay(scene: Scene, commands: readonly string[], { text }: TryOutcome): string | null {
  if (!OPENS.test(text)) return null;
  const shutWays = scene.exits.filter(({ to, deadly }) => to === null && !deadly);
  const lowerText = text.toLowerCase();
  const isSaid = (direction: string): number => Number(lowerText.includes(direction));
  const ways = shutWays
    .map(({ direction }) => direction)
    .sort((a, b) => isSaid(b) - isSaid(a))
    .slice(0, MAX_WAYS);
  return (
    ways.find((direction) => {
      if (scene.tries.left < commands.length + 1) return false;
      const outcome = scene.tries.play(...commands, direction);
      return outcome?.moved && !outcome.deadly && !outcome.dark;
    }) ?? null
  );
}

/** The text of a spell that is copied from a scroll into a book; casting it from the scroll would lose it. */
const COPIES = /\bbook\b/i;
