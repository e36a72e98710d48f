import { ZMachine } from 'zmachine';
import { createPlayer } from '../../packages/zmachine-story/src/player';
import { readStory } from '../../packages/zmachine-story/src/read-story';
import { fromBase64 } from '../../src/base/base64';
import { EMBEDDED_STORY } from '../../src/runs/games/tide-mill';
import { type Door, listen, send } from '../lib/client';
import { installPeers, loadPeer, NOT_INSTALLED, peerVersion } from '../lib/peers';
import type { Row, Section } from '../lib/report';
import { median, quantile, spread } from '../lib/stats';
import type { Bench } from './context';

const GOALS = { turnMs: 2, episodeS: 30 } as const;
const TURNS = 300;
/** Turns of a block, and blocks that are not counted. */
const BLOCK = 100;
const WARM_UP = 5;
const WALK =
  'east;north;open tin;take matches;read almanac;up;take lamp;down;examine stove;south;east;west;wait'.split(
    ';',
  );

/** Measures a turn of a story in the machine, and a whole episode in the Worker. */
export async function measureAdventure(bench: Bench): Promise<Section> {
  await installPeers();
  const turn = await measureMachine(bench.quick ? 20 : 100);
  const speed = await measureSpeed(bench.quick ? 10 : 50);
  const seconds: number[] = [];
  for (let n = 0; n < (bench.quick ? 1 : 3); n += 1)
    seconds.push(await playEpisodes(bench.stage, `bench-${n}`));
  const rows: Row[] = [
    {
      what: 'turn of a z3 story with snapshot and reading, p50',
      ours: `${turn.p50.toFixed(2)} ms (p90 ${turn.p90.toFixed(2)} ms)`,
      floor: `${turn.bare.toFixed(2)} ms`,
      ratio: (turn.p50 / turn.bare).toFixed(2),
      goal: `≤ ${GOALS.turnMs} ms`,
      met: turn.p50 <= GOALS.turnMs,
      samples: `${turn.samples} turns`,
    },
    {
      what: `instructions a second of processor time, next to ifvms ${peerVersion('ifvms')}`,
      ours: `${formatMillions(speed.ours)} (${Math.round(speed.perTurn)} a turn)`,
      floor: speed.ifvms === null ? NOT_INSTALLED : formatMillions(speed.ifvms),
      ratio: speed.ifvms === null ? '—' : (speed.ours / speed.ifvms).toFixed(2),
      goal: '—',
      met: null,
      samples: `${speed.turns} turns`,
    },
    {
      what: `${TURNS} turns of the understudy in the Worker`,
      ours: `${spread(seconds.map((s) => s * 1000))}`,
      floor: '—',
      ratio: `${((1000 * quantile(seconds, 0.5)) / TURNS).toFixed(1)} ms a turn`,
      goal: `< ${GOALS.episodeS} s`,
      met: Math.max(...seconds) < GOALS.episodeS,
      samples: `${seconds.length} runs`,
    },
  ];
  return {
    title: 'A text adventure',
    method: `The first row plays the built-in story (z3) in Node: one command with its text, the machine's snapshot, and the readings of place, score, inventory and things. The baseline plays the same commands in the loop of the npm library \`zmachine\`, which stores and reads nothing. The second row divides the instructions of \`look\` and \`inventory\` in turn by the processor time of these commands, in blocks of 100 turns that alternate. Ours includes snapshot and readings. ifvms plays the same commands on a screen that stores nothing, and has no readings; we count its instructions by ours. It compiles the story to JavaScript with \`new Function\`, which Workers forbid. The last row is a run of the story in the Worker with the understudy, from \`POST …/start\` to \`run.finished\` on a socket: ${TURNS} turns over as many episodes as they take, with critic, memories, objectives and exits.`,
    rows,
  };
}

async function measureMachine(rounds: number) {
  const story = await readStory(fromBase64(EMBEDDED_STORY.base64) ?? new Uint8Array());
  if (!story.ok) throw new Error('the embedded story is none');
  const player = createPlayer(story.value);
  const [turns, bare]: [number[], number[]] = [[], []];
  for (let n = -2; n < rounds; n += 1) {
    let { snapshot } = player.start(`bench-${n}`);
    const own: number[] = [];
    for (const command of WALK) {
      const start = performance.now();
      ({ snapshot } = player.play(snapshot, command));
      own.push(performance.now() - start);
    }
    const beside = await playBare(story.value.bytes);
    // The first rounds warm up.
    if (n < 0) continue;
    turns.push(...own);
    bare.push(...beside);
  }
  return {
    p50: quantile(turns, 0.5),
    p90: quantile(turns, 0.9),
    bare: quantile(bare, 0.5),
    samples: turns.length,
  };
}

