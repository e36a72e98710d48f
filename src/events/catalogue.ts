import { ADVENTURE_EVENTS } from './adventure';
import { ROUND_EVENTS } from './round';
import { RUN_EVENTS } from './run';
import { SCENE_EVENTS } from './scene';
import type { EventEntry } from './shapes';
import { BUDGET_EVENTS, WEBHOOK_EVENTS } from './shared';
import type { EventKind } from './wire';

/**
 * Every kind of event (Design §8), for `docs/events.md` and `/asyncapi.json`. A kind without an entry does not compile.
 * Loaded for these alone: nothing that plays a room may import it.
 */
export const CATALOGUE = {
  ...BUDGET_EVENTS,
  ...SCENE_EVENTS,
  ...ROUND_EVENTS,
  ...RUN_EVENTS,
  ...ADVENTURE_EVENTS,
  ...WEBHOOK_EVENTS,
} as const satisfies Record<EventKind, EventEntry>;
