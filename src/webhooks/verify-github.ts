import { ok } from '../api/problems';
import { isHmacOfAny } from './hmac';
import { readPayload } from './payload';
import { forged, type Verify } from './verified';

/**
 * GitHub: `X-Hub-Signature-256` over the body. It covers neither a time nor the delivery's id, so a repeat is known by
 * its signature too: whoever has caught a delivery cannot send it again under another id.
 */
export const verifyGithub: Verify = async ({ headers, body }, { secrets }) => {
  const signature = headers['x-hub-signature-256'];
  const id = headers['x-github-delivery'];
  if (!signature?.startsWith('sha256=') || !id)
    return forged('X-Hub-Signature-256 or X-GitHub-Delivery is missing.');
  const hex = signature.slice('sha256='.length).toLowerCase();
  if (!(await isHmacOfAny(secrets, body, hex))) return forged('The signature does not fit.');
  const payload = readPayload(body);
  if (!payload.ok) return payload;
  const greeting = headers['x-github-event'] === 'ping' ? { pong: true } : null;
  return ok({ ids: [id, `sha256=${hex}`], payload: payload.value, greeting });
};
