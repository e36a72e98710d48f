import { createInterface, type Interface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import {
  type Delta,
  type Event,
  isFinal,
  isProblem,
  type RunRoom,
  type SceneRoom,
  type Stage,
  type TurnAccepted,
  type TurnInput,
} from '../../../client/src/index';
import { readJoinLink } from '../../../client/src/links';
import { readInt, stageCommand } from '../lib/command';
import { CliError, describeError, EXIT, toCliError, usageError } from '../lib/errors';
import { roomPath } from '../lib/rooms';
import { formatEvent, joinRows, plainName, plainText, type ShownEvent } from '../lib/show-event';
import { connectStage, findKey, findUrl, openStage, readSeats, storeSeat } from '../lib/stage';
import { plain, type Style, type Terminal } from '../lib/terminal';
import { HELP, type Person, readTypedLine, type TypedLine } from '../lib/typed-line';

const PAST_EVENTS = 80;
const POLL_MS = 500;
/** Shorter interruptions of the connection are not reported. */
const BLINK_MS = 1_000;
const NOTHING_SENT = 'Nothing was sent.';

export const play = stageCommand(
  'play',
  'Play or watch a room in the terminal, with live lines',
  {
    room: {
      type: 'positional',
      required: false,
      description: 'Id of a scene or run, or an invitation link',
    },
    new: {
      type: 'string',
      valueHint: 'template',
      description: 'Create a scene from this template and play it',
    },
    as: { type: 'string', valueHint: 'persona', description: 'Owners: persona to speak as' },
    name: { type: 'string', valueHint: 'name', description: 'With an invitation: your display name' },
    seat: { type: 'boolean', description: 'Use the saved seat even if there is a key' },
    after: {
      type: 'string',
      valueHint: 'seq',
      description: 'Start after this event (default: the last few)',
    },
    watch: { type: 'boolean', description: 'Only watch, ignoring input' },
  },
  async ({ args, terminal }) => {
    const after = readInt(args.after, 'after', 0, Number.MAX_SAFE_INTEGER);
    const { stage, room } = await (args.new === undefined
      ? enter(args.room, args)
      : createScene(args.url, args.new, args.room));
    if (args.new !== undefined) terminal.hint(`Created the scene ${room}.`);
    const place = await readPlace(stage, room, args.as);
    const start = after ?? Math.max(0, place.head - PAST_EVENTS);
    await new Table(stage, place, terminal, args.watch === true).play(start);
  },
);

async function createScene(
  asked: string | undefined,
  template: string,
  room: string | undefined,
): Promise<{ stage: Stage; room: string }> {
  if (room !== undefined)
    throw usageError('--new creates a room and cannot be used with a room id.', 'Remove --new or the id.');
  const stage = openStage(asked);
  const { id } = await stage.POST('/v1/scenes', { body: { template } });
  return { stage, room: id };
}

/** Finds access to a room: the seat of an invitation, a saved seat, or a key. */
async function enter(
  room: string | undefined,
  args: { url?: string | undefined; name?: string | undefined; seat?: boolean | undefined },
): Promise<{ stage: Stage; room: string }> {
  if (room === undefined)
    throw usageError(
      'Which room do you want to play?',
      'List rooms with proscenium rooms, or create a scene with play --new lighthouse.',
    );
  const link = readJoinLink(room);
  if (link) {
    const url = findUrl(args.url ?? link.origin ?? undefined);
    if (args.name === undefined)
      throw usageError('An invitation needs your name.', 'Add your display name with --name.');
    const scene = `scn_${link.invitation.split('_')[2]}`;
    const keptSeat = readSeats().find((one) => one.url === url && one.scene === scene);
    const invitation = { invitation: link.invitation, name: args.name };
    const seat = await connectStage(url, null)
      .POST('/v1/seats/accept', { body: invitation })
      .catch((error: unknown) => {
        // The same link was used here before: return to its seat.
        if (keptSeat && isProblem(error, 'conflict')) return null;
        throw error;
      });
    if (seat === null) return { stage: connectStage(url, keptSeat?.token ?? null), room: scene };
    if (seat.token === null)
      throw new CliError(
        EXIT.failed,
        'The invitation was accepted, but the token of the seat was lost.',
        'Ask for another invitation.',
      );
    storeSeat({ url, scene: seat.scene, token: seat.token });
    return { stage: connectStage(url, seat.token), room: seat.scene };
  }
  if (/\bsi_/.test(room))
    throw usageError('The invitation is incomplete.', 'Copy the whole link again, and quote it.');
  const url = findUrl(args.url);
  const seat = readSeats().find((one) => one.url === url && one.scene === room);
  if (seat && (args.seat === true || findKey(url) === null))
    return { stage: connectStage(url, seat.token), room };
  if (args.seat === true)
    throw usageError(`There is no saved seat for ${room}.`, 'Use the invitation link instead of the id.');
  return { stage: openStage(args.url), room };
}

type FollowedRoom = SceneRoom | RunRoom;

/** A room at the time of entering it. */
interface Place {
  kind: 'scene' | 'grid' | 'adventure';
  id: string;
  title: string;
  intro: string[];
  head: number;
  /** Names by actor. */
  names: Map<string, string>;
  people: Person[];
  personas: Person[];
  /** Persona the owner speaks as; undefined: none, or the seat's own. */
  persona: string | undefined;
  isOwner: boolean;
  mayPlay: boolean;
}

async function readPlace(stage: Stage, room: string, as: string | undefined): Promise<Place> {
  if (!roomPath(room).startsWith('/v1/scenes/')) {
    const run = await stage.GET('/v1/runs/{id}', { path: { id: room } });
    return {
      ...{
        kind: run.kind,
        id: room,
        title: run.title,
        intro: [`${run.game}, ${run.status}, turn ${run.turns}`],
      },
      ...{ head: run.head, names: new Map(), people: [], personas: [], persona: undefined },
      ...{ isOwner: true, mayPlay: true },
    };
  }
  const scene = await stage.GET('/v1/scenes/{id}', { path: { id: room } });
  const you = 'you' in scene ? scene.you : null;
  const names = new Map([
    ...scene.cast.map(({ id, name }): [string, string] => [`character:${id}`, name]),
    ...scene.personas.map(({ id, name }): [string, string] => [`persona:${id}`, name]),
  ]);
  const others = scene.personas.filter(({ id }) => id !== you?.persona);
  const place: Place = {
    ...{ kind: 'scene', id: room, title: scene.title, head: scene.head, names },
    intro: [scene.scenario, `Present: ${[...names.values()].join(', ')}.`],
    people: [
      ...scene.cast.map(({ id, name }) => ({ id, name })),
      ...others.map(({ id, name }) => ({ id: `persona:${id}`, name })),
    ],
    personas: scene.personas.map(({ id, name }) => ({ id, name })),
    persona: undefined,
    isOwner: you === null,
    mayPlay: you === null || (you.role === 'player' && you.persona !== null),
  };
  if (as !== undefined) place.persona = findPersona(place, as);
  else if (place.isOwner) place.persona = place.personas[0]?.id;
  const own = place.personas.find(({ id }) => id === (you?.persona ?? place.persona));
  if (own) place.intro.push(`You speak as ${own.name}.`);
  else if (you) place.intro.push('You are watching.');
  return place;
}

function findPersona({ personas, isOwner }: Place, asked: string): string {
  if (!isOwner) throw usageError('A seat speaks as its own persona.', 'Ask the owner for another persona.');
  const persona = personas.find(({ id, name }) => id === asked || name.toLowerCase() === asked.toLowerCase());
  if (persona) return persona.id;
  throw usageError(
    `No persona ${asked} was found. Available: ${personas.map(({ id }) => id).join(', ') || 'none'}.`,
  );
}

/** A session in a room: prints its events and sends typed lines. */
class Table {
  readonly #stage: Stage;
  readonly #place: Place;
  readonly #path: { id: string };
  readonly #terminal: Terminal;
  readonly #isLive: boolean;
  readonly #onlyWatch: boolean;
  #input: Interface | null = null;
  /** The unfinished line, as far as printed. */
  #writing: { actor: string; step: string; text: string } | null = null;
  #isOver = false;
  #hasFailed = false;

  constructor(stage: Stage, place: Place, terminal: Terminal, onlyWatch: boolean) {
    this.#stage = stage;
    this.#place = place;
    this.#path = { id: place.id };
    this.#terminal = terminal;
    this.#onlyWatch = onlyWatch;
    this.#isLive = terminal.out.isTTY === true && process.stdin.isTTY === true && !terminal.json;
  }

  async play(after: number): Promise<void> {
    const { title, intro, kind, id } = this.#place;
    this.#terminal.say(this.#terminal.style('bold', plain(title)));
    for (const line of intro) this.#terminal.say(this.#terminal.style('dim', plain(line)));
    const options = { after, refreshes: () => false };
    const room: FollowedRoom =
      kind === 'scene' ? this.#stage.scene(id, options) : this.#stage.run(id, options);
    const refusal = new Promise<never>((_, reject) => {
      room.on('problem', (error) => isFinal(error.problem) && reject(error));
    });
    refusal.catch(() => {});
    this.#tellBreaks(room);
    room.on('event', (event) => this.#draw(event));
    room.on('character.delta', (delta) => this.#drawText(delta));
    try {
      await room.ping();
      if (this.#onlyWatch) await this.#watch(refusal);
      else await this.#converse(room, refusal);
    } finally {
      this.#input?.close();
      room.close();
    }
    if (this.#hasFailed) process.exitCode = EXIT.unwell;
  }

  #tellBreaks(room: FollowedRoom): void {
    let timer: NodeJS.Timeout | undefined;
    room.on('connection', (connection) => {
      clearTimeout(timer);
      if (connection !== 'reconnecting') return;
      timer = globalThis.setTimeout(() => this.#terminal.hint('(connection lost; reconnecting)'), BLINK_MS);
    });
  }

  /** Waits until the room is finished, or for Ctrl+C. */
  async #watch(refusal: Promise<never>): Promise<void> {
    while (!this.#isOver) {
      await Promise.race([setTimeout(POLL_MS), refusal]);
    }
  }

  /** Sends typed lines. Lines from a pipe are sent one by one, each after the previous round has ended. */
  async #converse(room: FollowedRoom, refusal: Promise<never>): Promise<void> {
    const input = createInterface({
      input: process.stdin,
      ...(this.#isLive ? { output: process.stdout, prompt: '> ' } : {}),
      terminal: this.#isLive,
    });
    this.#input = input;
    input.on('SIGINT', () => input.close());
    if (this.#isLive)
      this.#terminal.say(this.#terminal.style('dim', '/help lists the commands, /quit exits.'));
    this.#prompt();
    const lines = input[Symbol.asyncIterator]();
    for (;;) {
      const next = await Promise.race([lines.next(), refusal]);
      if (next.done) break;
      const line = readTypedLine(next.value, this.#place.people);
      if (line.do === 'quit') break;
      await this.#obey(line).catch((error: unknown) => {
        // With a pipe, no one can correct the line.
        if (!this.#isLive || !(toCliError(error) instanceof CliError)) throw error;
        this.#print({ kind: 'problem', text: describeError(error) });
      });
      if (!this.#isLive) await room.ping();
      this.#prompt();
    }
  }

  async #obey(typed: TypedLine): Promise<void> {
    const { kind, persona } = this.#place;
    const isOfScenes = ['continue', 'narrate', 'note', 'as', 'round', 'cancel'].includes(typed.do);
    if (isOfScenes && kind !== 'scene') throw usageError(`/${typed.do} only works in scenes.`, NOTHING_SENT);
    if (typed.do === 'run' && kind === 'scene')
      throw usageError(`/${typed.control} only works in runs.`, NOTHING_SENT);
    const who = persona === undefined ? {} : { personaId: persona };
    switch (typed.do) {
      case 'nothing':
      case 'quit':
        return;
      case 'help':
        this.#terminal.say(HELP);
        return;
      case 'who':
        return this.#printPeople();
      case 'wrong':
        throw usageError(typed.why, NOTHING_SENT);
      case 'as':
        this.#place.persona = findPersona(this.#place, typed.persona);
        return;
      case 'say':
        if (kind === 'adventure') return this.#command(typed.text, 'take');
        if (kind === 'grid')
          throw usageError('An agent plays this grid game, so it accepts no lines.', 'Use /pause and /step.');
        return this.#turn({
          ...{ type: 'user', text: typed.text, to: typed.to, ...who },
          ...(typed.whisper && { whisper: true }),
        });
      case 'continue':
        return this.#turn({ type: 'continuation', ...who });
      case 'narrate':
        return this.#turn({ type: 'narration', ...(typed.text !== '' && { text: typed.text }) });
      case 'note':
        await this.#stage.POST('/v1/scenes/{id}/notes', { path: this.#path, body: { text: typed.text } });
        return;
      case 'enter':
        return this.#command('', 'take');
      case 'suggest':
        return this.#command(typed.text, 'suggest');
      case 'round':
        return this.#waitOut(
          await this.#stage.POST('/v1/scenes/{id}/rounds', {
            path: this.#path,
            query: { wait: !this.#isLive },
          }),
        );
      case 'cancel':
        await this.#stage.POST('/v1/scenes/{id}/cancel', { path: this.#path });
        return;
      case 'run':
        await this.#stage.POST(`/v1/runs/{id}/${typed.control}`, { path: this.#path });
        return;
      default:
        typed satisfies never;
    }
  }

  async #turn(body: TurnInput): Promise<void> {
    if (!this.#place.mayPlay)
      throw new CliError(EXIT.denied, 'This seat can only watch.', 'Ask the owner for a persona.');
    // With a pipe, wait for the round, so that the next line is not sent early.
    const query = { wait: !this.#isLive };
    await this.#waitOut(await this.#stage.POST('/v1/scenes/{id}/turns', { path: this.#path, query, body }));
  }

  /** With a pipe: waits for a round that takes longer than the stage waits, and records a failure. */
  async #waitOut({ status, round }: TurnAccepted): Promise<void> {
    if (status === 'failed') this.#hasFailed = true;
    // An input that waits for other people may wait for a long time; the next line is then another input.
    if (this.#isLive || status !== 'running') return;
    for (;;) {
      await setTimeout(POLL_MS);
      const scene = await this.#stage.GET('/v1/scenes/{id}', { path: this.#path });
      if (scene.round?.n === round) continue;
      if (scene.failed?.n === round) this.#hasFailed = true;
      return;
    }
  }

  async #command(command: string, mode: 'take' | 'suggest'): Promise<void> {
    if (this.#place.kind !== 'adventure')
      throw usageError('Only text adventures accept commands.', 'In a scene, type lines instead.');
    await this.#stage.POST('/v1/runs/{id}/commands', {
      path: this.#path,
      query: { wait: !this.#isLive },
      body: { command, mode },
    });
  }

  async #printPeople(): Promise<void> {
    if (this.#place.kind !== 'scene') return this.#terminal.say(plain(this.#place.title));
    const { cast, people, personas } = await this.#stage.GET('/v1/scenes/{id}', { path: this.#path });
    this.#terminal.say(
      `Cast: ${plain(cast.map(({ name, active }) => (active ? name : `${name} (away)`)).join(', '))}`,
    );
    const there = people.map(({ name, persona }) => {
      const part = personas.find(({ id }) => id === persona)?.name;
      return part === undefined ? name : `${name} as ${part}`;
    });
    this.#terminal.say(`People: ${plain(there.join(', ')) || 'none'}`);
  }

  #draw(event: Event): void {
    this.#terminal.give(event);
    if (
      event.kind === 'run.finished' ||
      (event.kind === 'scene.changed' && event.payload.status === 'finished')
    )
      this.#isOver = true;
    if (this.#terminal.json) return;
    const sight = formatEvent(event, this.#place.names);
    if (this.#writing && event.kind === 'character.spoke' && event.actor === this.#writing.actor) {
      const isDrawn = this.#writing.text.trim() === event.payload.text.trim();
      this.#endWriting();
      if (isDrawn) {
        this.#prompt();
        return;
      }
    }
    if (sight) this.#print(sight);
  }

  /** Prints the next part of an unfinished line, only on a terminal: in a file each line appears once. */
  #drawText({ actor, payload: { text, step, part } }: Delta): void {
    if (!this.#isLive) return;
    if (this.#writing?.step !== step || part === 0) {
      this.#endWriting();
      this.#clearPrompt();
      const name = this.#place.names.get(actor);
      this.#terminal.out.write(name === undefined ? '' : `${this.#terminal.style('bold', plain(name))}: `);
      this.#writing = { actor, step, text: '' };
    }
    this.#writing.text += text;
    this.#terminal.out.write(joinRows(text));
  }

  #endWriting(): void {
    if (!this.#writing) return;
    this.#writing = null;
    this.#terminal.out.write('\n');
  }

  #print(shown: ShownEvent): void {
    this.#endWriting();
    this.#clearPrompt();
    this.#terminal.say(this.#dress(shown));
    this.#prompt();
  }

  #dress(shown: ShownEvent): string {
    const by = (kind: Style, text: string) => this.#terminal.style(kind, text);
    const mark = shown.mark === undefined ? '' : by('dim', `  «${shown.mark}»`);
    const name = shown.name === undefined ? '' : plainName(shown.name);
    const words = joinRows(shown.text.trim());
    switch (shown.kind) {
      case 'line':
        return `${by('bold', name)}: ${words}${mark}`;
      case 'whisper':
        return `${by('magenta', `(whisper) ${name}`)}: ${words}${mark}`;
      case 'narration':
        return `${by('italic', words)}${mark}`;
      case 'story':
        return name === '' ? plain(shown.text) : `${by('bold', name)}\n${plain(shown.text)}`;
      case 'problem':
        return by('red', plainText(shown));
      default:
        return by('dim', plainText(shown));
    }
  }

  #prompt(): void {
    if (this.#isLive && !this.#writing) this.#input?.prompt(true);
  }

  #clearPrompt(): void {
    if (this.#isLive && this.#input && !this.#writing) this.#terminal.out.write('\r\u001b[2K');
  }
}
