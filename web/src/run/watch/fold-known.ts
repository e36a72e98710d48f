import { countConfirmations } from '../../../../src/contract/confirmations';
import type { Event } from '../../../../src/contract/events/events';
import type { ActionKnowledge } from '../../../../src/contract/run-knowledge';
import type { GridRun } from '../../../../src/contract/runs';
import { readOr } from '../../api/event';

/** Actions by id; `needed` is what the `streak` of one is counted towards, where an event told. */
export type KnownActions = Record<string, GridRun['actions'][string] & { needed?: number }>;

/** Folds a run's events into how far each action is understood, for a watcher who is behind the run itself. */
export function foldKnown(events: readonly Event[]): KnownActions {
  const actions: KnownActions = {};
  for (const event of events) readOr(undefined, () => learn(actions, event));
  return actions;
}

function learn(actions: KnownActions, { kind, payload }: Event): void {
  if (kind === 'game.reset' || kind === 'action.executed') {
    for (const id of payload.available) {
      actions[id] ??= { status: 'unobserved', definition: null, streak: 0, attempts: 0, noEffect: 0 };
    }
  }
  if (kind !== 'knowledge.updated') return;
  for (const { action, status, streak, attempts, noEffect } of payload.contradicted ?? []) {
    const definition = actions[action]?.definition ?? null;
    actions[action] = { status, definition, streak, attempts, noEffect };
  }
  for (const { action, ...standing } of payload.held ?? []) actions[action] = showStanding(standing);
  actions[payload.action] = showStanding(payload.verdict);
}

type Standing = Pick<
  ActionKnowledge,
  'status' | 'definition' | 'streak' | 'attempts' | 'noEffect' | 'coverage'
>;

function showStanding(standing: Standing): KnownActions[string] {
  const { status, definition, attempts, noEffect } = standing;
  return { status, definition, attempts, noEffect, ...countConfirmations(standing) };
}
