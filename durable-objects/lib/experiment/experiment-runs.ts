import { sha256 } from '../../../src/base/hash';
import { readConfig } from '../../../src/config';
import { OWNER } from '../../../src/contract/events/events';
import type { RunTally } from '../../../src/contract/experiments';
import { type Failure, ok, type Result } from '../../../src/contract/problems';
import type { ChangeRun } from '../../../src/contract/runs';
import type { Address, AnyRunApi, TenantApi } from '../../../src/room/rpc';
import { creationKey, kindOf, type Plan, runBody } from '../../../src/runs/experiments/plan';
import type { Control, PlannedRun } from '../../../src/runs/experiments/steps';
import { isRemoteGame } from '../../../src/runs/games/catalog';
import { roomStub, tenantStub } from '../stubs';
import type { SharedScorecard } from './scorecard';

/** Result of a try to make a run: it is there or was refused; somebody has deleted it; the tenant has no place for it. */
export type Making =
  | { is: 'tried'; result: Result<unknown> }
  | { is: 'deleted' }
  | { is: 'full'; failure: Failure };

/** The rooms of the runs of one experiment, and their places among the rooms of its tenant. */
export class ExperimentRuns {
  readonly #env: Env;
  readonly #scorecard: Pick<SharedScorecard, 'open'>;
  readonly #probe: (point: string) => Promise<void>;

  /** @param probe tests cut it off there */
  constructor(env: Env, scorecard: Pick<SharedScorecard, 'open'>, probe: (point: string) => Promise<void>) {
    this.#env = env;
    this.#scorecard = scorecard;
    this.#probe = probe;
  }

  /**
   * Makes a run, not started. A repeat finds the run that is there, so that none is made twice.
   *
   * @param name of its game, for the run's title
   */
  async make({ tenant, id }: Address, plan: Plan, run: PlannedRun, name?: string): Promise<Making> {
    const claim = await this.#tenant(tenant).claimRoom(tenant, run.run, readConfig(this.#env).limits.rooms);
    if (!claim.ok) {
      const wasDeleted = await this.#tenant(tenant).isEntombed(run.run);
      return wasDeleted.ok && wasDeleted.value ? { is: 'deleted' } : { is: 'full', failure: claim.failure };
    }
    await this.#probe('claimed');
    const body = runBody(plan, run, kindOf(run.game), run.allotment, name);
    const receipt = { key: creationKey(id, run.n), bodyHash: await sha256(JSON.stringify(body)) };
    const card = isRemoteGame(run.game) ? await this.#scorecard.open(plan) : ok(null);
    const { id: cardId, cookies } = (card.ok && card.value) || {};
    const bodyWithCard = cardId === undefined ? body : { ...body, scorecard: { id: cardId, cookies } };
    const creation = card.ok
      ? await this.#room(tenant, run.run).create({ tenant, id: run.run }, bodyWithCard, receipt)
      : card;
    await this.#probe('made');
    // The run is there, made by code that asked for it in other words.
    const isThere = creation.ok || creation.failure.code === 'idempotency_mismatch';
    return { is: 'tried', result: isThere ? ok(null) : creation };
  }

  /** Results that a run tells of itself; null: there is no such run. @throws Error when it does not answer */
  async tally(tenant: string, run: string): Promise<RunTally | null> {
    const tally = await this.#room(tenant, run).tally();
    if (!tally.ok && tally.failure.code !== 'not_found') throw new Error(tally.failure.code);
    return tally.ok ? tally.value : null;
  }

  async control(tenant: string, run: string, verb: Control): Promise<void> {
    await this.#room(tenant, run).perform(`${verb}Run`, { params: {}, query: {}, body: {} }, null, OWNER);
  }

  /** Has a run use no more than this. */
  async limit(tenant: string, run: string, budgets: NonNullable<ChangeRun['budgets']>): Promise<void> {
    await this.#room(tenant, run).change({ budgets });
  }

  /** Gives the place of a run back that was not made. */
  async release(tenant: string, run: string): Promise<void> {
    await this.#tenant(tenant).releaseRoom(run);
  }

  async remove(tenant: string, run: string): Promise<void> {
    await this.#tenant(tenant).entomb(run);
    await this.#room(tenant, run).erase();
  }

  #tenant(tenant: string): TenantApi {
    return tenantStub(this.#env, tenant);
  }

  #room(tenant: string, run: string): AnyRunApi {
    return roomStub<AnyRunApi>(this.#env, tenant, run);
  }
}
