import type { ExperimentView } from '../../../src/api/experiments';
import { fail, ok, type Result } from '../../../src/api/problems';
import { sleep } from '../../../src/base/sleep';
import { readConfig } from '../../../src/config';
import type { Plan } from '../../../src/engines/experiments/plan';
import type { Baselines } from '../../../src/engines/experiments/table';
import { connectArc } from '../../../src/games/grid/arc3/client';
import { isRemoteGame } from '../../../src/games/grid/catalog';
import { REMOTE_PREFIX } from '../../../src/games/grid/driver';

/** The scorecard of an experiment as it is stored. Its cookies are the operator's: they are shown nowhere. */
export interface Card {
  id: string;
  /** They lead to the server that has it. */
  cookies: Record<string, string>;
  /** As the service counts it; null: it has not said. */
  score: number | null;
  /** Human baselines that came with it. */
  baselines: Baselines;
  /** Runs that were over when it was read last. */
  readAfter: number;
  closed: boolean;
}

const TIMEOUT_MS = 15_000;

const connect = (env: Env) => {
  const { arc } = readConfig(env);
  return arc && connectArc(arc, TIMEOUT_MS, sleep);
};

/** Opens the scorecard of an experiment. Opened twice after a cut: an unused one does no harm. */
export async function openCard(env: Env, { tags, sourceUrl }: Plan): Promise<Result<Card>> {
  const client = connect(env);
  if (!client) return fail({ code: 'unavailable', detail: 'ARC_API_KEY is set no more.', retryAfter: 60 });
  const opening = await client.openScorecard(['proscenium', ...tags], sourceUrl ?? undefined);
  if (!opening.ok) return opening;
  const { cardId: id, cookies } = opening.value;
  return ok({ id, cookies, score: null, baselines: {}, readAfter: 0, closed: false });
}

/**
 * Reads the score of a scorecard, and closes it with the last run.
 *
 * @param over runs of the experiment that are over
 * @throws Error while the service does not answer
 */
export async function readCard(env: Env, card: Card, over: number, isLast: boolean): Promise<Card> {
  const client = connect(env);
  const reading = await (isLast
    ? client?.closeScorecard(card.id, card.cookies)
    : client?.readScorecard(card.id, card.cookies));
  // The service has forgotten it, or is asked no more: it has no other score.
  if (reading === undefined || (!reading.ok && reading.failure.code === 'not_found'))
    return { ...card, readAfter: over, closed: true };
  if (!reading.ok) throw new Error(`the scorecard can't be read: ${reading.failure.code}`);
  const { score, baselines } = reading.value;
  const named = Object.entries(baselines).map(([game, levels]) => [`${REMOTE_PREFIX}${game}`, levels]);
  return {
    ...card,
    score: score ?? card.score,
    baselines: { ...card.baselines, ...Object.fromEntries(named) },
    readAfter: over,
    closed: isLast,
  };
}

/** The scorecard as it is shown; null for an experiment that has none. */
export function showCard(env: Env, { games }: Plan, card: Card | null): ExperimentView['scorecard'] {
  if (!games.some(isRemoteGame)) return null;
  if (!card) return { id: null, url: null, score: null, closed: false };
  const { id, score, closed } = card;
  const { arc } = readConfig(env);
  return { id, url: arc ? `${arc.baseUrl}/scorecards/${encodeURIComponent(id)}` : null, score, closed };
}
