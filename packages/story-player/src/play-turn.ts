import { isEnterPrompt, looksDeadly } from 'zmachine-story';
import { repackItems } from './carry-limits';
import { shorten } from './cut';
import { chooseFairly } from './fair';
import { declareGoal, type Goal } from './goals';
import { again, tryIdeas } from './ideas';
import { leave } from './leave';
import { hasHappened, riseUp } from './linger';
import { writeNotebook } from './notebook';
import { clearTheWay, fightBack, fightThrough, openTheWay } from './obstacles';
import { lookUp } from './pairings';
import { type Choice, readScene, type Scene, writeRefused } from './scene';
import { AFTER_SEARCH, searchHere, useLabelled, winAgain } from './search';
import { leaveTheDark } from './supplies';
import { meetNeeds, survive } from './survive';
import { MAX_TRIES } from './tries';
import type { Memory, Turn } from './types';

export interface Decision {
  /** `''` and `enter` press Enter. */
  command: string;
  /** The reason, as a sentence. */
  why: string;
  /** A record for later turns: append it to `why` for `Played.thinking`. May be `''`. */
  memo: string;
  /** A goal to track, which the player set at this place; usually null. */
  goal: Goal | null;
}

/**
 * Decides on the next command, from the memory and reverted trials. Knows nothing about specific stories.
 * Deterministic: the same turn always gives the same decision.
 */
export function playTurn(turn: Turn): Decision {
  const { command, why, memo = '', next = [] } = chooseCommand(turn);
  const plan = next.length > 0 ? ` Then: "${next.join(', ')}".` : '';
  const goal = turn.rejected?.length ? null : declareGoal(turn.state, turn.turn);
  return { command, why, memo: memo + plan, goal };
}

/** In characters. */
const LONGEST_REASON = 200;

function chooseCommand(turn: Turn): Choice & { memo?: string } {
  const { state, suggested = null, rejected = [] } = turn;
  const { story } = state;
  const text = story?.text ?? '';
  if (story?.awaits === 'key') {
    return isYesOrNo(text)
      ? { command: 'y', why: 'The story asks yes or no.' }
      : { command: 'enter', why: 'The story waits for a key.' };
  }
  if (story && isEnterPrompt(story) && !isPressingOn(state))
    return { command: '', why: 'The story asks for Enter.' };
  if (turn.isFair) {
    if (suggested !== null) return { command: suggested, why: SUGGESTED };
    return isYesOrNo(text) && rejected.length === 0
      ? { command: looksDeadly(text) ? 'yes' : 'no', why: 'The story asks yes or no.' }
      : chooseFairly(turn);
  }
  const scene = readScene(turn);
  if (suggested !== null && !scene.isBarred(suggested) && scene.tries.play(suggested)?.deadly === false) {
    return { command: suggested, why: SUGGESTED };
  }
  const answer = answerYesOrNo(scene);
  if (answer) return answer;
  const choice =
    leaveTheDark(scene) ??
    repackItems(scene) ??
    continuePlan(scene) ??
    fightBack(scene) ??
    meetNeeds(scene) ??
    lookUp(scene) ??
    again(scene) ??
    search(scene) ??
    riseUp(scene) ??
    tryIdeas(scene) ??
    leave(scene);
  const safe = survive(scene, choice.command) ?? choice;
  const memo = writeNotebook(scene.notebook) + writeRefused(rejected);
  return { ...safe, why: shorten(safe.why, LONGEST_REASON), memo };
}

const SUGGESTED = 'Somebody who watches suggests it.';

/** Consecutive presses of Enter before typing something else; no text is that long. */
const MAX_ENTERS = 12;

const isPressingOn = ({ recent }: Memory): boolean =>
  recent.length >= MAX_ENTERS && recent.slice(-MAX_ENTERS).every(({ command }) => command === '');

const PLAN = /Then: "([^"]+)"\./;

/** Continues the plan of the previous command if it still has an effect. */
function continuePlan(scene: Scene): Choice | null {
  const [, plan] = PLAN.exec(scene.state.recent.at(-1)?.thinking ?? '') ?? [];
  const [command, ...next] = plan?.split(', ') ?? [];
  if (command === undefined || scene.isBarred(command)) return null;
  const outcome = scene.tries.play(command);
  // The plan was tried as a whole: only its last command needs an effect.
  const isOnWay = next.length > 0 || outcome?.effect || outcome?.moved;
  const isFit = outcome && isOnWay && !outcome.deadly && outcome.points >= 0;
  return isFit ? { command, why: 'This was the plan.', next } : null;
}

/** Tries everything nearby, unless already done in this state of the world. */
function search(scene: Scene): Choice | null {
  const { here, recall } = scene;
  const labelChoice = useLabelled(scene);
  if (labelChoice) return labelChoice;
  if (here !== null && recall.searched.has(here) && !hasHappened(scene))
    return winAgain(scene) ?? fightThrough(scene);
  const search = (): Choice | null => openTheWay(scene, true) ?? searchHere(scene);
  return search() ?? searchOn(scene, search) ?? openTheWay(scene) ?? clearTheWay(scene);
}

/** Continues an interrupted search: in large stories one trial may cost as much as several. */
function searchOn({ tries }: Scene, search: () => Choice | null): Choice | null {
  if (tries.left >= AFTER_SEARCH) return null;
  tries.rescue(MAX_TRIES);
  return search();
}

const TAIL = 200;
const YES_OR_NO = /\banswer (?:the question|yes or no|with)|\byes or no\b|\by(?:es)?(?: or |\/)no?\b/i;

/** True if a text ends with a yes-or-no question. */
const isYesOrNo = (text: string): boolean => YES_OR_NO.test(text.slice(-TAIL));

/** Offers to revive the player. */
const REVIVED = /\b(?:reincarnat|resurrect|reviv|killed|another chance)/i;

/**
 * Answers a yes-or-no question; null if there is none. Accepts being revived, and says yes to people. Alternates other
 * answers between lives.
 */
function answerYesOrNo({ state, tries, isBarred }: Scene): Choice | null {
  const text = state.story?.text ?? '';
  const isAsked = /\?\W*$/.test(text) || isYesOrNo(text);
  if (!isAsked || !YES_OR_NO.test(tries.baseline.text)) return null;
  const isSpoken = /\?["'”’]\s*$/.test(text.trimEnd());
  const isOtherLife = state.episodes.length % 2 === 0;
  const isYes = looksDeadly(text) || REVIVED.test(text) || isSpoken !== isOtherLife;
  const words = isYes ? ['yes', 'y', 'no', 'n'] : ['no', 'n', 'yes', 'y'];
  const settles = (word: string): boolean => !/\b(?:answer|type)\b/i.test(tries.play(word)?.text ?? '');
  const answers = words.filter((word) => !isBarred(word) && settles(word));
  const command = answers.find((word) => tries.play(word)?.deadly === false) ?? answers[0];
  return { command: command ?? 'yes', why: 'The story asks yes or no.' };
}
