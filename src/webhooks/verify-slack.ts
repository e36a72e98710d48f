import { ok } from '../api/problems';
import type { Json } from '../base/json';
import { isHmacOfAny } from './hmac';
import { readForm, readPayload } from './payload';
import { forged, isStale, type Verify } from './verified';

/** Slack: `X-Slack-Signature` over `v0:<timestamp>:<body>`; events are JSON, slash commands and buttons are forms. */
export const verifySlack: Verify = async ({ headers, body }, { secrets, now }) => {
  const timestamp = headers['x-slack-request-timestamp'];
  const signature = headers['x-slack-signature'];
  if (!timestamp || !signature?.startsWith('v0='))
    return forged('X-Slack-Request-Timestamp or X-Slack-Signature is missing.');
  if (isStale(timestamp, now)) return forged('The delivery is too old, or from the future.');
  const hex = signature.slice('v0='.length).toLowerCase();
  if (!(await isHmacOfAny(secrets, `v0:${timestamp}:${body}`, hex)))
    return forged('The signature does not fit.');
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  const payload = isForm ? readForm(body) : readPayload(body);
  if (!payload.ok) return payload;
  const { type, challenge, event_id, trigger_id } = payload.value;
  const greeting = type === 'url_verification' && challenge !== undefined ? { challenge } : null;
  const ids = [event_id, trigger_id].filter(isText);
  return ok({ ids: ids.length > 0 ? ids : [signature], payload: payload.value, greeting });
};

const isText = (value: Json | undefined): value is string => typeof value === 'string' && value !== '';
