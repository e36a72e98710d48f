import type { Event } from '../../contract/events/events';
import { frameKey } from '../../contract/frame';
import type { Comparison, RunDigest } from '../../contract/replays';
import { runStatus } from '../../room/run-status';
import { answererNames, joinProviders } from '../../runs/views';
import type { RunState } from '../state';
import { actionKey } from '../transition';
import { listSteps } from './replay';

type ActionDigest = RunDigest['actions'][string];

/**
 * Digests a run for {@link compareRuns}. The digest is sent out of the room, so it holds keys instead of
 * boards.
 *
 * @param events the run's entire ledger, in order
 */
export function digestRun(state: RunState, events: readonly Event[]): RunDigest {
  const { id, title, config, finishReason, rounds, used, game, knowledge } = state;
  const steps = listSteps(events);
  const sentSteps = steps.filter(({ kind }) => kind === 'action' || kind === 'doubt');
  const actions = Object.entries(knowledge.actions).map(([action, known]): [string, ActionDigest] => {
    const first = known.observations.find((seen) => seen.hadEffect);
    const verifyingStep = steps.find((step) => step.action?.id === action && step.status === 'verified');
    return [
      action,
      {
        status: known.status,
        definition: known.definition,
        streak: known.streak,
        attempts: known.attempts,
        noEffect: known.noEffect,
        firstEffectTurn: first?.turn ?? null,
        actionsUntilVerified:
          verifyingStep && known.status === 'verified'
            ? sentSteps.filter(({ seq }) => seq <= verifyingStep.seq).length
            : null,
      },
    ];
  });
  const { objects, relationships, rules } = knowledge.environment;
  const entries = { object: objects, relationship: relationships, rule: rules };
  return {
    run: {
      id,
      title,
      game: config.game,
      seed: config.seed,
      status: runStatus(state),
      finishReason,
      provider: joinProviders(state.answerers.length > 0 ? state.answerers : Object.values(config.profiles)),
      answeredBy: answererNames(state),
      turns: rounds,
      used: { ...used },
      level: game?.level ?? 0,
    },
    actions: Object.fromEntries(actions),
    environment: (['object', 'relationship', 'rule'] as const).flatMap((kind) =>
      entries[kind].map(({ name, text }) => ({ kind, name, text })),
    ),
    steps: steps.map(({ turn, kind, action, frame, cells, animation }) => ({
      turn,
      kind,
      action: action && actionKey(action as Parameters<typeof actionKey>[0]),
      frame,
      key: cells === null ? null : frameKey([...animation, cells].join('/')),
    })),
  };
}

/**
 * Compares two runs: their definitions of every action and of the environment, and their first difference.
 */
export function compareRuns(a: RunDigest, b: RunDigest): Comparison {
  const names = [...new Set([...Object.keys(a.actions), ...Object.keys(b.actions)])].sort();
  const sameGame = a.run.game === b.run.game;
  const sameSeed = a.run.seed === b.run.seed;
  return {
    kind: 'grid',
    a: a.run,
    b: b.run,
    sameGame,
    sameSeed,
    actions: Object.fromEntries(
      names.map((name) => [name, compareAction(a.actions[name] ?? null, b.actions[name] ?? null)]),
    ),
    environment: compareWorlds(a.environment, b.environment),
    diverge: sameGame && sameSeed ? findDivergence(a.steps, b.steps) : null,
  };
}

function compareAction(a: ActionDigest | null, b: ActionDigest | null): Comparison['actions'][string] {
  const [textA, textB] = [a?.definition ?? null, b?.definition ?? null];
  if (textA === null || textB === null) {
    const agreement = textA !== null ? 'only_a' : textB !== null ? 'only_b' : 'neither';
    return { agreement, a, b };
  }
  return { agreement: normalText(textA) === normalText(textB) ? 'same' : 'different', a, b };
}

const normalText = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[.!\s]+$/, '');

function compareWorlds(a: RunDigest['environment'], b: RunDigest['environment']): Comparison['environment'] {
  const name = (entry: RunDigest['environment'][number]) => `${entry.kind} ${normalText(entry.name)}`;
  const entriesOfA = new Map(a.map((entry) => [name(entry), entry]));
  const entriesOfB = new Map(b.map((entry) => [name(entry), entry]));
  return [...new Map([...entriesOfB, ...entriesOfA])].map(([key, { kind, name }]) => {
    const [one, other] = [entriesOfA.get(key), entriesOfB.get(key)];
    if (one && other) {
      return { kind, name, in: 'both', sameText: normalText(one.text) === normalText(other.text) };
    }
    return { kind, name, in: one ? 'only_a' : 'only_b', sameText: null };
  });
}

function findDivergence(a: RunDigest['steps'], b: RunDigest['steps']): Comparison['diverge'] {
  const digestStep = (step: RunDigest['steps'][number] | undefined) =>
    step ? { turn: step.turn, action: step.action, frame: step.frame } : null;
  for (let i = 0; i < Math.max(a.length, b.length); i++) {
    const [one, other] = [a[i], b[i]];
    const at = { step: i + 1, a: digestStep(one), b: digestStep(other) };
    if (!one || !other) return { ...at, kind: 'end' };
    if (one.kind !== other.kind || one.action !== other.action) return { ...at, kind: 'action' };
    if (one.key !== other.key) return { ...at, kind: 'board' };
  }
  return null;
}
