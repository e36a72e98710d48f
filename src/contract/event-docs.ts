import type { EventDoc } from './event-doc';
import { ADVENTURE_EVENT_DOCS } from './event-docs-adventure';
import { RUN_EVENT_DOCS } from './event-docs-run';
import { SCENE_EVENT_DOCS } from './event-docs-scene';
import { SHARED_EVENT_DOCS } from './event-docs-shared';
import type { EventKind } from './events';

/** Every kind of event (Design §8), for `docs/events.md`. A kind without an entry does not compile. */
export const EVENT_DOCS = {
  'budget.exhausted': {
    rooms: 'both',
    about:
      'A budget has too little left for the next call. The round fails with it, and can be retried once it was raised.',
    audience: 'owner',
    payload: {
      budget:
        '`seat`, `autonomy` (of a scene that goes on by itself), `room`, `tenant`, or `operator`: its cap for the tenant',
      what: '`calls`, `tokens` or `money`',
      limit: 'of the budget',
      used: 'of it, with what is kept back for calls under way in this room',
      reserved: 'leased to other rooms of the tenant',
      need: 'what the next call may need at most',
      period: '`day`, `month` or `total`: when the budget begins anew',
      currency: 'of money; else absent',
      seat: 'whose budget it is; absent unless it is that of a `seat`',
      fix: 'how to raise it',
    },
  },
  ...SCENE_EVENT_DOCS,
  ...RUN_EVENT_DOCS,
  ...ADVENTURE_EVENT_DOCS,
  ...SHARED_EVENT_DOCS,
} as const satisfies Record<EventKind, EventDoc>;
