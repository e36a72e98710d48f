import { answererKind, isSmall } from '../base/answerer';
import { type CountTokens, loadTokenizer } from '../base/tokens';
import { type ActionId, type Analysis, analysis, analysisOf, type GameAction } from '../contract/agents';
import type { Event, EventDraft, PayloadOf } from '../contract/events/events';
import { frameKey, type Mask } from '../contract/frame';
import type { GameEvent, Prediction } from '../contract/run-knowledge';
import { type Answer, type Ask, didRespond, type StepContext } from '../room/step-context';
import { callsLeft } from '../runs/calls';
import type { GameStep } from '../runs/games/game';
import type { AnalystBrief } from './briefs';
import { CLICK } from './choose';
import { analysisExample } from './examples';
import { failAnswer } from './fail-answer';
import { describeAnimation } from './frame/animation';
import { diffFrames } from './frame/diff';
import { compareFrames } from './frame/objects';
import { countKindsLeft } from './frame/places';
import { readHistory } from './history';
import { type Definition, type Evidence, judge, readUpdates, unobservedAction } from './knowledge';
import { listRules, readLearner } from './learner';
import { analystPrompts, needsDefinition } from './prompts';
import { readDefinition } from './read-definition';
import { isRestart } from './restarts';
import { currentMask, type RunGame, type RunState } from './state';
import type { Transition } from './transition';
import { defineByProgram } from './world-code/revise';

/** Changed cells in `action.analyzed`; the frames have all of them. */
const KEPT_PIXELS = 30;

const UNANALYZED = 'The analyst gave no usable answer: the observation is stored, but does not count.';

export interface Executed {
  action: GameAction;
  before: RunGame;
  step: GameStep;
}

/**
 * Call B: compares the frames, asks the analyst about the action and stores `action.analyzed`, then
 * `knowledge.updated`. Without a usable answer it stores the observation, which then does not count.
 */
export async function analyzeTarget(ctx: StepContext<RunState>, executed: Executed): Promise<void> {
  const state = ctx.state;
  const brief = buildBrief(ctx, executed);
  const count = await loadTokenizer();
  await ctx.ask('analyze', buildAsk(state, brief, count), {
    decide: (answer) => (didRespond(answer) ? answer : failAnswer(state, 'analyze', answer)),
    events: (answer) => draftAnalyzed(state, brief, answer),
  });
}

function buildBrief(ctx: StepContext<RunState>, { action, before, step }: Executed): AnalystBrief {
  const { state, seed } = ctx;
  const mask = currentMask(state);
  const levelCompleted = step.levelsCompleted > before.level;
  const levelChanged = step.levelsCompleted !== before.level;
  // The settled frame of a completed level already shows the next level, so don't compare it with the old one.
  const after = levelChanged ? step.frames.slice(0, -1) : step.frames;
  return {
    task: 'analyst',
    seed,
    action,
    first: (state.knowledge.actions[action.id]?.observations.length ?? 0) === 0,
    before: before.cells,
    after,
    beforeFrame: before.frame,
    afterFrame: state.game?.frame ?? before.frame,
    diff: diffFrames(before.cells, after, mask),
    objects: compareFrames(before.cells, after.at(-1) ?? before.cells, mask),
    animation: describeAnimation(before.cells, after, mask).lines,
    mask: state.hud,
    game: { state: step.state, level: step.levelsCompleted },
    history: () => readHistory(ctx),
    expectsChange: findExpectation(ctx.played()),
    rules: listRules(readLearner(readHistory(ctx), mask).model),
    actions: state.knowledge.actions,
    environment: state.knowledge.environment,
    levelCompleted,
    levelChanged,
  };
}

function buildAsk(state: RunState, brief: AnalystBrief, count: CountTokens): Ask<Analysis, AnalystBrief> {
  const profile = state.config.profiles.analyst;
  return {
    role: 'analyst',
    purpose: brief.first ? 'first_observation' : 'validation',
    brief,
    ...analystPrompts(brief, profile, count, isSmall(profile)),
    example: analysisExample(brief),
    schema: analysis,
    sentSchema: analysisOf(needsDefinition(brief)),
    schemaName: 'action_analysis',
    profile,
    maxCalls: callsLeft(state),
  };
}

