import { nanoid } from 'nanoid';
import { backOffMs } from '../../../src/base/back-off';
import { asRecord } from '../../../src/base/foreign-values';
import { urlPath } from '../../../src/base/url-path';
import { OWNER } from '../../../src/contract/events/events';
import { roundEnd } from '../../../src/contract/events/fold/progress';
import type { SeatView } from '../../../src/contract/seats';
import { EPHEMERAL } from '../../../src/discord/interaction';
import { channelMessages, privateMessages, type Recipient, routeEvent } from '../../../src/discord/messages';
import type { DiscordReply } from '../../../src/discord/rest';
import type { DiscordHost } from './discord-host';
import type { ChannelRow, MemberRow, MessageRow } from './discord-store';

const PAGE = 100;
/** Polling interval during a round, so that lines arrive in the channel soon after they were spoken. */
const FOLLOW_MS = 1_500;
const IDLE_MS = 10_000;
const BACK_OFF = { firstMs: 1_000, maxMs: 300_000 };
/** Recheck interval of a lane that waits for the member's next command. */
const HOLD_TIMEOUT_MS = 24 * 3600 * 1000;

/** Discord error codes: unknown webhook, invalid webhook token. */
const NO_WEBHOOK = [10_015, 50_027];

/**
 * Posts scenes' events to their channels. Reading a room stores messages and cursor in one transaction;
 * messages are sent in order, one at a time per lane.
 */
export class DiscordMessages {
  readonly #host: DiscordHost;

  constructor(host: DiscordHost) {
    this.#host = host;
  }

  /** Time of the next work, in milliseconds since the epoch; null: none. */
  dueAt(): number | null {
    const { store } = this.#host;
    const times = [store.nextLookAt(), store.nextMessageAt()].filter((at) => at !== null);
    return times.length > 0 ? Math.min(...times) : null;
  }

  async run(): Promise<void> {
    const { store, now, life } = this.#host;
    for (;;) {
      if (!life()) return;
      const channels = store.dueChannels(now());
      await Promise.all(channels.map((row) => this.#look(row)));
      if (!life()) return;
      const messages = store.dueMessages(now());
      await Promise.all(messages.map((row) => this.#send(row)));
      if (channels.length === 0 && messages.length === 0) return;
    }
  }

  async #look(row: ChannelRow): Promise<void> {
    const { store, now, scene, life } = this.#host;
    const { channel, room } = row;
    try {
      const members = store.members(room);
      const hearers = members.length > 0 ? await this.#findHearers(room, members) : [];
      const ids = hearers.flatMap(({ persona, seat }) => [`persona:${persona}`, seat]);
      const page = await scene(room).news({ after: row.cursor, limit: PAGE }, { owner: false, ids });
      if (!life()) return;
      if (!page.ok) {
        if (page.failure.code !== 'not_found') throw new Error(page.failure.code);
        store.pause(channel, 'The scene was deleted. Use /scene with a template to start another one.');
        return;
      }
      const { events, next, head } = page.value;
      const pictures = await this.#findPictures(
        room,
        events.map(({ actor }) => actor),
      );
      if (!life()) return;
      this.#host.storage.transactionSync(() => {
        const at = {
          cursor: next === null ? head : Number(next),
          told_round: row.told_round,
          is_open: row.is_open,
        };
        for (const event of events) {
          if (event.kind === 'round.started') at.is_open = 1;
          if (roundEnd(event) || event.kind === 'round.rolledback') at.is_open = 0;
          const { channel: line, members: whispers } = routeEvent(event, hearers);
          // A rollback matters only if the channel has seen a line of that round.
          const isKnown = event.kind !== 'round.rolledback' || (event.round ?? 0) <= at.told_round;
          if (line && isKnown) {
            if (event.kind === 'character.spoke') at.told_round = Math.max(at.told_round, event.round ?? 0);
            const picture = pictures.get(line.actor) ?? avatarUrl(line.actor, hearers, members);
            channelMessages(line, picture).forEach((body, part) => {
              const name = `${room}/${event.seq}.${part}/${channel}`;
              store.addMessage({ name, lane: channel, room, member: null, body });
            });
          }
          for (const { member, told: whisper } of whispers)
            privateMessages(whisper).forEach((body, part) => {
              const name = `${room}/${event.seq}.${part}/${member}`;
              store.addMessage({ name, lane: member, room, member, body });
            });
        }
        const isBusy = at.is_open === 1 || now() < row.busy_until;
        const again = next !== null ? now() : isBusy ? now() + FOLLOW_MS : null;
        store.storeReadPosition(row, at, row.look_at, again);
      });
      await this.#host.probe('read');
    } catch {
      // The room was reset or did not respond.
      if (life()) store.scheduleRead(room, now() + IDLE_MS);
    }
  }

