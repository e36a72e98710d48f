import { answererOf, isSmall } from '../base/answerer';
import { type CountTokens, loadTokenizer } from '../base/tokens';
import { type ActionId, type Analysis, analysis, type GameAction } from '../contract/agents';
import type { EventDraft, PayloadOf } from '../contract/events/events';
import { frameKey } from '../contract/frame';
import type { ActionKnowledge } from '../contract/run-knowledge';
import { type Answer, type Ask, type StepContext, wasReached } from '../room/step-context';
import { callsLeft } from '../runs/calls';
import type { GameStep } from '../runs/games/game';
import type { AnalystBrief } from './briefs';
import { CLICK } from './choose';
import { holdDefinition } from './coverage';
import { analysisExample } from './examples';
import { failAnswer } from './fail-answer';
import { describeAnimation } from './frame/animation';
import { diffFrames } from './frame/diff';
import { compareFrames } from './frame/objects';
import { readHistory } from './history';
import { countKindsLeft, findContradicted, findEvent, isExtended, isForetoldWrong } from './hold-against';
import {
  type ContradictedAction,
  contradict,
  type Evidence,
  type Hold,
  holdAgain,
  judge,
  readUpdates,
  unobservedAction,
} from './knowledge';
import { analystPrompts } from './prompts';
import { maskOf, type RunGame, type RunState } from './state';

/** Changed cells that `action.analyzed` keeps; the frames have them all. */
const KEPT_PIXELS = 30;

const UNANALYZED = 'The analyst gave no usable answer: what was seen is kept, and counts for nothing.';

/** A target action that was executed. */
export interface Executed {
  action: GameAction;
  before: RunGame;
  step: GameStep;
}

/**
 * Call B: diff, ask what the action did, and store what follows: `action.analyzed`, then `knowledge.updated`. Where
 * nothing usable was answered, what was seen is kept and counts for nothing.
 */
export async function analyzeTarget(ctx: StepContext<RunState>, executed: Executed): Promise<void> {
  const state = ctx.state;
  const brief = buildBrief(ctx, executed);
  const count = await loadTokenizer();
  await ctx.ask('analyze', buildAsk(state, brief, count), {
    decide: (answer) => (wasReached(answer) ? answer : failAnswer(state, 'analyze', answer)),
    events: (answer) => draftAnalyzed(state, brief, answer),
  });
}

function buildBrief(ctx: StepContext<RunState>, { action, before, step }: Executed): AnalystBrief {
  const { state, seed } = ctx;
  const mask = maskOf(state);
  const levelCompleted = step.levelsCompleted > before.level;
  const levelChanged = step.levelsCompleted !== before.level;
  // The settled frame of a completed level already shows the next one: it is not compared with the old.
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
  const mask = maskOf(state);
  const history = brief.history();
  const contradictions = findContradicted(state.knowledge.actions, history, mask);
  const contradictedKnowledge = (action: string): ActionKnowledge =>
    contradictions
      .filter((one) => one.action === action)
      .reduce(
        (known, { seen }) => contradict(known, seen),
        state.knowledge.actions[action] ?? unobservedAction(),
      );
  const holdOf =
    (action: string): Hold =>
    (definition, since) =>
      holdDefinition(definition, { action, since, history, mask });
  const event = findEvent(knowledge.definition, history, mask);
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
    consistent: value?.is_consistent_with_previous ?? null,
    definition: value?.action_definition ?? null,
    extends: isExtended(knowledge.definition, value?.action_definition ?? null, id, mask, history),
    contradicts: isForetoldWrong(knowledge.definition, history, mask),
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
  const verdict = judge(contradictedKnowledge(id), evidence, holdOf(id));
  const heldActions = Object.keys(state.knowledge.actions).flatMap((action) => {
    const standing = action === id ? null : holdAgain(contradictedKnowledge(action), holdOf(action));
    return standing ? [{ action: action as ActionId, turn: state.rounds, ...standing }] : [];
  });
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
        ...answererOf(answer),
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
        ...(contradictions.length > 0 && { contradicted: contradictions.map(describeContradicted(state)) }),
        ...(heldActions.length > 0 && { held: heldActions }),
        previousStatus: knowledge.status,
        ...answererOf(answer),
      },
    },
  ];
}

/** With what becomes of the action, so that the fold holds no rule. */
const describeContradicted =
  ({ knowledge }: RunState) =>
  ({ action, seen }: ReturnType<typeof findContradicted>[number]): ContradictedAction => {
    const current = knowledge.actions[action] ?? unobservedAction();
    const { status, streak, attempts, noEffect, repeats } = contradict(current, seen);
    return { action, seen, status, streak, attempts, noEffect, repeats };
  };

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
