import type { z } from 'zod';
import { loadTokenizer } from '../../src/base/tokens';
import { newScene } from '../../src/contract/create-scene';
import type { Prompt } from '../../src/scene/prompt/assemble';
import {
  chatWithCharacter,
  chatWithDirector,
  chatWithNarrator,
  chatWithWorld,
} from '../../src/scene/prompt/chat-prompts';
import type { EnvelopeInput } from '../../src/scene/prompt/envelope';
import { renderSummaryPrompt } from '../../src/scene/prompt/reports';
import { renderCluePrompt, renderJudgePrompt } from '../../src/scene/prompt/table';
import type { Line } from '../../src/scene/state';
import { envelope, INN, openScene, PROFILES, textOf } from './play-scene';

export const count = await loadTokenizer();

export type SceneInput = Partial<z.input<typeof newScene>>;
export type Changes = Partial<Omit<EnvelopeInput, 'state' | 'count'>> & {
  window?: number;
  scene?: SceneInput;
};

export const words = (name: string, n: number): string =>
  Array.from({ length: n }, (_, i) => `${name}${i}`).join(' ');
export const line = (round: number, text: string, name = 'Bo'): Line => ({
  seq: null,
  round,
  actor: `character:${name.toLowerCase()}`,
  name,
  kind: 'say',
  text,
  to: [],
  audience: ['*'],
});
export const input = (text: string, round = 9): Line => ({
  ...line(round, text, 'Mara'),
  actor: 'persona:mara',
});

function envelopeFor(viewer: EnvelopeInput['viewer'], { window = 16_000, scene = {}, ...changes }: Changes) {
  const { state } = openScene(newScene.parse({ ...INN, ...scene }));
  return envelope(state, viewer, {
    round: 9,
    inputs: [input('hello')],
    persona: state.personas[0] ?? null,
    world: state.world,
    trackers: state.trackers,
    profile: { ...PROFILES.director, maxContextTokens: window },
    count,
    ...changes,
  });
}

const renderSummary = (changes: Changes, isSmall: boolean): Prompt => {
  const messages = changes.past ?? [line(1, 'said')];
  const layout = { isSmall, running: changes.overrides?.runningSummary ?? null };
  return renderSummaryPrompt(envelopeFor('summarizer', changes), messages, count, layout).prompt;
};

/** The prompt of each agent of a scene and of a table game, from one world. */
const AGENTS: Record<string, (changes: Changes) => Prompt> = {
  'director, pass 1': (changes) =>
    chatWithDirector(envelopeFor('director', { directorPass: 1, schemaTokens: 252, ...changes }), count),
  'director, pass 2': (changes) =>
    chatWithDirector(envelopeFor('director', { directorPass: 2, schemaTokens: 267, ...changes }), count),
  character: (changes) =>
    chatWithCharacter(envelopeFor('character:ada', { schemaTokens: 79, ...changes }), 'json', count),
  narrator: (changes) => chatWithNarrator(envelopeFor('narrator', changes), 'prose', count),
  world: (changes) => chatWithWorld(envelopeFor('world', changes), count),
  summarizer: (changes) => renderSummary(changes, false),
  'small summarizer': (changes) => renderSummary(changes, true),
  player: (changes) =>
    renderCluePrompt(
      envelopeFor('character:ada', changes),
      { word: 'WORD', round: 1, rounds: 3, people: ['Mara'] },
      'json',
      count,
    ),
  judge: (changes) =>
    renderJudgePrompt(
      envelopeFor('judge', changes),
      {
        players: [{ id: 'ada', name: 'Ada' }],
        words: ['A', 'B'],
        odd: 'ada',
        round: 1,
        rounds: 3,
        isLast: false,
      },
      count,
    ),
};
export const agents = (...names: string[]) =>
  Object.entries(AGENTS).filter(([name]) => names.length === 0 || names.some((one) => name.startsWith(one)));
export const render = (agent: string, changes: Changes = {}): Prompt => {
  const make = AGENTS[agent];
  if (!make) throw new Error(`no ${agent}`);
  return make(changes);
};
export const systemOf = ({ messages }: Prompt) => textOf(messages.slice(0, 1));

export const NOTES = { world: 'NOTE-W', campaign: 'NOTE-C', arc: 'NOTE-A', scene: 'NOTE-S' };
export const SUGGESTED = [{ id: 'bo', field: 'mood' as const, value: 'SUGGESTED', evidence: 'he frowns' }];
export const RICH: Changes = {
  scene: { scenario: 'SCENARIO', notes: NOTES, personas: [{ name: 'Mara', description: 'PERSONA' }] },
  world: { fire: 'FACT' },
  trackers: { hour: 'TRACKED' },
  past: [line(1, 'LONG-AGO'), line(8, 'JUST-NOW')],
  replies: [line(9, 'REPLY')],
  suggested: SUGGESTED,
  openGuidance: 'OPEN',
  directive: { guidance: 'DIRECTIVE', entry: 'ENTRY', exit: 'EXIT' },
  memories: [{ text: 'MEMORY', scene: 'scn', round: 3, score: 1 }],
  overrides: { runningSummary: 'RUNNING', roundBullets: ['Round 1: BULLET'] },
};
