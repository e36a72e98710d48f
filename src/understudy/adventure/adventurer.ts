import { isEnterPrompt, looksDeadly } from 'zmachine-story';
import type { AdventurerBrief } from '../../adventure/briefs';
import { isFair } from '../../adventure/fair/play';
import { shorten } from '../../adventure/lines';
import type { AdventureState } from '../../adventure/state-types';
import type { AdventurerAnswer } from '../../contract/adventure-agents';
import { repackItems } from './carry-limits';
import { chooseFairly } from './fair';
import { declareGoal } from './goals';
import { riseUp } from './holders';
import { again, tryIdeas } from './ideas';
import { leave } from './leave';
import { hasHappened } from './linger';
import { meetNeeds } from './needs';
import { writeNotebook } from './notebook';
import { clearTheWay, fightBack, fightThrough, openTheWay } from './obstacles';
import { lookUp } from './pairings';
import { answerYesOrNo, isYesOrNo } from './questions';
import { type Choice, readScene, type Scene, writeRefused } from './scene';
import { AFTER_SEARCH, searchHere, useLabelled, winAgain } from './search';
import { leaveTheDark } from './supplies';
import { survive } from './survive';
import { MAX_TRIES } from './tries';

/**
 * The understudy's next command, from its memory and reverted trials. It knows nothing about specific stories.
 * Deterministic: the same brief always gives the same answer.
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

/** In characters. The notebook follows the reason in the thoughts and must not be cut. */
const LONGEST_REASON = 200;

function chooseCommand(brief: AdventurerBrief): Choice {
  const { story } = brief.state;
  const text = story?.text ?? '';
  if (story?.awaits === 'key') {
    return isYesOrNo(text)
      ? { command: 'y', why: 'The story asks yes or no.' }
      : { command: 'enter', why: 'The story waits for a key.' };
  }
  if (story && isEnterPrompt(story) && !isPressingOn(brief.state))
    return { command: '', why: 'The story asks for Enter.' };
  if (isFair(brief.state)) {
    if (brief.suggested !== null)
      return { command: brief.suggested, why: 'Somebody who watches suggests it.' };
    return isYesOrNo(text) && brief.rejected.length === 0
      ? { command: looksDeadly(text) ? 'yes' : 'no', why: 'The story asks yes or no.' }
      : chooseFairly(brief);
  }
  const scene = readScene(brief);
  const { suggested } = brief;
  if (suggested !== null && !scene.isBarred(suggested) && scene.tries.play(suggested)?.deadly === false) {
    return { command: suggested, why: 'Somebody who watches suggests it.' };
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
  const why = shorten(safe.why, LONGEST_REASON);
  return { ...safe, why: why + writeNotebook(scene.notebook) + writeRefused(brief.rejected) };
}

/** Consecutive presses of Enter before typing something else; no text is that long. */
const MAX_ENTERS = 12;

const isPressingOn = ({ recent }: AdventureState): boolean =>
  recent.length >= MAX_ENTERS && recent.slice(-MAX_ENTERS).every(({ command }) => command === '');

const PLAN = /Then: "([^"]+)"\./;
const writePlan = (next: readonly string[]): string =>
  next.length > 0 ? ` Then: "${next.join(', ')}".` : '';

/** Continues the plan of the previous command if it still has an effect. */
function continuePlan(scene: Scene): Choice | null {
  const [, plan] = PLAN.exec(scene.brief.state.recent.at(-1)?.thinking ?? '') ?? [];
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
