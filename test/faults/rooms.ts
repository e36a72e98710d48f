import { pick } from '../../bench/output/random';
import type { AdventureRun } from '../../src/contract/adventures';
import type { GridRun } from '../../src/contract/runs';
import type { Scene } from '../../src/contract/scenes';
import { type Ask, type Credential, Person } from '../support/person';
import { Guest } from './guest';
import { type Diary, pause } from './insist';
import { Reader } from './reader';

export interface Company {
  insist: Ask;
  diary: Diary;
  owner: Credential;
  random: () => number;
  /** True after the storm: clients begin nothing new. */
  isOver: () => boolean;
}

export interface RoomUnderTest {
  /** `/v1/scenes/…` or `/v1/runs/…`. */
  path: string;
  kind: 'scene' | 'run';
  guests: Guest[];
  reader: Reader;
  /** All client activity until the storm is over and the room is idle. */
  life: Promise<void>;
}

const PERSONAS = ['ana', 'ben', 'cleo'] as const;

/** A scene with a model at the flapping endpoint, three players, a spectator and a watching owner. */
export async function openScene(company: Company, n: number): Promise<RoomUnderTest> {
  const { insist, owner, diary, random, isOver } = company;
  const profile = { provider: 'openai', model: `fake:ok#storm${n}`, timeoutSeconds: 2 };
  const scene = await insist<Scene>(owner, 'POST', '/v1/scenes', {
    title: `Storm ${n}`,
    scenario: 'A kitchen late at night; the wind takes the tiles off the roof.',
    characters: [
      { id: 'mara', name: 'Mara', personality: 'dry, watchful' },
      { id: 'teo', name: 'Teo', personality: 'talkative' },
    ],
    personas: PERSONAS.map((id) => ({ id, name: `${id[0]?.toUpperCase()}${id.slice(1)}` })),
    profiles: { director: profile, character: profile },
    // The first one gathers the players' lines, and hides them until then.
    ...(n === 0 && { turnMode: 'gather', gatherSeconds: 2, hideLines: true, holdForTyping: 0 }),
  });
  const path = `/v1/scenes/${scene.id}`;
  const people = [
    ...(await Promise.all(
      PERSONAS.map((persona) => Person.seat(insist, owner, path, { role: 'player', persona, name: persona })),
    )),
    await Person.seat(insist, owner, path, { role: 'spectator', persona: null, name: 'sam' }),
    new Person(insist, owner, { room: path, name: 'the owner', seat: null, persona: null }),
  ];
  const guests = people.map((person) => new Guest(person, insist, diary, random));
  const talking = guests.slice(0, PERSONAS.length).map((guest, i) => {
    const others = ['mara', 'teo', `persona:${PERSONAS[(i + 1) % PERSONAS.length]}`];
    return guest.talk(isOver, others);
  });
  const reader = new Reader(owner, path, diary);
  for (const client of [reader, ...guests]) letStay(client, diary);
  const latecomers = async () => {
    for (const name of ['late', 'later']) {
      await pause(4_000 + random() * 20_000);
      const seated = await Person.seat(insist, owner, path, { role: 'spectator', persona: null, name });
      const guest = new Guest(seated, insist, diary, random);
      guests.push(guest);
      letStay(guest, diary);
    }
  };
  const life = async () => {
    await Promise.all([...talking, latecomers(), nurseScene(company, path)]);
  };
  return { path, kind: 'scene', guests, reader, life: life() };
}

/** Runs without waiting; an unexpected refusal is an error. */
function letStay(client: { stay(): Promise<void> }, diary: Diary): void {
  client.stay().catch((error: unknown) => diary.wrong.push(`a client was sent away: ${String(error)}`));
}

/** Retries failed rounds, like an owner, until the storm is over and the scene is idle. */
async function nurseScene({ insist, owner, isOver, diary, random }: Company, path: string): Promise<void> {
  for (;;) {
    const wasOver = isOver();
    const scene = await insist<Scene>(owner, 'GET', path);
    if (scene.failed) {
      diary.note('a round was retried');
      // If someone continued meanwhile, there is nothing to retry.
      await insist(owner, 'POST', `${path}/rounds/${scene.failed.n}/retry`).catch(() => {});
    } else if (wasOver && scene.round === null && scene.queued === 0) return;
    await pause(500 + random() * 500);
  }
}

/** One run after the other until the storm is over, each to its end; an owner watches them all. */
export async function openRuns(
  company: Company,
  name: string,
  body: Record<string, unknown>,
): Promise<{ runs: RoomUnderTest[]; life: Promise<void> }> {
  const { insist, owner, diary, random, isOver } = company;
  const runs: RoomUnderTest[] = [];
  const life = async () => {
    do {
      const made = await insist<GridRun | AdventureRun>(owner, 'POST', '/v1/runs', { ...body, start: true });
      const path = `/v1/runs/${made.id}`;
      const person = new Person(insist, owner, { room: path, name: 'the owner', seat: null, persona: null });
      const guest = new Guest(person, insist, diary, random);
      const reader = new Reader(owner, path, diary);
      for (const client of [guest, reader]) letStay(client, diary);
      const run: RoomUnderTest = {
        path,
        kind: 'run',
        guests: [guest],
        reader,
        life: nurseRun(company, path),
      };
      runs.push(run);
      await run.life;
      diary.note(`${name} played to the end`);
    } while (!isOver());
  };
  return { runs, life: life() };
}

async function nurseRun({ insist, owner, diary, random }: Company, path: string): Promise<void> {
  for (;;) {
    const run = await insist<GridRun | AdventureRun>(owner, 'GET', path);
    if (run.status === 'finished') return;
    if (run.failed) {
      diary.note('a turn was retried');
      await insist(owner, 'POST', `${path}/resume`).catch(() => {});
    }
    await pause(500 + random() * 500);
  }
}

export const pickGuest = (rooms: readonly RoomUnderTest[], random: () => number): Guest =>
  pick(
    random,
    rooms.flatMap(({ guests }) => guests),
  );
