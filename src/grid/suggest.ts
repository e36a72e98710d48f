import { answererKind, isSmall } from '../base/answerer';
import { type CountTokens, loadTokenizer } from '../base/tokens';
import { type Suggestion, suggestion, suggestionOf } from '../contract/agents';
import type { EventDraft, PayloadOf } from '../contract/events/events';
import { toProblem } from '../contract/to-problem';
import { type Answer, type Ask, didRespond, type StepContext } from '../room/step-context';
import { callsLeft } from '../runs/calls';
import type { ExplorerBrief, RefusedSuggestion } from './briefs';
import {
  type Choice,
  pickAction,
  type Situation,
  type ValidatedSuggestion,
  validateSuggestion,
} from './choose';
import { suggestionExample } from './examples';
import { failAnswer } from './fail-answer';
import { readHistory } from './history';
import { explorerPrompts } from './prompts';
import { CALLS_PER_TURN, readSituation } from './situation';
import { askSmall } from './small';
import type { RunState } from './state';
import { actionKey } from './transition';

/** `refused`: ask the model again; `service`: use the service's own pick. */
interface Decision {
  answer: Answer<Suggestion>;
  by: 'accepted' | 'refused' | 'service';
  choice: Choice;
  validated: ValidatedSuggestion;
}

/**
 * Call A: asks the model for the next action and decides. An unreadable or refused suggestion is requested
 * once more if the call budget allows; after that the service picks. A null target before any observation is
 * queried once, then accepted. Every answer becomes one `action.suggested` event with its decision.
 */
export async function chooseActions(ctx: StepContext<RunState>): Promise<Choice> {
  const { by, answer, choice, validated } = await askOnce(ctx, 'suggest', null);
  if (by !== 'refused' || !answer.ok) return choice;
  const refusal = { suggestion: answer.value, refusals: validated.refusals };
  return (await askOnce(ctx, 'suggest_again', refusal)).choice;
}

async function askOnce(
  ctx: StepContext<RunState>,
  step: 'suggest' | 'suggest_again',
  refused: RefusedSuggestion | null,
): Promise<Decision> {
  const state = ctx.state;
  const situation = readSituation(state);
  const count = await loadTokenizer();
  return ctx.ask(step, buildAsk(ctx, situation, refused, count), {
    decide: (answer) =>
      didRespond(answer) ? decide(state, situation, step, answer) : failAnswer(state, step, answer),
    events: (decision) => [draftSuggested(state, step, decision)],
  });
}

export const briefStanding = (
  ctx: StepContext<RunState>,
  situation: Situation,
): Omit<ExplorerBrief, 'task' | 'refused'> => {
  const { state, seed } = ctx;
  const { game, hud, knowledge } = state;
  return {
    seed,
    frame: game?.cells ?? '',
    frameNumber: game?.frame ?? 0,
    mask: hud,
    situation,
    game: { state: game?.state ?? 'NOT_FINISHED', level: game?.level ?? 0 },
    environment: knowledge.environment,
    history: () => readHistory(ctx),
  };
};

function buildAsk(
  ctx: StepContext<RunState>,
  situation: Situation,
  refused: RefusedSuggestion | null,
  count: CountTokens,
): Ask<Suggestion, ExplorerBrief> {
  const { state } = ctx;
  const brief: ExplorerBrief = { task: 'explorer', ...briefStanding(ctx, situation), refused };
  const profile = state.config.profiles.explorer;
  // If the game offers no actions, the small model's schema would have no valid target.
  const parts =
    isSmall(profile) && situation.available.length > 0
      ? askSmall(brief, profile, count)
      : {
          ...explorerPrompts(brief, profile, count),
          example: suggestionExample(situation),
          schema: suggestion,
          sentSchema: suggestionOf(situation.available),
        };
  return {
    role: 'explorer',
    purpose: 'next_action_suggestion',
    brief,
    ...parts,
    schemaName: 'next_action_suggestion',
    profile,
    // Reserve one call for the analysis.
    maxCalls: callsLeft(state) - 1,
    ...(refused ? { isLast: true } : {}),
  };
}

