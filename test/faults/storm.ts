import { pick } from '../../bench/output/random';
import type { Fake } from '../browser/cases';
import { FAKE_MODES, type FakeMode } from '../support/fake-model';
import { pause } from './insist';
import { pickGuest, type RoomUnderTest } from './rooms';
import type { Weather } from './stores';
import type { WeatherServer } from './weather';

export interface Exposed {
  rooms: () => readonly RoomUnderTest[];
  weather: WeatherServer;
  fake: Fake;
  cutPower: () => Promise<void>;
  random: () => number;
  say: (what: string) => void;
}

export interface Schedule {
  calm: number;
  stores: number;
  moods: number;
  kills: number;
  all: number;
}

/** Behavior of a flapping model; good answers are the most frequent. */
const FLAPS: FakeMode[] = FAKE_MODES.filter((mode) =>
  [
    '500',
    '429',
    'hang',
    'cut',
    'garbage',
    'nonsense',
    'empty',
    'invalid',
    'length',
    'prose',
    'think',
  ].includes(mode),
);
const BAD: Weather[] = ['down', 'lost', 'slow'];

/**
 * Breaks sockets and lets the model flap all the time; takes down D1, then R2; makes both lose their answers;
 * kills workerd every few seconds; then all of it together.
 */
export async function rage(exposed: Exposed, schedule: Schedule): Promise<void> {
  const { weather, say } = exposed;
  let isOver = false;
  const always = [cutSockets(exposed, () => isOver), flap(exposed, () => isOver)];
  try {
    say(`sockets are cut, the model flaps (${schedule.calm} s)`);
    await pause(schedule.calm * 1_000);
    say(`D1 is down (${schedule.stores} s)`);
    weather.set('d1', 'down');
    await pause(schedule.stores * 1_000);
    weather.set('d1', 'fair');
    say(`R2 refuses writes (${schedule.stores} s)`);
    weather.set('r2', 'down');
    await pause(schedule.stores * 1_000);
    weather.set('r2', 'fair');
    say(`both stores are down, slow, or lose their answers by turns (${schedule.moods} s)`);
    await changeWeather(exposed, schedule.moods);
    say(`workerd is killed every few seconds (${schedule.kills} s)`);
    await killOften(exposed, schedule.kills, 2);
    say(`all of it (${schedule.all} s)`);
    const changing = changeWeather(exposed, schedule.all);
    await killOften(exposed, schedule.all, 1);
    await changing;
  } finally {
    isOver = true;
    weather.set('d1', 'fair');
    weather.set('r2', 'fair');
    await Promise.all(always);
  }
}

async function cutSockets({ rooms, random }: Exposed, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await pause(100 + random() * 900);
    pickGuest(rooms(), random).person.cut();
  }
}

async function flap({ fake, random }: Exposed, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const script = random() < 0.5 ? [{ mode: pick(random, FLAPS), times: 1 + Math.floor(random() * 4) }] : [];
    await fake.control({ script, latencyMs: pick(random, [10, 40, 40, 150, 600]) });
    await pause(300 + random() * 900);
  }
  await fake.control({ script: [], latencyMs: 10 });
}

/** @param least minimum number of kills, for slow machines */
async function killOften({ cutPower, random }: Exposed, seconds: number, least: number): Promise<void> {
  const end = Date.now() + seconds * 1_000;
  for (let kills = 0; Date.now() < end || kills < least; kills += 1) {
    await cutPower();
    await pause(500 + random() * 3_500);
  }
}

async function changeWeather({ weather, random }: Exposed, seconds: number): Promise<void> {
  const end = Date.now() + seconds * 1_000;
  while (Date.now() < end) {
    for (const store of ['d1', 'r2'] as const)
      weather.set(store, random() < 0.4 ? 'fair' : pick(random, BAD));
    await pause(500 + random() * 1_500);
  }
  for (const store of ['d1', 'r2'] as const) weather.set(store, 'fair');
}
