import { pause, send } from '../lib/client';
import type { Row, Section } from '../lib/report';
import { largeScene, openScene, playRound, type Room, writeProse } from '../lib/scene';
import { median, spread } from '../lib/stats';
import type { Bench } from './context';

const GOAL = 1.1;

/** Does a round cost more when the room is old? */
export async function measureGrowth(bench: Bench): Promise<Section> {
  const [young, old] = bench.long ? [100, 1000] : bench.quick ? [30, 90] : [60, 300];
  const count = bench.quick ? 10 : 30;
  bench.model.delayMs = 0;
  const youngRoom = await openScene(bench.stage, largeScene('young'));
  const oldRoom = await openScene(bench.stage, largeScene('old'));
  await playTo(oldRoom, old);
  await playTo(youngRoom, young);

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
    title: 'An old room over a young one',
    method: `Rounds from number ${old} on in one room and from number ${young} on in another, in turns, with a model that answers at once, so that the time is our own. ${bench.long ? '' : 'The goal is set for rounds 1,000 and 100: `npm run bench -- --long` plays those. '}Prompt tokens are those of the call log (the fake endpoint counts a token for every four bytes of the request).`,
    rows: [
      line('time', spread(times.old), spread(times.young), median(times.old) / median(times.young)),
      line(
        'prompt tokens of a round',
        tokens.old.toFixed(0),
        tokens.young.toFixed(0),
        tokens.old / tokens.young,
      ),
    ],
  };
}

async function playTo(room: Room, round: number): Promise<void> {
  for (let n = 1; n < round; n += 1) await playRound(room, writeProse(100, `filling ${n}`));
}

/** Prompt tokens of a round, over the last `rounds` rounds of the room's call log. */
async function promptTokens({ door, id }: Room, rounds: number): Promise<number> {
  // The log is filled by the outbox.
  await pause(2_000);
  const wanted = 5 * Math.min(rounds, 30);
  const page = await send<{ items: { promptTokens: number }[] }>(
    door,
    'GET',
    `/v1/calls?room=${id}&limit=${wanted}`,
  );
  if (page.items.length !== wanted)
    throw new Error(`the call log lists ${page.items.length} calls of ${wanted}`);
  return page.items.reduce((sum, call) => sum + call.promptTokens, 0) / (wanted / 5);
}