function decide(
  state: RunState,
  situation: Situation,
  step: 'suggest' | 'suggest_again',
  answer: Answer<Suggestion>,
): Decision {
  if (!answer.ok) return { answer, ...pickInstead(situation, answer) };
  const validation = validateSuggestion(situation, answer.value);
  const { choice } = validation;
  // The gateway already asked twice if the first answer was unreadable, so do not ask a third time.
  const isFirst = step === 'suggest' && answer.rung !== 'retried';
  const mayAsk = isFirst && callsLeft(state) - answer.calls >= CALLS_PER_TURN;
  // null would end the run for good, so ask for confirmation.
  const hasty = mayAsk && choice.target === null ? questionEnd(situation) : [];
  if (hasty.length > 0)
    return { by: 'refused', answer, choice, validated: { ...validation, refusals: hasty } };
  if (validation.refusals.length === 0) return { by: 'accepted', answer, choice, validated: validation };
  if (mayAsk) return { by: 'refused', answer, choice, validated: validation };
  return {
    by: 'service',
    answer,
    choice: validation.lacksPlace ? placedSuggestion(validation) : pickAction(situation),
    validated: validation,
  };
}

function questionEnd({ available, actions }: Situation): ValidatedSuggestion['refusals'] {
  if (available.length === 0 || available.some((id) => actions[id]?.observations.length)) return [];
  const message = `null ends the run, and none of ${available.join(', ')} was ever observed; answer null again only if nothing is left to learn`;
  return [{ pointer: '/target_action', message }];
}

const placedSuggestion = ({ choice }: ValidatedSuggestion): Choice => ({
  ...choice,
  reason: `${choice.reason} (The service picked the place.)`,
});

type Unusable = Extract<Answer<Suggestion>, { ok: false }>;

/** Problems of an answer with a valid form but a mistake, such as an unknown action; empty otherwise. */
export function findSlips({ checks }: Pick<Unusable, 'checks'>): ValidatedSuggestion['refusals'] {
  const problems = checks.at(-1)?.problems ?? [];
  return problems.every(({ pointer }) => pointer !== '') ? problems : [];
}

function pickInstead(situation: Situation, answer: Unusable): Omit<Decision, 'answer'> {
  const pick = pickAction(situation);
  const slips = findSlips(answer);
  const why =
    slips.length > 0 ? 'The answer has a slip, so the service picks.' : 'Nothing usable was answered.';
  const choice = { ...pick, reason: `${why} ${pick.reason}` };
  const refusals = slips.length > 0 ? slips : [{ pointer: '', message: toProblem(answer.failure).detail }];
  return { by: 'service', choice, validated: { choice, dropped: [], refusals, lacksPlace: false } };
}

const NOTHING = { target: null, setup: [] };

function describeChoice({ target, setup }: Choice) {
  const click = target?.x === undefined ? {} : { targetX: target.x, targetY: target.y ?? 0 };
  return { target: target?.id ?? null, ...click, setup: setup.map(actionKey) };
}

function draftSuggested(
  state: RunState,
  step: PayloadOf<'action.suggested'>['step'],
  { answer, by, choice, validated }: Decision,
): EventDraft {
  return {
    kind: 'action.suggested',
    actor: 'agent',
    turn: state.rounds,
    payload: {
      step,
      suggestion: answer.ok ? answer.value : null,
      fallback: !answer.ok,
      ...(!answer.ok && findSlips(answer).length > 0 && { slip: true as const }),
      decision: by,
      refusals: validated.refusals,
      dropped: validated.dropped,
      ...(by === 'refused' ? NOTHING : describeChoice(choice)),
      reason: choice.reason,
      frame: state.game?.frame ?? null,
      ...answererKind(answer),
      rung: answer.rung,
      calls: answer.calls,
    },
  };
}
