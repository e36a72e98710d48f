import { sleep } from '../../../src/base/sleep';
import { readConfig } from '../../../src/config';
import type { ExperimentView } from '../../../src/contract/experiments';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { Plan } from '../../../src/runs/experiments/plan';
import type { Baselines } from '../../../src/runs/experiments/table';
import { connectArc } from '../../../src/runs/games/arc3/client';
import { isRemoteGame } from '../../../src/runs/games/catalog';
import { REMOTE_PREFIX } from '../../../src/runs/games/driver';
import { readMeta, writeMeta } from '../room/schema';

/** The stored scorecard. Its cookies belong to the operator: never expose them. */
interface ScorecardState {
  id: string;
  /** Session affinity: they route requests to the server with this scorecard. */
  cookies: Record<string, string>;
  /** null: not known yet. */
  score: number | null;
  baselines: Baselines;
  /** Number of finished runs at the last read. */
  readAfter: number;
  closed: boolean;
}

const TIMEOUT_MS = 15_000;

const connect = (env: Env) => {
  const { arc } = readConfig(env);
  return arc && connectArc(arc, TIMEOUT_MS, sleep);
};

interface Host {
  env: Env;
  sql: SqlStorage;
  /** False once the experiment is erased, which may happen during a request. */
  isThere: () => boolean;
  onChange: () => void;
}

/** The scorecard shared by an experiment's remote runs: opened with the first run, closed with the last. */
export class SharedScorecard {
  readonly #host: Host;
  #opening: Promise<Result<ScorecardState>> | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  get baselines(): Baselines {
    return this.#card()?.baselines ?? {};
  }

  /** Returns the open scorecard, or opens one; concurrent calls share a request. */
  open(plan: Plan): Promise<Result<ScorecardState>> {
    const card = this.#card();
    if (card && !card.closed) return Promise.resolve(ok(card));
    this.#opening ??= this.#openNew(plan)
      .then((opening) => {
        if (opening.ok) this.#keep(opening.value);
        return opening;
      })
      .finally(() => {
        this.#opening = null;
      });
    return this.#opening;
  }

  /**
   * True if runs have finished since the last read, or all have.
   *
   * @param over number of finished runs
   */
  isBehind(over: number, isLast: boolean): boolean {
    const card = this.#card();
    return card !== null && !card.closed && (isLast || over > card.readAfter);
  }

  /**
   * Reads the score, and closes the scorecard after the last run. @throws Error if the service does not
   * respond
   */
  async renew(over: number, isLast: boolean): Promise<void> {
    const card = this.#card();
    if (card && this.isBehind(over, isLast)) this.#keep(await this.#read(card, over, isLast));
  }

  /**
   * Closes the scorecard of a deleted experiment. Ignores errors, because the service closes it on its own
   * eventually.
   */
  async close(): Promise<void> {
    const card = this.#card();
    if (card && !card.closed) await this.#read(card, 0, true).catch(() => null);
  }

  /** Null if the plan has no remote games. */
  show({ games }: Plan): ExperimentView['scorecard'] {
    if (!games.some(isRemoteGame)) return null;
    const card = this.#card();
    if (!card) return { id: null, url: null, score: null, closed: false };
    const { id, score, closed } = card;
    const { arc } = readConfig(this.#host.env);
    return { id, url: arc ? `${arc.baseUrl}/scorecards/${encodeURIComponent(id)}` : null, score, closed };
  }

  /** A crash may open a second scorecard; an unused one is harmless. */
  async #openNew({ tags, sourceUrl }: Plan): Promise<Result<ScorecardState>> {
    const client = connect(this.#host.env);
    if (!client)
      return fail({ code: 'unavailable', detail: 'ARC_API_KEY is no longer set.', retryAfter: 60 });
    const opening = await client.openScorecard(['proscenium', ...tags], sourceUrl ?? undefined);
    if (!opening.ok) return opening;
    const { cardId: id, cookies } = opening.value;
    return ok({ id, cookies, score: null, baselines: {}, readAfter: 0, closed: false });
  }

  async #read(card: ScorecardState, over: number, isLast: boolean): Promise<ScorecardState> {
    const client = connect(this.#host.env);
    const reading = await (isLast
      ? client?.closeScorecard(card.id, card.cookies)
      : client?.readScorecard(card.id, card.cookies));
    // The service has dropped it or is no longer configured: keep the last score.
    if (reading === undefined || (!reading.ok && reading.failure.code === 'not_found'))
      return { ...card, readAfter: over, closed: true };
    if (!reading.ok) throw new Error(`the scorecard can't be read: ${reading.failure.code}`);
    const { score, baselines } = reading.value;
    const entries = Object.entries(baselines).map(([game, levels]) => [`${REMOTE_PREFIX}${game}`, levels]);
    return {
      ...card,
      score: score ?? card.score,
      baselines: { ...card.baselines, ...Object.fromEntries(entries) },
      readAfter: over,
      closed: isLast,
    };
  }

  #card(): ScorecardState | null {
    return JSON.parse(readMeta(this.#host.sql, 'card') ?? 'null') as ScorecardState | null;
  }

  #keep(card: ScorecardState): void {
    if (!this.#host.isThere()) return;
    writeMeta(this.#host.sql, 'card', JSON.stringify(card));
    this.#host.onChange();
  }
}
