import { backOffMs } from '../../../src/base/back-off';
import { cutAtLetter } from '../../../src/base/fold-text';
import { asRecord } from '../../../src/base/foreign-values';
import { sha256 } from '../../../src/base/hash';
import type { JsonObject } from '../../../src/base/json';
import { urlPath } from '../../../src/base/url-path';
import type { Receipt } from '../../../src/contract/access';
import { newScene, personaInput } from '../../../src/contract/create-scene';
import { OWNER, type Viewer } from '../../../src/contract/events/events';
import { describeIssues, type Failure, type Result } from '../../../src/contract/problems';
import { type TurnAccepted, type TurnInput, turnInput } from '../../../src/contract/rounds';
import type { Scene } from '../../../src/contract/scenes';
import type { NewSeat, SeatView } from '../../../src/contract/seats';
import { toProblem } from '../../../src/contract/to-problem';
import { type Interaction, offer } from '../../../src/discord/interaction';
import { answerMessage, channelMessages } from '../../../src/discord/messages';
import { listTemplates } from '../../../src/scene/setup/templates';
import { type DiscordHost, TOKEN_MS } from './discord-host';
import type { ChannelRow, MemberRow, OpenInteraction } from './discord-store';

/** Give up on a command after this time; its user is no longer waiting. */
const GIVE_UP_MS = 3600 * 1000;
const BACK_OFF = { firstMs: 500, maxMs: 30_000 };
const LANES = 4;
/** By then an input has started its round or is queued behind others. */
const RETRY_DELAY_MS = 20_000;
/** Discord waits 3 s for autocomplete choices. */
const CHOICES_TIMEOUT_MS = 1_500;
/** Maximum characters of the scenario shown when a scene opens. */
const MAX_SCENARIO = 1_200;

interface CommandResult {
  text: string;
  /** Runs in the transaction that stores the answer. */
  effect?: () => void;
}
const done = (text: string, effect?: () => void): CommandResult => ({ text, ...(effect && { effect }) });

/** A temporary failure: retry the command. */
class RetryLater extends Error {
  readonly waitMs: number;
  constructor(what: string, waitMs = 0) {
    super(what);
    this.waitMs = waitMs;
  }
}

const TRANSIENT_ERRORS: readonly Failure['code'][] = ['unavailable'];

/**
 * Runs members' commands and answers them. Everything a command creates has a derived name (scene id,
 * receipt, seat label), so an interrupted command can run again without duplicates.
 */
export class DiscordCommands {
  readonly #host: DiscordHost;

  constructor(host: DiscordHost) {
    this.#host = host;
  }

