import { WorkerEntrypoint } from 'cloudflare:workers';

/** A stand-in for the binding `AI` of Workers AI: it forwards requests to the fake vendors. */
export class Ai extends WorkerEntrypoint {
  async run(model, inputs, { signal } = {}) {
    const body = JSON.stringify({ model, inputs });
    const response = await fetch(`${this.env.FAKE_VENDORS_URL}/ai/run`, { method: 'POST', body, signal });
    if (!response.ok) throw new Error((await response.json()).message);
    const isStream = response.headers.get('Content-Type') === 'text/event-stream';
    return isStream ? response.body : response.json();
  }
}

export default { fetch: () => new Response(null, { status: 404 }) };