const formatMillions = (perSecond: number): string => `${(perSecond / 1e6).toFixed(1)} million`;

/** Instructions per second of processor time, the median of alternating blocks; null for ifvms if it is not installed. */
async function measureSpeed(blocks: number) {
  const bytes = fromBase64(EMBEDDED_STORY.base64) ?? new Uint8Array();
  const story = await readStory(bytes);
  if (!story.ok) throw new Error('the embedded story is none');
  const player = createPlayer(story.value);
  let { snapshot } = player.start('bench');
  let instructions = 0;
  const playOurs = (command: string): string => {
    const step = player.play(snapshot, command);
    ({ snapshot } = step);
    instructions += step.instructions;
    return step.text;
  };
  const playIfvms = (await loadPeer<IfvmsPeer>('ifvms'))?.openStory(bytes);
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let n = -WARM_UP; n < blocks; n += 1) {
    const own = timeBlock(playOurs);
    const beside = playIfvms && timeBlock(playIfvms);
    if (n < 0) continue;
    ours.push(own);
    if (beside !== undefined) theirs.push(beside);
  }
  const perBlock = instructions / (WARM_UP + blocks);
  return {
    perTurn: perBlock / BLOCK,
    turns: blocks * BLOCK,
    ours: perBlock / median(ours),
    ifvms: theirs.length === 0 ? null : perBlock / median(theirs),
  };
}

interface IfvmsPeer {
  openStory(bytes: Uint8Array): (command: string) => string;
}

/** Seconds of processor time that a block takes. */
function timeBlock(play: (command: string) => string): number {
  const start = process.cpuUsage();
  for (let n = 0; n < BLOCK; n += 1) {
    const [command, expected] = n % 2 === 0 ? ['look', 'Lane End'] : ['inventory', 'carrying'];
    const text = play(command);
    if (!text.includes(expected)) throw new Error(`${command}: ${text}`);
  }
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/**
 * Plays the same commands in the library's own loop: milliseconds from each to the next prompt. No reads or
 * writes.
 */
async function playBare(bytes: Uint8Array): Promise<number[]> {
  const times: number[] = [];
  let promptCount = 0;
  let sentAt = 0;
  const nothing = () => {};
  const machine = new ZMachine(bytes.slice().buffer, {
    ...{ initialize: nothing, print: nothing, printLine: nothing, newLine: nothing, quit: nothing },
    ...{ restart: nothing, showStatusLine: nothing, splitWindow: nothing, setWindow: nothing },
    ...{ eraseWindow: nothing, soundEffect: nothing },
    readLine: async () => {
      if (promptCount > 0) times.push(performance.now() - sentAt);
      const text = WALK[promptCount];
      promptCount += 1;
      if (text === undefined) return new Promise(nothing);
      sentAt = performance.now();
      return { text, terminator: 13 };
    },
    readChar: async () => 13,
    save: async () => false,
    restore: async () => null,
  });
  void machine.run();
  while (times.length < WALK.length) await new Promise((resolve) => setTimeout(resolve, 1));
  return times;
}

async function playEpisodes(stage: Door, seed: string): Promise<number> {
  const body = {
    game: EMBEDDED_STORY.id,
    seed,
    budgets: { turns: TURNS, calls: 20_000 },
    options: { episodes: 50, share: false },
    profiles: { adventurer: { provider: 'understudy' } },
  };
  const { id } = await send<{ id: string }>(stage, 'POST', '/v1/runs', body);
  const listener = await listen(stage, `/v1/runs/${id}/socket`);
  const ending = listener.next('"kind":"run.finished"');
  const start = performance.now();
  const [{ at }] = await Promise.all([ending, send(stage, 'POST', `/v1/runs/${id}/start`)]);
  listener.close();
  const { turns } = await send<{ turns: number }>(stage, 'GET', `/v1/runs/${id}`);
  if (turns !== TURNS) throw new Error(`the run ended after ${turns} turns`);
  return (at - start) / 1000;
}
