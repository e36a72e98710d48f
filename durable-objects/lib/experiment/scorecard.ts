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

/** The scorecard of an experiment as it is stored. Its cookies are the operator's: they are shown nowhere. */
interface Card {
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

interface Host {
  env: Env;
  sql: SqlStorage;
  /** False once the experiment is erased, maybe during a request. */
  isThere: () => boolean;
  /** The stored card has changed. */
  onChange: () => void;
}

/** The scorecard that the runs of remote games of an experiment share: opened with the first, closed with the last. */
export class SharedScorecard {
  readonly #host: Host;
  /** The scorecard that is being opened. */
  #opening: Promise<Result<Card>> | null = null;

  constructor(host: Host) {
    this.#host = host;
  }

  /** Human baselines that came with it. */
  get baselines(): Baselines {
    return this.#card()?.baselines ?? {};
  }

  /** The one that is open, or a new one; of several requests at once one opens it. */
  open(plan: Plan): Promise<Result<Card>> {
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
   * Says whether more runs are over than when it was read, or all, so that it is to be closed.
   *
   * @param over runs of the experiment that are over
   * @param isLast all are
   */
  isBehind(over: number, isLast: boolean): boolean {
    const card = this.#card();
    return card !== null && !card.closed && (isLast || over > card.readAfter);
  }

  /** Reads its score, and closes it with the last run. @throws Error while the service does not answer */
  async renew(over: number, isLast: boolean): Promise<void> {
    const card = this.#card();
    if (card && this.isBehind(over, isLast)) this.#keep(await this.#read(card, over, isLast));
  }

  /** Closes it, as the experiment is deleted. It closes by itself in time: a service that is away holds up nothing. */
  async close(): Promise<void> {
    const card = this.#card();
    if (card && !card.closed) await this.#read(card, 0, true).catch(() => null);
  }

  /** Shows it; null for an experiment that has none. */
  show({ games }: Plan): ExperimentView['scorecard'] {
    if (!games.some(isRemoteGame)) return null;
    const card = this.#card();
    if (!card) return { id: null, url: null, score: null, closed: false };
    const { id, score, closed } = card;
    const { arc } = readConfig(this.#host.env);
    return { id, url: arc ? `${arc.baseUrl}/scorecards/${encodeURIComponent(id)}` : null, score, closed };
  }

  /** Opened twice after a cut: an unused one does no harm. */
  async #openNew({ tags, sourceUrl }: Plan): Promise<Result<Card>> {
    const client = connect(this.#host.env);
    if (!client) return fail({ code: 'unavailable', detail: 'ARC_API_KEY is set no more.', retryAfter: 60 });
    const opening = await client.openScorecard(['proscenium', ...tags], sourceUrl ?? undefined);
    if (!opening.ok) return opening;
    const { cardId: id, cookies } = opening.value;
    return ok({ id, cookies, score: null, baselines: {}, readAfter: 0, closed: false });
  }

  async #read(card: Card, over: number, isLast: boolean): Promise<Card> {
    const client = connect(this.#host.env);
    const reading = await (isLast
      ? client?.closeScorecard(card.id, card.cookies)
      : client?.readScorecard(card.id, card.cookies));
    // The service has forgotten it, or is asked no more: it has no other score.
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

  #card(): Card | null {
    return JSON.parse(readMeta(this.#host.sql, 'card') ?? 'null') as Card | null;
  }

  #keep(card: Card): void {
    if (!this.#host.isThere()) return;
    writeMeta(this.#host.sql, 'card', JSON.stringify(card));
    this.#host.onChange();
  }
}
