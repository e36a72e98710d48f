import { encode } from 'fast-png';
import { buildBlorb } from '../../scripts/lib/blorb';
import { fromBase64 } from '../../src/base/base64';
import type { KeySummary, NewKey } from '../../src/contract/access';
import type { ObjectiveList } from '../../src/contract/adventures';
import type { Event } from '../../src/contract/events/events';
import type { ExperimentView } from '../../src/contract/experiments';
import type { Handout } from '../../src/contract/handouts';
import type { Hook } from '../../src/contract/hooks';
import type { LibraryItem } from '../../src/contract/library';
import type { Memory } from '../../src/contract/memories';
import type { TurnAccepted } from '../../src/contract/rounds';
import type { GridRun, Run } from '../../src/contract/runs';
import type { Scene } from '../../src/contract/scenes';
import type { NewSeat } from '../../src/contract/seats';
import type { StoryGame } from '../../src/contract/stories';
import type { NewWebhook } from '../../src/contract/webhooks';
import { EMBEDDED_STORY } from '../../src/runs/games/tide-mill';
import { DiscordPeople } from './discord-people';
import { understudy, until } from './rooms';
import { get } from './stage-client';

export const SCENE = {
  title: 'A kitchen in a storm',
  characters: [{ name: 'Ada' }],
  personas: [{ name: 'Mara' }, { name: 'Jo' }],
  profiles: { director: understudy, character: understudy },
  settings: { playersChoose: true },
};
export const GRID_RUN = { game: 'corridor', profiles: { explorer: understudy, analyst: understudy } };
export const EXPERIMENT = {
  ...{ name: 'Two corridors', games: ['corridor'], models: ['understudy'], seeds: 2, start: false },
  budgets: { actions: 2 },
};
export const EXPERIMENT_FILE = {
  ...{ format: 'proscenium-experiment', version: 1, id: `exp_${'a'.repeat(20)}` },
  ...{ createdAt: '2026-01-01T00:00:00.000Z', status: 'created', finishReason: null, plan: EXPERIMENT },
  ...{ baselines: {}, stories: {}, scenes: {} },
  runs: [1, 2].map((n) => ({
    ...{ n, run: null, standing: 'waiting', status: 'waiting', reason: null, tally: null },
    ...{ startedAt: null, endedAt: null },
  })),
};
export const ADVENTURE = { game: EMBEDDED_STORY.id, profiles: { adventurer: understudy } };

/** One of everything that a tenant can have, so that every route has a real object. */
export interface Belongings {
  scene: string;
  run: string;
  pushed: string;
  adventure: string;
  played: string;
  save: string;
  experiment: string;
  webhook: string;
  hook: string;
  discord: string;
  world: string;
  campaign: string;
  arc: string;
  character: string;
  persona: string;
  lorebook: string;
  profile: string;
  story: string;
  key: string;
  call: string;
  seat: string;
  /** Seq of a character's line. */
  line: number;
  /** Seq of a handout. */
  handout: number;
  /** A memory of the scene, and one of the world. */
  memory: string;
  worldMemory: string;
  objective: string;
}

/** The embedded story with another release number: a different, valid file. */
export function storyFile(release: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fromBase64(EMBEDDED_STORY.base64) ?? []);
  new DataView(bytes.buffer).setUint16(2, release);
  return bytes;
}

const COVER = {
  type: 'PNG ',
  bytes: encode({ width: 1, height: 1, data: new Uint8Array([200, 120, 40]), channels: 3 }),
} as const;

async function playSaved(key: string): Promise<Pick<Belongings, 'played' | 'save'>> {
  const options = { player: 'person' };
  const { id } = await get<Run>('POST /v1/runs', key, { ...ADVENTURE, options, start: true });
  await get(`POST /v1/runs/${id}/commands?wait=1`, key, { command: 'look' });
  const save = 'before the trapdoor';
  await get(`POST /v1/runs/${id}/saves`, key, { name: save });
  return { played: id, save };
}

let stories = 100;

/** @param receiver URL of the webhook */
export async function makeBelongings(key: string, receiver: string): Promise<Belongings> {
  const make = async <T extends { id: string }>(path: string, body: unknown): Promise<string> =>
    (await get<T>(`POST /v1/${path}`, key, body)).id;
  const scene = await make<Scene>('scenes', SCENE);
  for (const text of ['Good evening.', 'And now?'])
    await get<TurnAccepted>(`POST /v1/scenes/${scene}/turns?wait=1`, key, {
      ...{ type: 'user', text, personaId: 'mara', to: ['ada'] },
    });
  const handout = await get<Handout>(`POST /v1/scenes/${scene}/handouts`, key, { title: 'A map' });
  const { events } = await get<{ events: Event[] }>(`GET /v1/scenes/${scene}/events?limit=1000`, key);
  const seat = await get<NewSeat>(`POST /v1/scenes/${scene}/seats`, key, {
    role: 'spectator',
    persona: null,
  });
  const run = await make<GridRun>('runs', { ...GRID_RUN, budgets: { actions: 2 }, start: true });
  await until(() => get<Run>(`GET /v1/runs/${run}`, key)).holds(({ status }) => status === 'finished');
  const adventure = await make<Run>('runs', { ...ADVENTURE, start: false });
  const { items } = await get<ObjectiveList>(`POST /v1/runs/${adventure}/objectives`, key, {
    text: 'find the key',
  });
  const webhook = await make<NewWebhook>('webhooks', { url: receiver, kinds: ['run.finished'] });
  await get(`POST /v1/webhooks/${webhook}/test`, key);
  const world = await make<LibraryItem>('worlds', { name: 'Harbour' });
  const campaign = await make<LibraryItem>('campaigns', { name: 'Winter', world });
  const inWorld = await make<Scene>('scenes', { ...SCENE, worldId: world });
  const memory = { character: 'ada', text: 'Mara owes me a lamp.' };
  stories += 1;
  const discord = await new DiscordPeople().make();
  await discord.connect({}, key);
  return {
    scene,
    run,
    adventure,
    webhook,
    world,
    campaign,
    objective: items[0]?.id ?? '',
    experiment: await make<ExperimentView>('experiments', EXPERIMENT),
    pushed: await make<Run>('runs', { ...GRID_RUN, game: 'pushed' }),
    discord: discord.application,
    hook: await make<Hook>('hooks', { verify: 'bearer', turn: { text: '{{a}}' }, room: scene }),
    arc: await make<LibraryItem>('arcs', { name: 'Storm', campaign }),
    character: await make<LibraryItem>('characters', { name: 'Ada' }),
    persona: await make<LibraryItem>('personas', { name: 'Mara' }),
    lorebook: await make<LibraryItem>('lorebooks', { name: 'Of the sea', entries: [] }),
    profile: await make<LibraryItem>('profiles', { name: 'Calm', profile: understudy }),
    story: await make<StoryGame>('games', buildBlorb({ story: storyFile(stories), cover: COVER })),
    ...(await playSaved(key)),
    memory: await make<Memory>(`scenes/${scene}/memories`, memory),
    worldMemory: await make<Memory>(`scenes/${inWorld}/memories`, memory),
    key: ((await get<NewKey>('POST /v1/keys', key, { label: 'unused' })) as KeySummary).id,
    call: `${scene}.1.1`,
    seat: seat.seat.id,
    handout: handout.seq,
    line: events.find((event) => event.kind === 'character.spoke')?.seq ?? 0,
  };
}
