import { listen, pause, send } from '../lib/client';
import type { Row, Section } from '../lib/report';
import { capture, largeScene, openScene, playFloor, playRound, type Room, writeProse } from '../lib/scene';
import { median, spread } from '../lib/stats';
import type { Bench } from './context';

const GOAL = 1.1;
/** Rounds before the memory is measured: after them, caches and the history window are full. */
const FILL = 20;

/** Measures whether a round costs more in an old room. */
export async function measureGrowth(bench: Bench): Promise<Section> {
  const [young, old] = bench.long ? [100, 1000] : bench.quick ? [30, 90] : [60, 300];
  const count = bench.quick ? 10 : 30;
  bench.model.delayMs = 0;
  const youngRoom = await openScene(bench.stage, largeScene('young'));
  const oldRoom = await openScene(bench.stage, largeScene('old'));
  await playTo(youngRoom, young);
  const perRound = await measureMemory(bench, oldRoom, old);

  const times: { young: number[]; old: number[] } = { young: [], old: [] };
  for (let n = -1; n < count; n += 1) {
    const text = writeProse(100, `measured ${n}`);
    const first = await playRound(youngRoom, text);
    await pause(120);
    const second = await playRound(oldRoom, text);
    await pause(120);
    if (n < 0) continue;
    times.young.push(first);
    times.old.push(second);
  }
  const tokens = { young: await promptTokens(youngRoom, count), old: await promptTokens(oldRoom, count) };
  const { shares, systemEqual } = await sharedPrefixes(oldRoom);
  youngRoom.listener.close();
  oldRoom.listener.close();

  const line = (what: string, ours: string, floor: string, ratio: number): Row => ({
    what: `${what}, round ${old} over round ${young}`,
    ours,
    floor,
    ratio: ratio.toFixed(3),
    goal: `≤ ${GOAL}`,
    met: ratio <= GOAL,
    samples: `${count} each`,
  });
  return {
    title: 'Growth of a room',
    method: `Rounds from number ${old} on in one room and from number ${young} on in another alternate, with a model that answers at once. ${bench.long ? '' : 'The goal is set for rounds 1,000 and 100, which `npm run bench -- --long` plays. '}Prompt tokens come from the call log; the fake endpoint counts a token for every four bytes of the request. The baseline of the memory is a bare Durable Object that sends the same bodies as often; both include what workerd keeps for each outgoing request.`,
    rows: [
      line('time', spread(times.old), spread(times.young), median(times.old) / median(times.young)),
      line(
        'prompt tokens of a round',
        tokens.old.toFixed(0),
        tokens.young.toFixed(0),
        tokens.old / tokens.young,
      ),
      {
        what: `memory of the Worker, growth a round, rounds ${FILL} to ${old}`,
        ours: `${perRound.ours.toFixed(2)} MiB`,
        floor: `${perRound.floor.toFixed(2)} MiB`,
        ratio: '—',
        goal: '—',
        met: null,
        samples: `${old - FILL} rounds each`,
      },
      {
        what: "share of the prompt that repeats the same agent's last prompt",
        ours: `${(median(shares) * 100).toFixed(0)} % (${(Math.min(...shares) * 100).toFixed(0)}–${(Math.max(...shares) * 100).toFixed(0)} %)`,
        floor: `system messages ${systemEqual ? 'byte-equal' : 'differ'}`,
        ratio: '—',
        goal: 'byte-equal',
        met: systemEqual,
        samples: `${shares.length}`,
      },
    ],
  };
}

/** Plays the room and a bare object to this round; returns the growth of both servers' memory in MiB a round. */
async function measureMemory({ servers, stage, floor, model }: Bench, room: Room, until: number) {
  await playTo(room, FILL);
  const calls = {
    url: model.url,
    key: 'sk-bench',
    bodies: await capture(model, () => playRound(room, 'captured')),
  };
  await send(floor, 'PUT', '/calls', calls);
  const bare = await listen(floor, '/socket');
  for (let n = 0; n < FILL; n += 1) await playFloor(floor, bare);
  const before = { ours: servers.memoryOf(stage), floor: servers.memoryOf(floor) };
  await playTo(room, until - FILL);
  for (let n = FILL; n < until; n += 1) await playFloor(floor, bare);
  bare.close();
  const growth = (now: number, then: number) => (now - then) / (until - FILL);
  return {
    ours: growth(servers.memoryOf(stage), before.ours),
    floor: growth(servers.memoryOf(floor), before.floor),
  };
}

async function playTo(room: Room, round: number): Promise<void> {
  for (let n = 1; n < round; n += 1) await playRound(room, writeProse(100, `filling ${n}`));
}

interface Call {
  id: string;
  round: number;
  step: string;
  promptTokens: number;
}

async function lastCalls({ door, id }: Room, rounds: number): Promise<Call[]> {
  // The outbox fills the log with a delay.
  await pause(2_000);
  const page = await send<{ items: Call[] }>(door, 'GET', `/v1/calls?room=${id}&limit=200`);
  const newest = page.items[0]?.round ?? 0;
  // The oldest round of a page may be incomplete.
  const oldest = Math.max((page.items.at(-1)?.round ?? 0) + 1, newest - rounds + 1);
  return page.items.filter(({ round }) => round >= oldest);
}

async function promptTokens(room: Room, rounds: number): Promise<number> {
  const calls = await lastCalls(room, rounds);
  const roundCount = new Set(calls.map(({ round }) => round)).size;
  if (roundCount < 10) throw new Error(`the call log lists ${roundCount} rounds`);
  return calls.reduce((sum, call) => sum + call.promptTokens, 0) / roundCount;
}

/**
 * Measures how much of a prompt equals the beginning of the same agent's prompt in the round before, byte for
 * byte: a provider's prefix cache can reuse that part. Also checks whether all system messages of an agent
 * are the same.
 */
async function sharedPrefixes(room: Room): Promise<{ shares: number[]; systemEqual: boolean }> {
  const calls = (await lastCalls(room, 12)).filter(({ step }) => !step.startsWith('summary'));
  const prompts = new Map<string, { system: string; whole: string }>();
  const shares: number[] = [];
  let systemEqual = true;
  for (const { id, step } of calls.reverse()) {
    const { messages } = await send<{ messages: { role: string; content: string }[] }>(
      room.door,
      'GET',
      `/v1/calls/${id}`,
    );
    const system = messages[0]?.content ?? '';
    const whole = messages.map(({ content }) => content).join('\n');
    const before = prompts.get(step);
    if (before !== undefined) {
      let same = 0;
      while (same < whole.length && whole[same] === before.whole[same]) same += 1;
      shares.push(same / whole.length);
      systemEqual &&= system === before.system;
    }
    prompts.set(step, { system, whole });
  }
  return { shares, systemEqual };
}
