import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { FloorCalls } from '../floor/worker';
import { type Door, type Listener, listen, pause, send } from '../lib/client';
import type { Row, Section } from '../lib/report';
import { largeScene, openScene, playRound, type Room, writeProse } from '../lib/scene';
import { median, spread } from '../lib/stats';
import type { Bench } from './context';

/** Rounds that fill the history window of 40 lines, four lines per round. */
const FILL = 11;
/** Pause between samples, so that the outbox of the room's last round does not slow the floor down. */
const QUIET_MS = 250;
const GOALS = { 200: 1.03, 20: 1.2 } as const;

/** Compares a round of the room with the same calls from a bare object. */
export async function measureRoundOverhead(bench: Bench): Promise<Section> {
  const { model, stage, floor } = bench;
  model.delayMs = 0;
  // The understudy writes summaries here: otherwise some rounds would have a sixth call, which the floor does
  // not make.
  const large = largeScene('overhead');
  const profiles = { ...(large.profiles as object), summarizer: { provider: 'understudy' } };
  const scene = { ...large, profiles };
  const room = await openScene(stage, scene);
  for (let n = 1; n <= FILL; n += 1) await playRound(room, writeProse(100, `filling ${n}`));
  const prompts = await shareCalls(bench, room);
  const bare = await listen(floor, '/socket');

  const rows: Row[] = [];
  for (const delay of [200, 20] as const) {
    const count = { 200: bench.quick ? 6 : 25, 20: bench.quick ? 15 : 60 }[delay];
    model.delayMs = delay;
    const [first, ours, second]: [number[], number[], number[]] = [[], [], []];
    for (let n = -2; n < count; n += 1) {
      const sample = [await playFloor(floor, bare), await playOurs(room, n), await playFloor(floor, bare)];
      if (n < 0) continue;
      for (const [at, list] of [first, ours, second].entries()) list.push(sample[at] ?? Number.NaN);
    }
    const beside = [...first, ...second];
    const ratio = median(ours) / median(beside);
    const overhead = median(ours) - median(beside);
    rows.push({
      what: `round of 5 calls at ${delay} ms`,
      ours: spread(ours),
      floor: spread(beside),
      ratio: `${ratio.toFixed(3)} (+${overhead.toFixed(1)} ms; A/A ${(median(first) / median(second)).toFixed(3)})`,
      goal: `≤ ${GOALS[delay].toFixed(2)}`,
      met: ratio <= GOALS[delay],
      samples: `${ours.length} and ${beside.length}`,
    });
  }
  room.listener.close();
  bare.close();
  return {
    title: 'Overhead of a round',
    method: `Time from the client's \`POST …/turns\` to \`round.completed\` on its socket. The round has a director, three characters one after the other and a second director pass, with the outbox on; every third round also has a summary, written by the understudy. The prompts have ${prompts.join(', ')} tokens (o200k). The baseline is a bare Durable Object that sends the same five bodies to the same fake endpoint with the same client (\`openai\`, without retries), one after the other, and then one socket message. Both use the same \`wrangler dev\` proxy.`,
    rows,
  };
}

async function playOurs(room: Room, n: number): Promise<number> {
  const took = await playRound(room, writeProse(100, `measured ${n}`));
  await pause(QUIET_MS);
  return took;
}

/** Plays a round and sends its calls to the floor. Returns the number of tokens of each prompt. */
async function shareCalls({ model, floor }: Bench, room: Room): Promise<number[]> {
  model.captured = [];
  await playRound(room, writeProse(100, 'captured'));
  const bodies = model.captured;
  model.captured = null;
  if (bodies.length !== 5) throw new Error(`a round made ${bodies.length} calls instead of 5`);
  const calls: FloorCalls = { url: model.url, key: 'sk-bench', bodies };
  await send(floor, 'PUT', '/calls', calls);
  return bodies.map((body) => {
    const { messages } = JSON.parse(body) as { messages: { content: string }[] };
    return messages.reduce((sum, message) => sum + countTokens(message.content), 0);
  });
}

async function playFloor(floor: Door, listener: Listener): Promise<number> {
  const completion = listener.next('"kind":"round.completed"');
  const start = performance.now();
  const [{ at }] = await Promise.all([completion, send(floor, 'POST', '/round')]);
  return at - start;
}
