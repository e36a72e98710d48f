import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { ok } from '../api/problems';
import { readPayload } from './payload';
import { forged, isStale, type Verify } from './verified';

/** Standard Webhooks: `webhook-id`, `webhook-timestamp`, `webhook-signature`. */
export const verifyStandard: Verify = async ({ headers, body }, { secrets, now }) => {
  const id = headers['webhook-id'];
  const timestamp = headers['webhook-timestamp'];
  if (!id || !timestamp || !headers['webhook-signature'])
    return forged('webhook-id, webhook-timestamp or webhook-signature is missing.');
  if (isStale(timestamp, now)) return forged('The delivery is too old, or from the future.');
  if (!secrets.some((secret) => isSigned(secret, body, headers)))
    return forged('The signature does not fit.');
  const payload = readPayload(body);
  return payload.ok ? ok({ ids: [id], payload: payload.value, greeting: null }) : payload;
};

function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch (error) {
    // It reads the body when the signature fits, and throws something else when that is no JSON.
    return !(error instanceof WebhookVerificationError);
  }
}
