import type { GridRun } from '../../../../src/api/runs';
import type { Event } from '../../../../src/events/events';
import { readOr } from '../../api/event';

type Actions = GridRun['actions'];

/** Folds a run's events into how far each action is understood, for a watcher who is behind the run itself. */
export function foldKnown(events: readonly Event[]): Actions {
  const actions: Actions = {};
  for (const event of events) readOr(undefined, () => learn(actions, event));
  return actions;
}

function learn(actions: Actions, { kind, payload }: Event): void {
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
  for (const { action, status, definition, streak, attempts, noEffect } of payload.held ?? [])
    actions[action] = { status, definition, streak, attempts, noEffect };
  const { status, definition, streak, attempts, noEffect } = payload.verdict;
  actions[payload.action] = { status, definition, streak, attempts, noEffect };
}