function draftAnalyzed(state: RunState, brief: AnalystBrief, answer: Answer<Analysis>): EventDraft[] {
  const { rung, calls } = answer;
  const value = answer.ok ? answer.value : null;
  const { action, diff } = brief;
  const { id, x, y } = action;
  const knowledge = state.knowledge.actions[id] ?? unobservedAction();
  const mask = currentMask(state);
  const history = brief.history();
  const event = findEvent(history, mask);
  const prediction = knowledge.predictions.findLast(({ afterFrame }) => afterFrame === brief.afterFrame);
  const evidence: Evidence = {
    turn: state.rounds,
    beforeFrame: brief.beforeFrame,
    afterFrame: brief.afterFrame,
    click: x === undefined || y === undefined ? null : { x, y },
    diffSummary: diff.summary,
    hasChanges: diff.hasChanges,
    interpretation: value?.interpretation ?? UNANALYZED,
    context: value?.context_description ?? '',
    ...(value?.no_effect_reason ? { noEffectReason: value.no_effect_reason } : {}),
    modelSaidEffect: value?.had_effect ?? diff.hasChanges,
    consistent: prediction ? judgePrediction(prediction) : null,
    definition: value === null ? null : findDefinition(state, value, id, brief),
    kindsLeft:
      id === CLICK
        ? countKindsLeft(
            brief.before,
            history.filter((one) => one.action.id === CLICK),
            mask,
          )
        : 0,
    stateKey: frameKey(brief.before, mask),
    excluded: brief.levelChanged || value === null || event !== null,
    ...(event && { event }),
  };
  const verdict = judge(knowledge, evidence, state.config.verifyAfter);
  const { hadEffect, modelSaidEffect, consistent, counted } = verdict.observation;
  return [
    {
      kind: 'action.analyzed',
      actor: 'agent',
      turn: state.rounds,
      payload: {
        step: 'analyze',
        action: id,
        ...(x === undefined || y === undefined ? {} : { x, y }),
        beforeFrame: brief.beforeFrame,
        afterFrame: brief.afterFrame,
        diff: describeDiff(brief),
        analysis: value,
        fallback: value === null,
        hadEffect,
        modelSaidEffect,
        consistent,
        counted,
        ...(brief.expectsChange !== null && { asExpected: brief.expectsChange === diff.hasChanges }),
        ...answererKind(answer),
        rung,
        calls,
      },
    },
    {
      kind: 'knowledge.updated',
      actor: 'agent',
      turn: state.rounds,
      payload: {
        action: id,
        verdict,
        environment: readUpdates(value?.environment_updates ?? null),
        previousStatus: knowledge.status,
        ...answererKind(answer),
      },
    },
  ];
}

/** The definition from an answer. The accepted program defines every action that rules have not verified. */
function findDefinition(
  { world, knowledge }: RunState,
  value: Analysis,
  id: ActionId,
  brief: AnalystBrief,
): Definition | null {
  const known = knowledge.actions[id] ?? unobservedAction();
  if (!world?.program?.accepted) return readDefinition(value, id, known, brief);
  return known.status === 'verified' ? null : defineByProgram(world.program);
}

/** The explorer's expectation for the target action of this turn. */
const findExpectation = (played: readonly Event[]): boolean | null =>
  played.findLast((event) => event.kind === 'action.suggested')?.payload.suggestion?.expects_change ?? null;

/** null if the action had no prediction, or an incomplete one. */
const judgePrediction = ({ result }: Prediction): boolean | null =>
  result === 'right' ? true : result === 'wrong' ? false : null;

/** The event that keeps the newest execution from being evidence of the action's effect. */
function findEvent(history: readonly Transition[], mask: Mask): GameEvent | null {
  const newest = history.at(-1);
  if (!newest) return null;
  if (newest.levelChanged) return 'level';
  if (newest.state !== 'NOT_FINISHED') return newest.state === 'WIN' ? 'win' : 'game_over';
  return isRestart(history, history.length - 1, mask) ? 'restart' : null;
}

function describeDiff({ diff, objects, animation }: AnalystBrief): PayloadOf<'action.analyzed'>['diff'] {
  return {
    summary: diff.summary,
    count: diff.changed.length,
    touched: diff.touched,
    region: diff.region ? { ...diff.region } : null,
    hasChanges: diff.hasChanges,
    changed: diff.changed.slice(0, KEPT_PIXELS),
    objects,
    animation,
  };
}
