import { ADVENTURE_EVENTS } from './adventure';
import { EXPERIMENT_EVENTS } from './experiment';
import { ROUND_EVENTS } from './round';
import { RUN_EVENTS } from './run';
import { SCENE_EVENTS } from './scene';
import { BUDGET_EVENTS, WEBHOOK_EVENTS } from './shared';

/**
 * Every kind of event that a room or an experiment can write (schemas in `/asyncapi.json`). The list grows: consumers
 * must ignore unknown kinds.
 */
export const CATALOGUE = {
  ...BUDGET_EVENTS,
  ...SCENE_EVENTS,
  ...ROUND_EVENTS,
  ...RUN_EVENTS,
  ...ADVENTURE_EVENTS,
  ...WEBHOOK_EVENTS,
  ...EXPERIMENT_EVENTS,
};

/** Dotted name in the past tense. */
export type EventKind = keyof typeof CATALOGUE;
