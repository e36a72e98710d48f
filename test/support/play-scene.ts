import type { Message } from '../../src/contract/calls';
import type { NewScene } from '../../src/contract/create-scene';
import { newScene } from '../../src/contract/create-scene';
import type { Event } from '../../src/contract/events/events';
import type { InheritRequest, MemoryPort, Recollection } from '../../src/contract/memories';
import type { TurnInput } from '../../src/contract/rounds';
import type { SceneProfiles } from '../../src/model/profiles';
import type { Ask, Brief } from '../../src/room/step-context';
import { planNext } from '../../src/scene/pace';
import { type AgentViewer, buildEnvelope, type EnvelopeInput } from '../../src/scene/prompt/envelope';
import { reduceScene } from '../../src/scene/reduce';
import type { SceneBrief, SummaryBrief } from '../../src/scene/round/briefs';
import { playRound } from '../../src/scene/round/round';
import { sceneCreated } from '../../src/scene/setup/create';
import type { SceneState } from '../../src/scene/state';
import { acceptTurn } from '../../src/scene/turns';
import { UNDERSTUDY as REPERTOIRE } from '../../src/understudy';
import { createMemoryRoom, type MemoryRoom, playMemoryRound } from './memory-room';
import { must } from './must';

const PROFILE = {
  provider: 'understudy' as const,
  model: 'understudy',
  temperature: 0,
  maxTokens: 800,
  maxContextTokens: 16_000,
  timeoutSeconds: 30,
  mayEmit: ['say'],
};
export const PROFILES = { director: PROFILE, character: PROFILE };

/** Three present characters and an absent one. Goals, personalities and intentions contain canaries. */
export const INN = newScene.parse({
  title: 'An inn',
  scenario: 'An inn by the road, late.',
  characters: [
    { name: 'Ada', personality: 'P-ADA', goals: 'G-ADA', voice: ['V-ADA'], mood: 'calm' },
    { name: 'Bo', personality: 'P-BO', goals: 'G-BO', voice: ['V-BO'] },
    { name: 'Cy', personality: 'P-CY', goals: 'G-CY', voice: ['V-CY'] },
    { name: 'Dee', personality: 'P-DEE', goals: 'G-DEE', active: false },
  ],
  personas: [{ name: 'Mara' }, { name: 'Jo' }],
  world: { fire: 'lit', door: 'shut' },
});

/**
 * The inn with a test's changes:
 *
 *   const room = openScene(scene({ historyWindow: 2 }));
 *   await playLine(room, 'Is it open?', { ...callOn('ada'), ada: { kind: 'say', text: 'It is.' } });
 *   listSpeakers(room); // ['ada']
 */
export const scene = (more: object = {}): NewScene => newScene.parse({ ...INN, ...more });

/** Answers of the model by step: a value or a function of the request; an `Error` makes it unusable. */
export type Script = Record<string, unknown | ((ask: Ask<unknown>) => unknown)>;

type Said = Partial<Extract<TurnInput, { type: 'user' }>> | { type: 'continuation' } | string;

export interface Room extends MemoryRoom<SceneState> {
  /** Requests, and recalled memories; set `fails` to make all requests fail. */
  memory: {
    recalls: Parameters<MemoryPort['recall']>[0][];
    inherited: InheritRequest[];
    give: Record<string, Recollection[]>;
    fails: string | null;
  };
  /** Adds an input; a text is a line of Mara's to everybody. */
  say(input: Said): Event;
  /** Plays the next waiting input with this script. Other steps get an empty plan or a plain line. */
  play(script?: Script): Promise<void>;
  /** Says this and plays the round; returns the input. */
  hear(input: Said, script?: Script): Promise<Event>;
  /** Says "Hello." and plays the round. */
  round(script?: Script): Promise<Event>;
}

export function openScene(
  body: NewScene = INN,
  script: Script = {},
  seed = 'seed',
  profiles: SceneProfiles = PROFILES,
): Room {
  const created = must(sceneCreated({ id: 'scn_00000000000000000000', body, profiles, seed }));
  let current = script;
  const answer = (ask: Ask<unknown>): unknown => {
    const step = nameStep(ask.brief as SceneBrief);
    const scripted = current[step];
    if (scripted instanceof Error) throw scripted;
    if (typeof scripted === 'function') return scripted(ask);
    if (scripted !== undefined) return scripted;
    if (ask.role === 'director' || ask.role === 'world') return {};
    if (ask.role === 'summarizer') return { bullets: bulletsFor(ask), running: 'So far.' };
    return { kind: ask.kinds?.[0] ?? 'say', text: `line of ${step}` };
  };
  const room = createMemoryRoom<SceneState>({ reduce: reduceScene, events: created, answer });
  const kept: Room['memory'] = { recalls: [], inherited: [], give: {}, fails: null };
  const memory: MemoryPort = {
    async recall(request) {
      kept.recalls.push(request);
      if (kept.fails !== null) throw new Error(kept.fails);
      return kept.give;
    },
    async inherit(request) {
      if (kept.fails !== null) throw new Error(kept.fails);
      kept.inherited.push(request);
    },
  };
  const scene: Room = Object.assign(Object.create(room), {
    memory: kept,
    say(input: Said) {
      const own = typeof input === 'string' ? { text: input } : input;
      const line = own.type === 'continuation' ? {} : { type: 'user', text: 'Hello.', personaId: 'mara' };
      const [event] = room.append([must(acceptTurn(room.state, { to: [], ...line, ...own } as TurnInput))]);
      return event;
    },
    async play(next: Script = {}) {
      current = next;
      const { seqs } = planNext(room.state, { now: Date.now(), typists: [], heldSince: null });
      if (!seqs) throw new Error('nothing waits for a round');
      await playMemoryRound(
        room,
        'round',
        `${seed}/${room.state.rounds + 1}`,
        (ctx) => playRound(ctx, memory),
        seqs,
      );
    },
    async hear(input: Said, next?: Script) {
      const said = scene.say(input);
      await scene.play(next);
      return said;
    },
    round: (next?: Script) => scene.hear({}, next),
  });
  return scene;
}

