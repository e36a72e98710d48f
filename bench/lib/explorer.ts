import { GAMES } from '../../src/runs/games/catalog';
import type { BuiltinGame } from '../../src/runs/games/game';
import { createMemoryRun, playToEnd } from '../../test/support/explore-run';
import { checkVerified } from '../../test/support/rule-truth';
import { makeToys } from '../../test/support/toy-games';
import { makeClickToys } from '../../test/support/toy-games-clicks';
import { makeCoverToys } from '../../test/support/toy-games-covers';
import { makeMoverToys } from '../../test/support/toy-games-movers';
import { makePlaceToys } from '../../test/support/toy-games-places';

/** Games for testing the definitions: other seeds, and the number of random steps in each. */
const TRUTH = { seeds: ['u1', 'u2', 'u3', 'u4', 'u5', 'u6'], steps: 60 };

const MAX_WRONG = 0.02;

export interface Outcome {
  game: string;
  actions: number[];
  calls: number[];
  status: Record<string, number>;
  /**
   * Counts of verified definitions: all, contradicted by the game, and without a prediction for a
   * real effect.
   */
  definitions: number;
  contradicted: number;
  quiet: number;
  milliseconds: number;
  turns: number;
  remarks: string[];
}

/** Lists the games to play by name: every built-in game, and for each kind of toy one game per seed. */
export function listGames(
  seeds: readonly string[],
): { name: string; builtin: boolean; games: BuiltinGame[] }[] {
  return [
    ...Object.entries(GAMES).map(([name, game]) => ({ name, builtin: true, games: seeds.map(() => game) })),
    ...Object.entries({
      ...makeToys(),
      ...makePlaceToys(),
      ...makeMoverToys(),
      ...makeCoverToys(),
      ...makeClickToys(),
    }).map(([name, make]) => ({
      name: `toy ${name}`,
      builtin: false,
      games: seeds.map(make),
    })),
  ];
}

/**
 * Plays a run of each game, and tests every verified definition against the game itself: in random play from
 * other starts it must predict the effects of its action, with at most 2 % wrong predictions.
 *
 * @param games one for each seed
 */
export async function exploreGame(
  name: string,
  games: readonly BuiltinGame[],
  seeds: readonly string[],
): Promise<Outcome> {
  const outcome: Outcome = {
    game: name,
    actions: [],
    calls: [],
    status: {},
    definitions: 0,
    contradicted: 0,
    quiet: 0,
    milliseconds: 0,
    turns: 0,
    remarks: [],
  };
  for (const [i, game] of games.entries()) {
    const seed = seeds[i] ?? '';
    const room = createMemoryRun({ seed, game: game.info.id });
    const began = performance.now();
    await playToEnd(room, { [game.info.id]: game });
    outcome.milliseconds += performance.now() - began;
    const { state } = room;
    outcome.turns += state.rounds;
    outcome.actions.push(state.used.actions);
    outcome.calls.push(state.used.calls);
    if (state.finishReason !== 'all_actions_settled') {
      outcome.remarks.push(`${name} ${seed} ended: ${state.finishReason} after ${state.used.actions}`);
    }
    for (const [id, known] of Object.entries(state.knowledge.actions)) {
      outcome.status[known.status] = (outcome.status[known.status] ?? 0) + 1;
      if (known.status === 'unverified') {
        outcome.remarks.push(`${name} ${seed} ${id} unverified: ${known.definition}`);
      }
    }
    for (const { id, definition, truth } of checkVerified(room, game, TRUTH)) {
      const isFalse = truth.wrong > MAX_WRONG * (truth.right + truth.partial + truth.wrong);
      const isQuiet = truth.predicted < truth.effects / 2;
      outcome.definitions += 1;
      if (isFalse) outcome.contradicted += 1;
      else if (isQuiet) outcome.quiet += 1;
      if (isFalse || isQuiet) {
        outcome.remarks.push(`${name} ${seed} ${id} ${JSON.stringify(truth)}\n   ${definition}`);
      }
    }
  }
  return outcome;
}

export const quantile = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))] ?? 0;

const HEAD = [
  ...['game', 'runs', 'actions, median', 'p90', 'most', 'calls, median'],
  ...['verified', 'unverified', 'exhausted', 'false', 'silent', 'ms a turn'],
];

export function tableOf(outcomes: readonly Outcome[]): string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const total = outcomes.length > 1 ? [describe('all', outcomes)] : [];
  const lines = [...outcomes.map((one) => describe(one.game, [one])), ...total];
  return [line(HEAD), line(HEAD.map(() => '---')), ...lines.map(line)];
}

function describe(name: string, of: readonly Outcome[]): (string | number)[] {
  const sum = (value: (one: Outcome) => number) => of.reduce((total, one) => total + value(one), 0);
  const count = (status: string) => sum((one) => one.status[status] ?? 0);
  const actions = of.flatMap((one) => one.actions);
  return [
    ...[name, actions.length, quantile(actions, 0.5), quantile(actions, 0.9), Math.max(...actions)],
    quantile(
      of.flatMap((one) => one.calls),
      0.5,
    ),
    ...[count('verified'), count('unverified'), count('exhausted')],
    sum((one) => one.contradicted),
    sum((one) => one.quiet),
    (sum((one) => one.milliseconds) / sum((one) => one.turns)).toFixed(1),
  ];
}
