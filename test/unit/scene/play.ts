import type { Message } from '../../../src/contract/calls';
import type { Event } from '../../../src/contract/events';
import type { CreateScene, TurnInput } from '../../../src/contract/scenes';
import { createScene } from '../../../src/contract/scenes';
import type { Ask, Brief } from '../../../src/contract/stage';
import { speak } from '../../../src/model/understudy/character';
import { proposePlan, reconcile } from '../../../src/model/understudy/director';
import type { CharacterBrief, DirectorBrief, SceneBrief } from '../../../src/scene/briefs';
import { playRound } from '../../../src/scene/round';
import {
  acceptTurn,
  nextInputs,
  reduceScene,
  type SceneProfiles,
  type SceneState,
  sceneCreated,
} from '../../../src/scene/state';
import { createMemoryRoom, type MemoryRoom, playMemoryRound } from '../../support/memory-stage';

const PROFILE = {
  provider: 'understudy' as const,
  model: 'understudy',
  temperature: 0,
  maxTokens: 800,
  maxContextTokens: 16_000,
  timeoutSeconds: 30,
  mayEmit: ['say'],
};
export const PROFILES = { director: PROFILE, character: PROFILE };

/** Three characters who are there, one who could come. Goals, personalities and intentions carry canaries. */
export const INN = createScene.parse({
  title: 'An inn',
  scenario: 'An inn by the road, late.',
  characters: [
    { name: 'Ada', personality: 'P-ADA', goals: 'G-ADA', voice: ['V-ADA'], mood: 'calm' },
    { name: 'Bo', personality: 'P-BO', goals: 'G-BO', voice: ['V-BO'] },
    { name: 'Cy', personality: 'P-CY', goals: 'G-CY', voice: ['V-CY'] },
    { name: 'Dee', personality: 'P-DEE', goals: 'G-DEE', active: false },
  ],
  personas: [{ name: 'Mara' }, { name: 'Jo' }],
  world: { fire: 'lit', door: 'shut' },
});

/** What a model answers: a value or a function of the ask, by step; an `Error` fails the ask. */
export type Script = Record<string, unknown | ((ask: Ask<unknown>) => unknown)>;

export interface Room extends MemoryRoom<SceneState> {
  say(input: Partial<Extract<TurnInput, { type: 'user' }>> | 'continue'): Event;
  /** Play the next waiting input with this script. Steps that are not in it get an empty plan or a plain line. */
  play(script?: Script): Promise<void>;
}

export function openScene(
  body: CreateScene = INN,
  script: Script = {},
  seed = 'seed',
  profiles: SceneProfiles = PROFILES,
): Room {
  const created = sceneCreated({ id: 'scn_00000000000000000000', body, profiles, seed });
  if (!created.ok) throw new Error(JSON.stringify(created.failure));
  let current = script;
  const answer = (ask: Ask<unknown>): unknown => {
    const step = nameStep(ask.brief as SceneBrief);
    const scripted = current[step];
    if (scripted instanceof Error) throw scripted;
    if (typeof scripted === 'function') return scripted(ask);
    if (scripted !== undefined) return scripted;
    return ask.role === 'director' ? {} : { kind: 'say', text: `line of ${step}` };
  };
  const room = createMemoryRoom<SceneState>({ reduce: reduceScene, events: [created.value], answer });
  return Object.assign(Object.create(room), {
    say(input: Partial<TurnInput> | 'continue') {
      const body =
        input === 'continue'
          ? { type: 'continuation' as const, to: [] }
          : { type: 'user' as const, text: 'Hello.', personaId: 'mara', to: [], ...input };
      const accepted = acceptTurn(room.state, body as TurnInput);
      if (!accepted.ok) throw new Error(JSON.stringify(accepted.failure));
      const [event] = room.append([accepted.value]);
      return event;
    },
    async play(next: Script = {}) {
      current = next;
      const inputs = nextInputs(room.state);
      if (!inputs) throw new Error('nothing waits for a round');
      await playMemoryRound(room, 'round', `${seed}/${room.state.rounds + 1}`, playRound, inputs.seqs);
    },
  }) as Room;
}

/** A script that has the understudy play every part. */
export const UNDERSTUDY: Script = new Proxy(
  {},
  {
    get: () => (ask: Ask<unknown>) => understudy(ask.brief),
  },
);

function understudy(brief: Brief): unknown {
  const task = brief as SceneBrief;
  if (task.task === 'character') return speak(task as CharacterBrief);
  return task.pass === 1 ? proposePlan(task as DirectorBrief) : reconcile(task as DirectorBrief);
}

/** `director.1`, `ada`, or `ada.2` in the second pass of characters. */
function nameStep(brief: SceneBrief): string {
  if (brief.task === 'director') return `director.${brief.pass}`;
  const id = brief.envelope.self?.id ?? '?';
  return brief.seed.includes('/character.2/') ? `${id}.2` : id;
}

/** Steps of the asks made, in order. */
export const stepsOf = (room: MemoryRoom<SceneState>): string[] => room.asks.map(({ step }) => step);

export const textOf = (messages: Message[]): string =>
  messages.map((m) => (typeof m.content === 'string' ? m.content : '')).join('\n');

/** The prompt of the last ask made under this step. */
export function promptOf(room: MemoryRoom<SceneState>, step: string): string {
  const found = room.asks.findLast((asked) => asked.step === step);
  if (!found) throw new Error(`${step} was not asked; asked were ${stepsOf(room).join(', ')}`);
  return textOf(found.ask.messages);
}

/** Events of these kinds, as `actor` and payload. */
export const eventsOf = (room: MemoryRoom<SceneState>, ...kinds: Event['kind'][]): Event[] =>
  room.ledger.filter((event) => kinds.includes(event.kind));

export const act = (id: string, extra: object = {}) => ({ id, guidance: `guidance for ${id}`, ...extra });
