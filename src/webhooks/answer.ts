import type { Delivery, DeliveryAnswer, Verification } from '../api/hooks';
import type { JsonObject } from '../base/json';
import type { Progress } from './result';
import { DEFERRED } from './verify-discord';

/** What a room made of a delivery. */
export interface Accepted {
  /** The room's own answer. */
  accepted: JsonObject;
  /** Seq of the input; 0: there is none. */
  seq: number;
  /** What is waited for; null: nothing comes of it that could be posted. */
  progress: Progress | null;
}

/** An answer that Discord shows. */
const DISCORD_MESSAGE = 4;

/** What the sender is answered at once, in the form that it understands. */
export function answerDelivery(
  verify: Verification,
  { headers }: Delivery,
  about: JsonObject,
  { accepted, progress }: Accepted,
): DeliveryAnswer {
  if (verify === 'discord') {
    const done = { type: DISCORD_MESSAGE, data: { content: 'Done.', allowed_mentions: { parse: [] } } };
    return { status: 200, body: progress ? DEFERRED : done };
  }
  if (verify === 'slack') {
    // Of a slash command the answer is shown; of an event only the status counts, and it must be 200.
    const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
    const shown = { response_type: 'ephemeral', text: progress ? 'Said.' : 'Done.' };
    return { status: 200, body: isForm ? shown : { ...about, accepted } };
  }
  return { status: 202, body: { ...about, accepted } };
}