  async run(): Promise<void> {
    const { store, now, life } = this.#host;
    for (let due = store.dueInteractions(now(), LANES); due.length > 0 && life(); ) {
      await Promise.all(due.map((one) => this.#attend(one)));
      if (!life()) return;
      due = store.dueInteractions(now(), LANES);
    }
  }

  async #attend(one: OpenInteraction): Promise<void> {
    const { store, now, life, probe } = this.#host;
    try {
      const answer = one.answer ?? (await this.#do(one));
      await probe('command done');
      if (!life()) return;
      await this.#answer(one, answer);
    } catch (error) {
      if (!life()) return;
      if (now() - one.at > GIVE_UP_MS) {
        store.addLogRow(`gave up on the command /${one.command.name}`);
        return store.endInteraction(one.id);
      }
      const waitMs = backOffMs(BACK_OFF, one.tries + 1);
      const askedMs = error instanceof RetryLater ? error.waitMs : 0;
      store.postponeInteraction(one.id, one.tries + 1, now() + Math.max(waitMs, askedMs));
    }
  }

  async #do(one: OpenInteraction): Promise<string> {
    const { storage, store, now } = this.#host;
    const { text, effect } = await COMMAND_BY_NAME(one.command.name).call(this, one);
    storage.transactionSync(() => {
      effect?.();
      store.answer(one.id, text, now());
    });
    return text;
  }

  /** Replaces the deferred response. */
  async #answer({ id, command, tries, at }: OpenInteraction, text: string): Promise<void> {
    const { store, now, ask, life, kick } = this.#host;
    const until = at + TOKEN_MS;
    if (now() > until) {
      store.addLogRow(`an answer to /${command.name} came too late`);
      return store.endInteraction(id);
    }
    const { application } = life() ?? {};
    if (application === undefined) return;
    const path = urlPath`/webhooks/${application}/${command.token}/messages/@original`;
    const reply = await ask({ method: 'PATCH', path, body: answerMessage(text) });
    if (!life()) return;
    if (reply.waitMs > 0 && reply.isGlobal) store.hold(null, now() + reply.waitMs);
    if (reply.ok || (reply.status !== null && reply.status < 500 && reply.status !== 429)) {
      if (!reply.ok) store.addLogRow(`Discord refused an answer to /${command.name}: ${reply.error}`);
      this.#host.storage.transactionSync(() => {
        // The command's token now allows private messages to the member.
        if (reply.ok) store.setToken(command.member.id, command.token, until);
        store.endInteraction(id);
      });
      return kick();
    }
    const waitMs = backOffMs(BACK_OFF, tries + 1);
    store.postponeInteraction(id, tries + 1, now() + Math.max(waitMs, reply.waitMs));
  }

  /** `/scene`: starts a scene, or shows the current one and resumes a paused channel. */
  async scene({ command, room, id }: OpenInteraction): Promise<CommandResult> {
    const { store, now, keep, life } = this.#host;
    const { channel, server, parent, options } = command;
    const application = life();
    if (!application) throw new RetryLater('gone');
    if (application.servers !== null && !application.servers.includes(server))
      return done(
        'This application is limited to other servers. Its owner can allow this one: PUT /v1/discord with its id in "servers".',
      );
    const binding = store.channel(channel);
    const { template } = options;
    if (template === undefined) return this.#showScene(command, binding);
    const choice = listTemplates().find((one) => hasName(template, one.id, one.title));
    if (!choice)
      return done(`There is no template "${template}". Choose one from the list that appears as you type.`);
    const webhook = await this.#findWebhook(parent ?? channel);
    if ('refusal' in webhook) return done(webhook.refusal);
    const scene = await this.#makeScene(room, choice.id, id);
    if (!scene.ok) return done(explain(scene.failure));
    const { title, scenario } = scene.value;
    const row: ChannelRow = {
      ...{ channel, server, parent, room, bound_at: new Date(now()).toISOString() },
      ...{ webhook: webhook.id, webhook_token: webhook.token, cursor: 0, told_round: 0, is_open: 0 },
      ...{ look_at: now(), busy_until: 0, last_message: id, paused: null, registered: 0 },
    };
    const short = scenario.length > MAX_SCENARIO ? `${cutAtLetter(scenario, MAX_SCENARIO)}…` : scenario;
    const before = binding ? '\nThe previous scene of this channel is kept, but no longer posts here.' : '';
    return done(
      `**${title}**\n${short}\n\n/join takes a part, /say speaks, /whisper speaks to one, /continue continues the scene.${before}`,
      () => {
        store.bind(row);
        if (application.servers === null) keep({ ...application, servers: [server] });
      },
    );
  }

  async #showScene({ channel, parent }: Interaction, binding: ChannelRow | null): Promise<CommandResult> {
    const { store, scene, now } = this.#host;
    if (!binding) return done('There is no scene in this channel. Use /scene with a template to start one.');
    const reading = requireResult(await scene(binding.room).read(), ['not_found']);
    if (!reading.ok)
      return done('The scene of this channel was deleted. Use /scene with a template to start another one.');
    const { title, status, rounds, cast } = reading.value;
    const names = cast.filter(({ active }) => active).map(({ name }) => name);
    const text = `**${title}**: ${status}, ${rounds} rounds played. Present: ${names.join(', ') || 'no one'}.`;
    if (binding.paused === null) return done(text);
    const webhook = await this.#findWebhook(parent ?? channel);
    if ('refusal' in webhook) return done(`${text}\n${binding.paused}\n${webhook.refusal}`);
    return done(`${text}\nPosting in this channel resumes.`, () => store.resume(channel, webhook, now()));
  }

  async #makeScene(room: string, template: string, key: string): Promise<Result<Scene>> {
    const { scene, claimRoom, life } = this.#host;
    const claim = requireResult(await claimRoom(room), ['conflict']);
    if (!claim.ok) return claim;
    const body = newScene.parse({ template });
    const receipt: Receipt = { key: `discord/${key}`, bodyHash: await sha256(template) };
    const { tenant = '' } = life() ?? {};
    return requireResult(await scene(room).create({ tenant, id: room }, body, receipt), 'all');
  }

  /** Finds the application's webhook in a channel, or creates it. */
  async #findWebhook(channel: string): Promise<{ id: string; token: string } | { refusal: string }> {
    const { ask, life, store, now } = this.#host;
    const hold = (reply: { waitMs: number; isGlobal: boolean }) => {
      if (reply.isGlobal && reply.waitMs > 0) store.hold(null, now() + reply.waitMs);
    };
    const path = urlPath`/channels/${channel}/webhooks`;
    const list = await ask({ method: 'GET', path, asBot: true });
    hold(list);
    const webhooks = (Array.isArray(list.body) ? list.body : []).map(asRecord);
    const own = webhooks.find((one) => one.application_id === life()?.application && isText(one.token));
    if (own && isText(own.id) && isText(own.token)) return { id: own.id, token: own.token };
    const reply = list.ok
      ? await ask({ method: 'POST', path, asBot: true, body: { name: 'Proscenium' } })
      : list;
    hold(reply);
    const { id, token } = asRecord(reply.body);
    if (reply.ok && isText(id) && isText(token)) return { id, token };
    if (reply.status === null || reply.status >= 500 || reply.status === 429)
      throw new RetryLater(reply.error, reply.waitMs);
    if (reply.status === 403)
      return {
        refusal:
          'I need the permission "Manage Webhooks" in this channel. Grant it to my role, then use /scene again.',
      };
    return { refusal: `I could not create a webhook in this channel. ${reply.error}.` };
  }

  /** `/join`: gives the member a seat and the named persona. */
  async join(one: OpenInteraction): Promise<CommandResult> {
    const { store, scene: sceneOf, now } = this.#host;
    const { command } = one;
    const binding = this.#binding(command);
    if (typeof binding === 'string') return done(binding);
    const room = sceneOf(binding.room);
    const wish = command.options.persona?.trim() ?? null;
    const seats = await this.#listSeats(binding.room);
    const label = `Discord ${command.member.id}`;
    const isLive = ({ status }: SeatView) => status === 'taken' || status === 'invited';
    const own = seats.find((seat) => seat.label === label && isLive(seat));
    const persona = await this.#findPersona(binding.room, wish, command.member.name, own?.persona ?? null);
    if ('refusal' in persona) return done(persona.refusal);
    const other = seats.find((seat) => seat.persona === persona.id && isLive(seat) && seat.id !== own?.id);
    if (other) return done(`Someone else plays ${persona.name}. Choose another persona.`);
    const row = store.member(binding.room, command.member.id);
    const isSeated = own?.status === 'taken' && row?.seat === own.id;
    let seat = { id: own?.id ?? '', credential: row?.credential ?? '' };
    if (!isSeated) {
      const invitation = own
        ? await perform(room, 'renewSeat', { params: { seat: own.id }, body: { invitationHours: 1 } })
        : await perform(room, 'createSeat', {
            body: { role: 'player', persona: persona.id, label, invitationHours: 1, seatHours: null },
          });
      if (!invitation.ok) return done(explain(invitation.failure));
      const { invitation: secret, seat: newSeat } = invitation.value as unknown as NewSeat;
      const acceptance = await room.acceptSeat({ invitation: secret ?? '', name: command.member.name }, null);
      // The retry creates another invitation.
      if (!acceptance.ok || acceptance.value.token === null) throw new RetryLater('the seat was not taken');
      seat = { id: newSeat.id, credential: await sha256(acceptance.value.token) };
    }
    const words = [`You play **${persona.name}**.`];
    if (persona.description) words.push(persona.description);
    if (persona.secrets) words.push(`Only you know: ${persona.secrets}`);
    return done(words.join('\n'), () => {
      store.seat(binding.room, binding.channel, command.member, seat);
      const news = {
        name: null,
        actor: 'system',
        text: `*${persona.name} is played by ${command.member.name} now.*`,
      };
      channelMessages(news, null).forEach((body) => {
        store.addMessage({
          name: `join/${one.id}`,
          lane: binding.channel,
          room: binding.room,
          member: null,
          body,
        });
      });
      store.scheduleRead(binding.room, now());
    });
  }

  /**
   * Finds or creates a persona by name. A member cannot switch personas; otherwise it could read the secrets
   * of each.
   *
   * @param wanted null: the member's current persona, or one named after the member
   */
  async #findPersona(
    room: string,
    wanted: string | null,
    memberName: string,
    own: string | null,
  ): Promise<Scene['personas'][number] | { refusal: string }> {
    const { scene } = this.#host;
    const name = wanted ?? memberName;
    const find = ({ personas }: Scene) => personas.find((one) => hasName(name, one.id, one.name));
    const reading = requireResult(await scene(room).read(), ['not_found']);
    if (!reading.ok) return { refusal: explain(reading.failure) };
    const { cast, personas } = reading.value;
    const match = find(reading.value);
    const ownPersona = personas.find(({ id }) => id === own);
    if (ownPersona && (wanted === null || match?.id === own)) return ownPersona;
    if (ownPersona)
      return {
        refusal: `You play ${ownPersona.name}. The owner of the scene can assign another persona to your seat.`,
      };
    if (match) return match;
    if (findByName(name, cast))
      return { refusal: `${name} is a character of the scene. Choose another name: /join persona.` };
    const persona = personaInput.safeParse({ name });
    if (!persona.success) return { refusal: `"${name}" cannot be the name of a persona.` };
    const change = requireResult(await scene(room).change({ personas: { add: [persona.data] } }), 'all');
    const newPersona = change.ok ? find(change.value) : undefined;
    if (newPersona) return newPersona;
    return { refusal: change.ok ? `"${name}" cannot be the name of a persona.` : explain(change.failure) };
  }

  say(one: OpenInteraction): Promise<CommandResult> {
    const { text = '' } = one.command.options;
    return this.#speak(one, { type: 'user', text, to: [] }, 'Said.');
  }

  /** `/continue`. */
  continueScene(one: OpenInteraction): Promise<CommandResult> {
    return this.#speak(one, { type: 'continuation', to: [] }, 'The scene continues.');
  }

  /** `/whisper`. */
  async whisper(one: OpenInteraction): Promise<CommandResult> {
    const { to = '', text = '' } = one.command.options;
    const binding = this.#binding(one.command);
    if (typeof binding === 'string') return done(binding);
    const reading = requireResult(await this.#host.scene(binding.room).read(), ['not_found']);
    if (!reading.ok) return done(explain(reading.failure));
    const { cast, personas } = reading.value;
    const people = personas.map(({ id, name }) => ({ id: `persona:${id}`, name }));
    const hearer = findByName(to, [...cast, ...people]);
    const who = hearer?.id ?? null;
    if (who === null)
      return done(`No one here is called "${to}". Choose from the list that appears as you type.`);
    const name = hearer?.name ?? '';
    return this.#speak(
      one,
      { type: 'user', text, to: [who], whisper: true },
      `You whisper to ${name}: ${text}`,
    );
  }

  /** Submits a turn with the member's seat. */
  async #speak(one: OpenInteraction, turn: TurnInput, words: string): Promise<CommandResult> {
    const { store, scene, now } = this.#host;
    const { command } = one;
    const binding = this.#binding(command);
    if (typeof binding === 'string') return done(binding);
    const member = store.member(binding.room, command.member.id);
    if (!member) return done('You are not part of this scene yet. Use /join first.');
    const body = turnInput.safeParse(turn);
    if (!body.success) {
      const errors = describeIssues(body.error.issues, 'json');
      return done(explain({ code: 'invalid', errors }));
    }
    const receipt: Receipt = { key: `discord/${one.id}`, bodyHash: await sha256(JSON.stringify(turn)) };
    const input = { params: {}, query: {}, body: body.data };
    const answer = requireResult(
      await scene(binding.room).perform('takeTurn', input, receipt, memberViewer(member)),
      'all',
    );
    if (!answer.ok)
      return done(
        answer.failure.code === 'unauthenticated'
          ? 'Your seat in this scene has expired. Use /join to take another one.'
          : explain(answer.failure),
      );
    const { status } = answer.value as unknown as TurnAccepted;
    const rest = status === 'queued' ? ' It will be answered in the next round.' : '';
    const warning = binding.paused === null ? '' : `\nPosting in this channel is paused. ${binding.paused}`;
    return done(`${words}${rest}${warning}`, () => {
      if (binding.paused === null) store.scheduleRead(binding.room, now(), now() + RETRY_DELAY_MS);
    });
  }

  #binding({ channel, server }: Interaction): ChannelRow | string {
    const binding = this.#host.store.channel(channel);
    return binding && binding.server === server
      ? binding
      : 'There is no scene in this channel. A member who can manage channels can start one with /scene.';
  }

  async #listSeats(room: string): Promise<SeatView[]> {
    const list = requireResult(await perform(this.#host.scene(room), 'listSeats', {}), ['not_found']);
    return list.ok ? (list.value.items as unknown as SeatView[]) : [];
  }

  /** Autocomplete choices; empty if the scene does not respond in time. */
  async choices(command: Interaction): Promise<JsonObject> {
    const beginning = command.focused === null ? '' : (command.options[command.focused] ?? '');
    const late = new Promise<[]>((resolve) => setTimeout(() => resolve([]), CHOICES_TIMEOUT_MS));
    const choices = this.#findChoices(command).catch(() => []);
    return offer(await Promise.race([choices, late]), beginning);
  }

  async #findChoices({
    name,
    channel,
    server,
    member,
  }: Interaction): Promise<{ name: string; value: string }[]> {
    if (name === 'scene') return listTemplates().map(({ id, title }) => ({ name: title, value: id }));
    const binding = this.#host.store.channel(channel);
    if (!binding || binding.server !== server) return [];
    const reading = await this.#host.scene(binding.room).read();
    if (!reading.ok) return [];
    const { cast, personas } = reading.value;
    const seats = await this.#listSeats(binding.room);
    const isLive = ({ status }: SeatView) => status === 'taken' || status === 'invited';
    const own = this.#host.store.member(binding.room, member.id);
    const ownPersona = seats.find(({ id }) => id === own?.seat)?.persona;
    const people = personas.map(({ id, name: called }) => ({ id, name: called }));
    if (name === 'join')
      return people
        .filter(({ id }) => !seats.some((seat) => seat.persona === id && isLive(seat)))
        .map((one) => ({ name: one.name, value: one.name }));
    const characters = cast.filter(({ active }) => active).map((one) => ({ name: one.name, value: one.id }));
    const others = people
      .filter(({ id }) => id !== ownPersona)
      .map((one) => ({ name: one.name, value: `persona:${one.id}` }));
    return [...characters, ...others];
  }

  /** The command was registered by another version. */
  async unknown({ command }: OpenInteraction): Promise<CommandResult> {
    return done(
      `This stage does not know /${command.name}. Its owner can register the commands again: PUT /v1/discord.`,
    );
  }
}

