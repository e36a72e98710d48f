import { answererKind } from '../../base/answerer';
import { loadTokenizer } from '../../base/tokens';
import type { GameAction } from '../../contract/agents';
import type { EventDraft, PayloadOf } from '../../contract/events/events';
import { toProblem } from '../../contract/to-problem';
import {
  type EndedWish,
  type FollowedWish,
  type WishAnswer,
  wishAnswer,
  wishAnswerFor,
} from '../../contract/wishes';
import { type Answer, didRespond, type StepContext } from '../../room/step-context';
import { callsLeft } from '../../runs/calls';
import type { Refusal } from '../choose';
import { failAnswer } from '../fail-answer';
import { lastSuggested } from '../own-choice';
import { CALLS_PER_TURN, readSituation } from '../situation';
import type { RunState } from '../state';
import { briefStanding, findSlips } from '../suggest';
import { beginWish } from './follow-wish';
import { readWish, type WishPlace } from './read-wish';
import { type RefusedWish, type WishBrief, wishExample, wishPrompts } from './wish-prompts';
import { describeWish, listWishes } from './wish-words';

/** Actions that the planner chooses after a wish that it cannot meet, before it asks the model again. */
const SERVICE_STEPS = 10;

export interface AskedWith {
  /** How the last wish ended; null if there was none. */
  ended: EndedWish | null;
  /** Lines about the game as the planner has learned it. */
  planner: readonly string[];
  place: WishPlace;
  choose: () => GameAction;
}

interface Decision {
  answer: Answer<WishAnswer>;
  by: 'accepted' | 'refused' | 'service';
  wish: FollowedWish;
  /** null if refused. */
  target: GameAction | null;
  refusals: Refusal[];
  reason: string;
}

/**
 * Asks the explorer for a wish and plans the way to it. If the answer is unreadable or cannot be met, asks
 * once more if the call budget allows; after that the planner chooses some actions by itself. Stores each
 * answer as an `action.suggested` event.
 */
export async function askForWish(ctx: StepContext<RunState>, asked: AskedWith): Promise<void> {
  await askOnce(ctx, asked, 'suggest', null);
  // On replay, decide by the stored answer: the planner may know something else by now.
  const suggestion = lastSuggested(ctx);
  if (suggestion?.payload.decision !== 'refused') return;
  const { wish, refusals } = suggestion.payload;
  await askOnce(ctx, asked, 'suggest_again', { text: wish?.text ?? '', refusals });
}

/** Newest earlier suggestions in which the prompt looks for wishes. */
const SHOWN_PAST = 200;

async function askOnce(
  ctx: StepContext<RunState>,
  asked: AskedWith,
  step: 'suggest' | 'suggest_again',
  refused: RefusedWish | null,
): Promise<void> {
  const { state } = ctx;
  const { explorer: profile } = state.config.profiles;
  const count = await loadTokenizer();
  const situation = readSituation(state);
  const past = ctx.recent(['action.suggested'], SHOWN_PAST);
  const brief: WishBrief = {
    task: 'player',
    ...briefStanding(ctx, situation),
    planner: asked.planner,
    wishes: listWishes(past, asked.ended),
    callsLeft: callsLeft(state),
    refused,
  };
  await ctx.ask(
    step,
    {
      role: 'explorer',
      purpose: 'play_wish',
      brief,
      ...wishPrompts(brief, profile, count),
      schema: wishAnswer,
      sentSchema: wishAnswerFor(situation.available),
      schemaName: 'play_wish',
      example: wishExample(brief),
      profile,
      // Reserve one call for the analysis of the action.
      maxCalls: callsLeft(state) - 1,
      ...(refused ? { isLast: true as const } : {}),
    },
    {
      decide: (answer) =>
        didRespond(answer) ? decide(state, asked, step, answer) : failAnswer(state, step, answer),
      events: (decision) => [draftWished(state, step, decision, refused ? null : asked.ended)],
    },
  );
}

function decide(
  state: RunState,
  { place, choose }: AskedWith,
  step: 'suggest' | 'suggest_again',
  answer: Answer<WishAnswer>,
): Decision {
  const turn = state.rounds;
  const explore = (steps: number) => {
    const wish = { kind: 'explore' as const, steps };
    return beginWish(wish, describeWish(wish), turn, null);
  };
  if (!answer.ok) {
    const slips = findSlips(answer);
    const why =
      slips.length > 0 ? 'The answer has a slip, so the service plans.' : 'Nothing usable was answered.';
    const refusals = slips.length > 0 ? slips : [{ pointer: '', message: toProblem(answer.failure).detail }];
    return { answer, by: 'service', wish: explore(SERVICE_STEPS), target: choose(), refusals, reason: why };
  }
  const { reasoning, expectation } = answer.value;
  const reading = readWish(answer.value, place);
  if (reading.ok) {
    const { wish, way } = reading.granted;
    const acceptedWish = { ...beginWish(wish, describeWish(wish), turn, way), expectation };
    const target = way?.actions[0] ?? choose();
    return { answer, by: 'accepted', wish: acceptedWish, target, refusals: [], reason: reasoning };
  }
  const { refusals, wish } = reading;
  const text = describeWish(wish);
  // An answer that already needed a retry does not get a second one.
  const isFirst = step === 'suggest' && answer.rung !== 'retried';
  if (isFirst && callsLeft(state) - answer.calls >= CALLS_PER_TURN) {
    const refusedWish = beginWish(wish, text, turn, null);
    return { answer, by: 'refused', wish: refusedWish, target: null, refusals, reason: reasoning };
  }
  const why = refusals.map(({ message }) => message).join('; ');
  const reason = `The wish “${text}” can't be met: ${why}. The service plans ${SERVICE_STEPS} actions instead.`;
  return { answer, by: 'service', wish: explore(SERVICE_STEPS), target: choose(), refusals, reason };
}

function draftWished(
  state: RunState,
  step: PayloadOf<'action.suggested'>['step'],
  { answer, by, wish, target, refusals, reason }: Decision,
  ended: EndedWish | null,
): EventDraft {
  const hasSlip = !answer.ok && findSlips(answer).length > 0;
  return {
    kind: 'action.suggested',
    actor: 'agent',
    turn: state.rounds,
    payload: {
      step,
      suggestion: null,
      fallback: !answer.ok,
      ...(hasSlip && { slip: true as const }),
      decision: by,
      refusals,
      dropped: [],
      target: target?.id ?? null,
      ...(target?.x !== undefined && { targetX: target.x, targetY: target.y ?? 0 }),
      setup: [],
      reason,
      frame: state.game?.frame ?? null,
      ...answererKind(answer),
      rung: answer.rung,
      calls: answer.calls,
      play: true,
      wish,
      ...(ended && { wishEnded: ended }),
    },
  };
}