  /** Finds the members' current personas. Ask the scene, because its owner may have changed them. */
  async #findHearers(room: string, members: readonly MemberRow[]): Promise<Recipient[]> {
    const input = { params: {}, query: {}, body: undefined };
    const list = await this.#host.scene(room).perform('listSeats', input, null, OWNER);
    if (!list.ok) {
      if (list.failure.code === 'not_found') return [];
      throw new Error(list.failure.code);
    }
    const seats = new Map((list.value.items as unknown as SeatView[]).map((seat) => [seat.id, seat]));
    return members.flatMap(({ member, seat: id }) => {
      const seat = seats.get(id);
      const persona = seat?.status === 'taken' ? seat.persona : null;
      return persona === null || persona === undefined ? [] : [{ member, seat: id, persona }];
    });
  }

  /** Public portrait URLs by actor; requires https. */
  async #findPictures(room: string, actors: readonly string[]): Promise<Map<string, string>> {
    const { store, scene, life } = this.#host;
    const { address = '', application = '' } = life() ?? {};
    const characters = actors
      .filter((actor) => actor.startsWith('character:'))
      .map((actor) => actor.slice(10));
    const pictures = new Map<string, string>();
    if (characters.length === 0 || !address.startsWith('https://')) return pictures;
    if (characters.some((id) => store.portrait(room, id) === null)) {
      const reading = await scene(room).read();
      if (reading.ok && life())
        for (const { id, from } of reading.value.cast) store.addPortrait(nanoid(24), room, id, from);
    }
    for (const id of characters) {
      const portrait = store.portrait(room, id);
      if (portrait && portrait.item !== null)
        pictures.set(`character:${id}`, `${address}/v1/discord/${application}/portraits/${portrait.key}`);
    }
    return pictures;
  }

  #send(row: MessageRow): Promise<void> {
    return row.member === null ? this.#sendToChannel(row) : this.#sendToMember(row, row.member);
  }

  /**
   * Sends one message to a channel. If an earlier response was lost, check first: a webhook message newer
   * than the last known one must be it, because a lane sends one at a time.
   */
  async #sendToChannel(row: MessageRow): Promise<void> {
    const { store, ask, life, probe } = this.#host;
    const channel = store.channel(row.lane);
    if (!channel || channel.room !== row.room) return store.dropMessage(row.n);
    if (row.is_open === 1) {
      const sentId = await this.#findSent(channel);
      if (!life()) return;
      if (sentId === 'wait') return this.#postpone(row);
      if (sentId !== null) return this.#settle(row, channel.channel, sentId);
    }
    store.openMessage(row.n);
    await probe('message open');
    const query = channel.parent === null ? '' : urlPath`&thread_id=${channel.channel}`;
    const path = `${urlPath`/webhooks/${channel.webhook}/${channel.webhook_token}`}?wait=true${query}`;
    const reply = await ask({ method: 'POST', path, body: JSON.parse(row.body) as unknown });
    await probe('message sent');
    if (!life()) return;
    this.#obey(row.lane, reply);
    if (reply.ok) {
      const { id } = asRecord(reply.body);
      return this.#settle(row, channel.channel, typeof id === 'string' ? id : null);
    }
    const { status, code, error } = reply;
    // No response or a broken one: the message may have been posted.
    if (status === null || status >= 500) return this.#postpone(row);
    store.closeMessage(row.n);
    if (status === 429) return;
    if (status === 404 || status === 401 || NO_WEBHOOK.includes(code) || status === 403) {
      const isGone = status !== 403;
      store.pause(
        channel.channel,
        isGone
          ? 'The webhook of this channel was deleted. Use /scene to create another one and continue.'
          : 'Discord does not let the webhook write in this channel. Allow it, then use /scene to continue.',
      );
      store.addLogRow(
        `paused channel ${channel.channel}: ${isGone ? 'its webhook was deleted' : 'no permission to write'}`,
      );
      return;
    }
    store.addLogRow(`Discord refused a message for channel ${channel.channel}: ${error}`);
    store.dropMessage(row.n);
  }

  /** The webhook's message after the last known one; null: none; `wait`: cannot be determined now. */
  async #findSent(channel: ChannelRow): Promise<string | 'wait' | null> {
    const { ask, store, life } = this.#host;
    const path = urlPath`/channels/${channel.channel}/messages?limit=100&after=${channel.last_message}`;
    const reply = await ask({ method: 'GET', path, asBot: true });
    if (!life()) return 'wait';
    this.#obey(channel.channel, reply);
    if (reply.status === 403 || reply.status === 404) {
      // A duplicate is better than a lost message.
      store.addLogRow(
        `a message for channel ${channel.channel} may be duplicated: its messages cannot be read`,
      );
      return null;
    }
    if (!reply.ok || !Array.isArray(reply.body)) return 'wait';
    const own = reply.body.map(asRecord).find((one) => one.webhook_id === channel.webhook);
    return typeof own?.id === 'string' ? own.id : null;
  }

  /**
   * Sends a private message: through the member's last command, else as a direct message, else with the next
   * command.
   */
  async #sendToMember(row: MessageRow, id: string): Promise<void> {
    const { store, ask, life, now, probe } = this.#host;
    const member = store.member(row.room, id);
    const { application } = life() ?? {};
    if (!member || !application) return store.dropMessage(row.n);
    const body = JSON.parse(row.body) as object;
    store.openMessage(row.n);
    await probe('whisper open');
    if (member.token !== null && member.token_until > now()) {
      const path = urlPath`/webhooks/${application}/${member.token}`;
      const reply = await ask({ method: 'POST', path, body: { ...body, flags: EPHEMERAL } });
      if (!life()) return;
      // The token has expired or is invalid: try a direct message.
      if (reply.status !== 404 && reply.status !== 401 && reply.status !== 403)
        return this.#afterPrivate(row, reply);
    }
    const opening = await ask({
      ...{ method: 'POST', path: '/users/@me/channels', asBot: true },
      body: { recipient_id: id },
    });
    if (!life()) return;
    const { id: direct } = asRecord(opening.body);
    if (!opening.ok || typeof direct !== 'string') return this.#afterPrivate(row, opening);
    // Discord drops repeats of a nonce within a few minutes.
    const message = { ...body, nonce: `${row.n}`, enforce_nonce: true };
    const path = urlPath`/channels/${direct}/messages`;
    const reply = await ask({ method: 'POST', path, asBot: true, body: message });
    if (life()) this.#afterPrivate(row, reply);
  }

  #afterPrivate(row: MessageRow, reply: DiscordReply): void {
    const { store, now } = this.#host;
    const { ok: isTold, status, error } = reply;
    this.#obey(row.lane, reply);
    if (isTold || status === 400) {
      if (!isTold) store.addLogRow(`Discord refused a private message: ${error}`);
      store.dropMessage(row.n);
      return;
    }
    if (status === null || status >= 500) {
      this.#postpone(row);
      return;
    }
    store.closeMessage(row.n);
    if (status === 429) return;
    // The member accepts no direct messages: wait for its next command.
    store.hold(row.lane, now() + HOLD_TIMEOUT_MS);
    store.addLogRow(
      'a private message waits for the next command of its member, who accepts no direct messages',
    );
  }

  #settle(row: MessageRow, channel: string, message: string | null): void {
    const { storage, store } = this.#host;
    storage.transactionSync(() => {
      store.dropMessage(row.n);
      if (message !== null) store.setLastMessage(channel, message);
    });
  }

  #postpone(row: MessageRow): void {
    const { store, now } = this.#host;
    store.hold(row.lane, now() + backOffMs(BACK_OFF, row.tries + 1));
  }

  #obey(lane: string, { waitMs, isGlobal }: DiscordReply): void {
    if (waitMs > 0) this.#host.store.hold(isGlobal ? null : lane, this.#host.now() + waitMs);
  }
}

function avatarUrl(
  actor: string,
  hearers: readonly Recipient[],
  members: readonly MemberRow[],
): string | null {
  const player = hearers.find(({ persona }) => `persona:${persona}` === actor);
  return members.find(({ member }) => member === player?.member)?.avatar ?? null;
}
