import { type JsonObject, toJsonObject } from '../../base/json';
import type { EventOf } from '../../contract/events/events';
import type { ActionKnowledge, EnvironmentEntry } from '../../contract/run-knowledge';
import { runStatus } from '../../room/run-status';
import { answererNames, joinProviders } from '../../runs/views';
import { listRules, readLearner } from '../learner';
import { findPhase } from '../situation';
import { currentMask, type RunState } from '../state';
import type { RunRecord } from './evidence';

/**
 * Path of a frame's file, relative to the root of the export. `before` and `after` take the number of the
 * observation, from 1; the others the number of the frame.
 */
export const framePath = (
  which: 'before' | 'after' | 'start' | 'reset' | 'setup' | 'refresh' | 'unanalyzed',
  n: number,
): string => `frames/${which}_${pad(n)}.png`;

export const pad = (n: number): string => String(n).padStart(3, '0');

/**
 * From the number of an observation's last frame to the number of the observation, for the observations so
 * far.
 */
export type ObservationNumbers = ReadonlyMap<number, number>;

/**
 * The state in the export's format (docs/runs.md#export-and-import): snake_case, frames as paths, plus
 * status, streak and counters.
 */
export function toAgentState(state: RunState, numbers: ObservationNumbers): JsonObject {
  const last = [...numbers.entries()].filter(([frame]) => frame <= state.frames).pop();
  return {
    run_id: state.id,
    game: state.config.game,
    provider: joinProviders(state.answerers),
    answered_by: answererNames(state),
    action_knowledge: toActionKnowledge(state, numbers),
    environment: toEnvironment(state),
    current_frame: last ? framePath('after', last[1]) : null,
    previous_frame: last ? framePath('before', last[1]) : null,
    action_count: state.used.actions,
    llm_call_count: state.used.calls,
    turn: state.rounds,
    game_state: state.game?.state ?? null,
    level: state.game?.level ?? 0,
    status: runStatus(state),
    finish_reason: state.finishReason,
    phase: findPhase(state),
  };
}

/** Numbers the observation of a `knowledge.updated`, from 1. Its last frame is the key. */
export function countObservation(numbers: Map<number, number>, event: EventOf<'knowledge.updated'>): number {
  const { afterFrame } = event.payload.verdict.observation;
  const n = numbers.size + 1;
  numbers.set(afterFrame, n);
  return n;
}

export const toActionKnowledge = (state: RunState, numbers: ObservationNumbers): JsonObject =>
  Object.fromEntries(
    Object.entries(state.knowledge.actions).map(([id, known]) => [id, toKnowledge(id, known, numbers)]),
  );

function toKnowledge(id: string, known: ActionKnowledge, numbers: ObservationNumbers): JsonObject {
  return {
    action_id: id,
    current_definition: known.definition,
    status: known.status,
    is_verified: known.status === 'verified',
    verification_attempts: known.attempts,
    consistent_streak: known.streak,
    no_effect_streak: known.noEffect,
    definition_basis: known.basis,
    predictions: known.predictions.map((one) => ({
      turn: one.turn,
      before_frame: one.beforeFrame,
      after_frame: one.afterFrame,
      click: one.click,
      had_effect: one.effect,
      predicted: one.predicted,
      happened: one.happened,
      result: one.result,
    })),
    definition_history: known.definitions.map(({ turn, at, text }) => ({
      turn,
      timestamp: at,
      definition: text,
    })),
    observations: known.observations.map((seen) => {
      const n = numbers.get(seen.afterFrame) ?? 0;
      return {
        timestamp: seen.at,
        turn: seen.turn,
        before_frame_path: framePath('before', n),
        after_frame_path: framePath('after', n),
        diff_summary: seen.diffSummary,
        llm_interpretation: seen.interpretation,
        context: seen.context,
        had_effect: seen.hadEffect,
        model_said_effect: seen.modelSaidEffect,
        was_consistent: seen.consistent,
        counted: seen.counted,
        excluded: seen.excluded,
        ...(seen.event && { event: seen.event }),
        click: seen.click,
        state_key: seen.stateKey,
      };
    }),
  };
}

export function toEnvironment(state: RunState): JsonObject {
  const { objects, relationships, rules, history } = state.knowledge.environment;
  return {
    objects: objects.map(toEntry),
    spatial_relationships: relationships.map(toEntry),
    rules: rules.map(toEntry),
    iteration_history: history,
  };
}

const toEntry = (entry: EnvironmentEntry): JsonObject => ({
  name: entry.name,
  description: entry.text,
  first_seen_turn: entry.firstSeenTurn,
  observations: entry.observations,
  confidence: entry.confidence,
});

/** Inferred rules: as text, and as a model for `Model.fromJSON` of `rule-learner`. */
export function toRules({ state, transitions }: RunRecord): JsonObject {
  const { model } = readLearner(transitions, currentMask(state));
  return toJsonObject({ masked: state.hud, rules: listRules(model), model: model.toJSON() });
}
