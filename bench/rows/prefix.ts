import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { newScene } from '../../src/contract/create-scene';
import type { ResolvedProfile } from '../../src/contract/profiles';
import { firstStep } from '../../src/model/ladder';
import { renderPrompt } from '../../src/model/prompt';
import type { Ask } from '../../src/room/step-context';
import { bulletsFor, openScene, type Script } from '../../test/support/play-scene';
import type { Row, Section } from '../lib/report';
import { largeScene, writeProse } from '../lib/scene';
import { median } from '../lib/stats';

/** Rounds that count; the conversation fills its window meanwhile. */
const ROUNDS = 40;
const MEMORIES = 5;

/** A typical scene: short cards, no notes; most of its prompts is conversation. */
const INN = {
  title: 'An inn',
  scenario:
    'An inn by the coast road, late. The storm has taken the bridge: nobody leaves before morning, and somebody has opened a letter.',
  characters: ['Ada', 'Bo', 'Cy'].map((name) => ({
    name,
    description: writeProse(40, `looks of ${name}`),
    personality: writeProse(20, 'personality'),
    goals: writeProse(15, 'goals'),
    secrets: writeProse(15, 'secrets'),
  })),
  personas: [{ id: 'guest', name: 'Guest', description: 'Somebody who asks.' }],
};

/**
 * Measures how much of a prompt a provider has in its prefix cache, over 40 rounds. Needs no server, because
 * it measures no times.
 */
export async function measurePrefix(): Promise<Section> {
  const { profiles: _profiles, ...large } = largeScene('large');
  const rows: Row[] = [];
  for (const [name, body, goals] of [
    ['notes and cards of 4,000 tokens', large, ['≥ 60 %', '≥ 85 %']],
    ['a scene with short cards', INN, ['—', '—']],
  ] as const) {
    const ours = await playShares(body);
    const [before, same] = goals;
    rows.push(
      row(`${name}: shared with the call just before`, ours.before, before),
      row(`${name}: shared with the same agent's last call`, ours.same, same),
    );
  }
  return {
    title: 'Cacheable beginning of a prompt',
    method: `Share of a prompt's tokens (o200k) that repeat the beginning of an earlier prompt, which a provider can read from its cache and a local server need not compute again. The figure is the mean over all calls of ${ROUNDS} rounds: director, three characters of 50 to 80 words each, second director pass, summaries when due, ${MEMORIES} memories per character and round, and changing states and facts.`,
    rows,
  };
}

function row(what: string, ours: number[], goal: string): Row {
  const least = Number(/\d+/.exec(goal)?.[0] ?? Number.NaN);
  const percent = mean(ours) * 100;
  return {
    what,
    ours: `${percent.toFixed(1)} %`,
    floor: '—',
    ratio: `median ${(median(ours) * 100).toFixed(0)} %`,
    goal,
    met: Number.isNaN(least) ? null : percent >= least,
    samples: `${ours.length} calls`,
  };
}

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / numbers.length;

async function playShares(body: Record<string, unknown>): Promise<{ before: number[]; same: number[] }> {
  const profile: ResolvedProfile = {
    ...{ provider: 'openai', model: 'bench', temperature: 0, maxTokens: 800, maxContextTokens: 24_000 },
    ...{ timeoutSeconds: 30, mayEmit: ['say'] },
  };
  const write = writer();
  const scene = newScene.parse(body);
  const ids = (scene.characters ?? []).map(({ id, name }) => id ?? name.toLowerCase());
  const script: Script = new Proxy({}, { get: () => (ask: Ask<unknown>) => answer(ask, ids, write) });
  const room = openScene(scene, script, 'seed', { director: profile, character: profile });
  for (let n = 0; n < ROUNDS; n += 1) {
    const remember = () => ({
      text: `Guest: ${write(25)}\nI: ${write(25)}`,
      scene: 'other',
      round: 1,
      score: 1,
    });
    room.memory.give = Object.fromEntries(ids.map((id) => [id, Array.from({ length: MEMORIES }, remember)]));
    room.say({ text: write(20), personaId: 'guest' });
    await room.play(script);
  }
  const prompts = room.asks.map(({ step, ask }) => {
    const messages = renderPrompt(ask, firstStep(ask.profile.maxTokens, ask));
    return {
      step,
      tokens: encode(messages.map(({ role, content }) => `<${role}>${String(content)}`).join('\n')),
    };
  });
  const before = prompts.slice(1).map(({ tokens }, at) => share(prompts[at]?.tokens ?? [], tokens));
  const same = prompts.flatMap(({ step, tokens }, at) => {
    const last = prompts.slice(0, at).findLast((one) => one.step === step);
    return last ? [share(last.tokens, tokens)] : [];
  });
  return { before, same };
}

function answer(ask: Ask<unknown>, ids: readonly string[], write: (words: number) => string): unknown {
  if (ask.role === 'summarizer') return { bullets: bulletsFor(ask, write(15)), running: write(120) };
  if (ask.role !== 'director')
    return { kind: 'say', text: write(50 + (ask.brief.seed.length % 30)), thought: null };
  if (ask.schemaName !== 'director_plan') {
    return {
      stateUpdates: [{ id: ids[1], field: 'activity', value: write(4) }],
      worldUpdates: [{ key: 'weather', value: write(3) }],
    };
  }
  return {
    openGuidance: write(12),
    actingCharacters: ids.map((id) => ({ id, guidance: write(12) })),
    stateUpdates: [{ id: ids[0], field: 'mood', value: write(3) }],
  };
}

function writer(): (words: number) => string {
  let state = 7;
  const next = (): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state;
  };
  const list = writeProse(60, 'words').split(' ');
  return (words) => `${Array.from({ length: words }, () => list[next() % list.length]).join(' ')}.`;
}

function share(earlier: readonly number[], tokens: readonly number[]): number {
  let at = 0;
  while (at < tokens.length && earlier[at] === tokens[at]) at += 1;
  return at / tokens.length;
}