type Command = (this: DiscordCommands, one: OpenInteraction) => Promise<CommandResult>;
const COMMANDS: Readonly<Record<string, Command>> = {
  scene: DiscordCommands.prototype.scene,
  join: DiscordCommands.prototype.join,
  say: DiscordCommands.prototype.say,
  whisper: DiscordCommands.prototype.whisper,
  continue: DiscordCommands.prototype.continueScene,
};
const COMMAND_BY_NAME = (name: string): Command =>
  (Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined) ?? DiscordCommands.prototype.unknown;

const memberViewer = ({ seat, credential }: MemberRow): Viewer => ({
  owner: false,
  ids: [],
  seat,
  credential,
});

const perform = (
  room: ReturnType<DiscordHost['scene']>,
  name: string,
  { params = {}, body }: { params?: Record<string, unknown>; body?: unknown },
) => room.perform(name, { params, query: {}, body }, null, OWNER);

/**
 * Returns a result whose failure can be shown to the member. @throws RetryLater for temporary failures and all
 * codes not in `answers`
 */
function requireResult<T>(result: Result<T>, answers: readonly Failure['code'][] | 'all'): Result<T> {
  if (result.ok) return result;
  const { failure } = result;
  if (TRANSIENT_ERRORS.includes(failure.code) || (answers !== 'all' && !answers.includes(failure.code)))
    throw new RetryLater(failure.code);
  return result;
}

function explain(failure: Failure): string {
  const { detail, fix, errors } = toProblem(failure, '');
  const wrong = (errors ?? []).map(({ message }) => message).join('; ');
  return [wrong === '' ? detail : `That did not work: ${wrong}.`, fix].filter((one) => one).join(' ');
}

/** Matches an id or name, else a name's unique first words. */
function findByName<T extends { id: string; name: string }>(
  wanted: string,
  all: readonly T[],
): T | undefined {
  const exact = all.find(({ id, name }) => hasName(wanted, id, name));
  const beginning = `${wanted.trim().toLowerCase()} `;
  const [first, ...others] = all.filter(({ name }) => `${name.toLowerCase()} `.startsWith(beginning));
  return exact ?? (others.length === 0 ? first : undefined);
}

const hasName = (wanted: string, id: string, name: string): boolean => {
  const label = wanted.trim().toLowerCase();
  return label === id.toLowerCase() || label === name.toLowerCase();
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';