export const bulletsFor = (ask: Ask<unknown>, text = 'It went on.') => {
  const { messages } = ask.brief as SummaryBrief;
  return [...new Set(messages.map(({ round }) => round))].map((round) => ({ round, text }));
};

/** A script in which the understudy plays every part. */
export const UNDERSTUDY: Script = new Proxy({}, { get: () => (ask: Ask<unknown>) => understudy(ask.brief) });

function understudy(brief: Brief): unknown {
  const act = REPERTOIRE[brief.task];
  if (!act) throw new Error(`no understudy for ${brief.task}`);
  return act(brief);
}

/** `director.1`, `judge`, `ada`, or `ada.2` in the second pass of characters. */
function nameStep(brief: SceneBrief): string {
  if (brief.task === 'director') return `director.${brief.pass}`;
  if (brief.task !== 'character' && brief.task !== 'clue') return brief.task;
  const id = brief.envelope.self?.id ?? '?';
  return brief.seed.includes('/character.2/') ? `${id}.2` : id;
}

export const stepsOf = (room: MemoryRoom<SceneState>): string[] => room.asks.map(({ step }) => step);

export const textOf = (messages: Message[]): string =>
  messages.map((m) => (typeof m.content === 'string' ? m.content : '')).join('\n');

export function promptOf(room: MemoryRoom<SceneState>, step: string): string {
  const found = room.asks.findLast((asked) => asked.step === step);
  if (!found) throw new Error(`${step} was not asked; asked were ${stepsOf(room).join(', ')}`);
  return textOf(found.ask.messages);
}

export const live = (event: Event | undefined) => ({ seq: event?.seq ?? 99, event, isLive: true });

export const eventsOf = (room: MemoryRoom<SceneState>, ...kinds: Event['kind'][]): Event[] =>
  room.ledger.filter((event) => kinds.includes(event.kind));

/** The written memories, by round. */
export const writtenMemories = (room: MemoryRoom<SceneState>) =>
  eventsOf(room, 'memory.written').map(
    ({ payload }) => (payload as { memories: { character: string; text: string }[] }).memories,
  );

/** Characters who spoke, in order; in one round, or in all of them. */
export const speakersOf = (room: MemoryRoom<SceneState>, round?: number): string[] =>
  eventsOf(room, 'character.spoke')
    .filter((event) => round === undefined || event.round === round)
    .map(({ actor }) => actor.replace('character:', ''));

export const stateBefore = (room: MemoryRoom<SceneState>) => (round: number) => {
  const start = eventsOf(room, 'round.started').find((event) => event.round === round);
  const past = room.ledger.filter(({ seq }) => seq < (start?.seq ?? 0));
  const before = past.reduce<SceneState | null>(reduceScene, null);
  return before && start ? { before, startSeq: start.seq } : null;
};

export const act = (id: string, extra: object = {}) => ({ id, guidance: `guidance for ${id}`, ...extra });

/** A script in which the director calls on these characters: `callOn('ada', 'bo')`. */
export const callOn = (...ids: string[]) => ({
  'director.1': { actingCharacters: ids.map((id) => act(id)) },
});
export const EVERYONE = callOn('ada', 'bo', 'cy');

/** What an agent sees in the first round, before anybody speaks. */
export const envelope = (state: SceneState, viewer: AgentViewer, more: Partial<EnvelopeInput> = {}) =>
  buildEnvelope({
    state,
    viewer,
    round: 1,
    past: [],
    inputs: [],
    type: 'user',
    persona: null,
    world: {},
    trackers: {},
    profile: PROFILES.character,
    count: (text) => text.length,
    seed: 's',
    ...more,
  });

/** A scene, here the inn, after one round. */
export async function playedScene(script: Script = {}, body?: NewScene): Promise<Room> {
  const room = openScene(body);
  await room.round(script);
  return room;
}

/** One round: a player says this, and everyone at the inn answers unless the script overrides it. */
export async function playLine(room: Room, text: string, script: Script = {}): Promise<void> {
  await room.hear(text, { ...EVERYONE, ...script });
}
