import { exploreGame, listGames, type Outcome, quantile, tableOf } from '../lib/explorer';
import type { Row, Section } from '../lib/report';
import type { Bench } from './context';

const GOALS = { median: 40, p90: 50, true: 0.98 } as const;

/**
 * Measures the understudy as an explorer: how many actions it needs, and whether its verified definitions are
 * true.
 */
export async function measureExplorer(bench: Bench): Promise<Section> {
  const seeds = Array.from({ length: bench.quick ? 2 : 10 }, (_, i) => `bench-${i}`);
  const builtin: Outcome[] = [];
  const toys: Outcome[] = [];
  for (const { name, builtin: own, games } of listGames(seeds)) {
    (own ? builtin : toys).push(await exploreGame(name, games, seeds));
  }
  return {
    title: 'The understudy as an explorer',
    method: `Runs in Node without a model: the six built-in games from ${seeds.length} starts each, and as many games of ${toys.length} toy kinds (test/support/toy-games.ts) with randomly chosen sizes, strides, colors, walls, step bars, decoys and meanings of actions. The rules behind every verified definition then predict random play from six other starts. *False*: more than 2 % of those predictions were wrong. *Silent*: not false, but less than half of the effects were predicted.`,
    rows: [...summarize('built-in games', builtin), ...summarize('all games', [...builtin, ...toys])],
    notes: [tableOf([...builtin, ...toys]).join('\n')],
  };
}

function summarize(name: string, outcomes: readonly Outcome[]): Row[] {
  const actions = outcomes.flatMap((one) => one.actions);
  const definitions = outcomes.reduce((sum, one) => sum + one.definitions, 0);
  const wrong = outcomes.reduce((sum, one) => sum + one.contradicted, 0);
  const [median, p90] = [quantile(actions, 0.5), quantile(actions, 0.9)];
  const row = (what: string, ours: string, goal: string, met: boolean): Row => ({
    ...{ what: `${what}, ${name}`, ours, floor: '—', ratio: '—', goal, met },
    samples: `${actions.length} runs`,
  });
  return [
    row('actions a run, median', String(median), `≤ ${GOALS.median}`, median <= GOALS.median),
    row('actions a run, p90', String(p90), `≤ ${GOALS.p90}`, p90 <= GOALS.p90),
    row(
      'verified definitions that are true',
      `${definitions - wrong} of ${definitions}`,
      `≥ ${100 * GOALS.true} %`,
      (definitions - wrong) / definitions >= GOALS.true,
    ),
  ];
}
