import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook as Signer } from 'standardwebhooks';
import type { EventKind } from '../../src/contract/events/catalogue';
import type { Event } from '../../src/contract/events/events';
import type { NewWebhook } from '../../src/contract/webhooks';
import type { Ask, Credential } from '../support/person';
import { pause } from './insist';

const KINDS: readonly EventKind[] = ['character.spoke', 'line.revealed', 'round.completed'];
const ALL_WITHIN_MS = 75_000;

interface Arrived {
  id: string;
  body: string;
  event: Event & { room: string };
}

/** A receiver of webhooks that mostly fails during the storm. */
export class Listener {
  readonly #came: Arrived[] = [];
  readonly #wrong: string[] = [];
  readonly #random: () => number;
  readonly #server = createServer((request, response) => {
    void this.#take(request, response).catch(() => response.destroy());
  });
  #secret = '';
  #webhook = '';
  #isCalm = false;

  constructor(random: () => number) {
    this.#random = random;
  }

  async open(ask: Ask, owner: Credential): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const body = { url: `${this.#url}/storm`, kinds: KINDS };
    const made = await ask<NewWebhook>(owner, 'POST', '/v1/webhooks', body);
    if (made.secret === null) throw new Error('the secret of the subscription was not shown');
    this.#secret = made.secret;
    this.#webhook = made.id;
  }

  /** From now on it accepts everything; a changed address makes the stage retry at once. */
  async calm(ask: Ask, owner: Credential): Promise<void> {
    this.#isCalm = true;
    await ask(owner, 'PATCH', `/v1/webhooks/${this.#webhook}`, { url: `${this.#url}/calm` });
  }

  get count(): number {
    return this.#came.length;
  }

  /**
   * All subscribed events have arrived, in ledger order, and repeats are identical.
   *
   * @param ledgers of all scenes, by id
   */
  async verify(ledgers: ReadonlyMap<string, readonly Event[]>): Promise<string[]> {
    const until = Date.now() + ALL_WITHIN_MS;
    let missing = this.#findMissing(ledgers);
    for (; missing.length > 0 && Date.now() < until; missing = this.#findMissing(ledgers)) await pause(500);
    return [...this.#wrong, ...missing, ...this.#findDisorder()].map((what) => `by webhook: ${what}`);
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #findMissing(ledgers: ReadonlyMap<string, readonly Event[]>): string[] {
    const came = new Map(this.#came.map(({ event: { room, ...event } }) => [`${room} ${event.seq}`, event]));
    return [...ledgers].flatMap(([room, ledger]) =>
      ledger
        .filter(({ kind }) => KINDS.includes(kind))
        .flatMap((event) => {
          const told = came.get(`${room} ${event.seq}`);
          if (!told) return [`${room} ${event.seq} (${event.kind}) never came`];
          const same = JSON.stringify(told) === JSON.stringify(event);
          return same ? [] : [`${room} ${event.seq} (${event.kind}) came otherwise than it is in the ledger`];
        }),
    );
  }

  #findDisorder(): string[] {
    const wrong: string[] = [];
    const last = new Map<string, number>();
    const bodies = new Map<string, string>();
    for (const { id, body, event } of this.#came) {
      const before = bodies.get(id);
      bodies.set(id, body);
      if (before !== undefined) {
        if (before !== body) wrong.push(`${id} came again, and was another message`);
        continue;
      }
      const newest = last.get(event.room) ?? 0;
      if (event.seq <= newest) wrong.push(`${event.room} ${event.seq} came after ${newest}`);
      last.set(event.room, event.seq);
    }
    return wrong;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
    );
    try {
      const { data } = new Signer(this.#secret).verify(body, headers) as { data: Arrived['event'] };
      this.#came.push({ id: headers['webhook-id'] ?? '', body, event: data });
    } catch (error) {
      this.#wrong.push(`a message is not signed as it should be: ${String(error)}`);
    }
    this.#answer(response);
  }

  #answer(response: ServerResponse): void {
    const chance = this.#isCalm ? 0 : this.#random();
    if (chance < 0.4) response.writeHead(204).end();
    else if (chance < 0.8) response.writeHead(500).end('no');
    // Accepted, but the response is lost.
    else if (chance < 0.95) response.destroy();
    // The rest never gets an answer.
  }

  get #url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
}
