import type { EventDoc } from './event-doc';
import { ADVENTURE_EVENT_DOCS } from './event-docs-adventure';
import { RUN_EVENT_DOCS } from './event-docs-run';
import { SCENE_EVENT_DOCS } from './event-docs-scene';
import { SHARED_EVENT_DOCS } from './event-docs-shared';
import type { EventKind } from './events';

/** Every kind of event (Design §8), for `docs/events.md`. A kind without an entry does not compile. */
export const EVENT_DOCS = {
  ...SCENE_EVENT_DOCS,
  ...RUN_EVENT_DOCS,
  ...ADVENTURE_EVENT_DOCS,
  ...SHARED_EVENT_DOCS,
} as const satisfies Record<EventKind, EventDoc>;
