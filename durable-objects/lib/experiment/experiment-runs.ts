import { sha256 } from '../../../src/base/hash';
import { readConfig } from '../../../src/config';
import type { NewScene } from '../../../src/contract/create-scene';
import { OWNER } from '../../../src/contract/events/events';
import type { RunTally } from '../../../src/contract/experiments';
import { type Failure, ok, type Result } from '../../../src/contract/problems';
import type { ChangeRun } from '../../../src/contract/runs';
import type { Address, AnyRunApi, SceneApi, TenantApi } from '../../../src/room/rpc';
import { creationKey, gameKind, type Plan, runBody } from '../../../src/runs/experiments/plan';
import { trialBody } from '../../../src/runs/experiments/scenes/body';
import type { Control, PlannedRun } from '../../../src/runs/experiments/steps';
import { isRemoteGame } from '../../../src/runs/games/catalog';
import { roomStub, tenantStub } from '../stubs';
import type { SharedScorecard } from './scorecard';

/**
 * Outcome of an attempt to create a run: a result, deleted by a user, or the tenant's room limit is reached.
 */
export type CreateOutcome =
  | { is: 'tried'; result: Result<unknown> }
  | { is: 'deleted' }
  | { is: 'full'; failure: Failure };

/** The rooms of an experiment's runs, which count toward its tenant's room limit. */
export class ExperimentRuns {
  readonly #env: Env;
  readonly #scorecard: Pick<SharedScorecard, 'open'>;
  readonly #probe: (point: string) => Promise<void>;

  /** @param probe tests interrupt the object here */
  constructor(env: Env, scorecard: Pick<SharedScorecard, 'open'>, probe: (point: string) => Promise<void>) {
    this.#env = env;
    this.#scorecard = scorecard;
    this.#probe = probe;
  }

  /**
   * Creates a run without starting it; a repeat finds the existing run.
   *
   * @param facts title of its game, for the run's title; or the scene of its condition
   */
  async createRun(
    { tenant, id }: Address,
    plan: Plan,
    run: PlannedRun,
    { title, scene }: { title?: string | undefined; scene?: NewScene | undefined },
  ): Promise<CreateOutcome> {
    const claim = await this.#tenant(tenant).claimRoom(tenant, run.run, readConfig(this.#env).limits.rooms);
    if (!claim.ok) {
      const wasDeleted = await this.#tenant(tenant).isDeleted(run.run);
      return wasDeleted.ok && wasDeleted.value ? { is: 'deleted' } : { is: 'full', failure: claim.failure };
    }
    await this.#probe('claimed');
    const receiptFor = async (body: object) => ({
      key: creationKey(id, run.n),
      bodyHash: await sha256(JSON.stringify(body)),
    });
    const kind = gameKind(run.game);
    if (kind === 'scene') {
      if (!scene) throw new TypeError(`no scene for ${run.game}`);
      const body = trialBody(plan, run, scene, run.allotment);
      const room = roomStub<SceneApi>(this.#env, tenant, run.run);
      return this.#settle(await room.create({ tenant, id: run.run }, body, await receiptFor(body)));
    }
    const body = runBody(plan, run, kind, run.allotment, title);
    const receipt = await receiptFor(body);
    const card = isRemoteGame(run.game) ? await this.#scorecard.open(plan) : ok(null);
    const { id: cardId, cookies } = (card.ok && card.value) || {};
    const bodyWithCard = cardId === undefined ? body : { ...body, scorecard: { id: cardId, cookies } };
    const creation = card.ok
      ? await this.#room(tenant, run.run).create({ tenant, id: run.run }, bodyWithCard, receipt)
      : card;
    return this.#settle(creation);
  }

  async #settle(creation: Result<unknown>): Promise<CreateOutcome> {
    await this.#probe('made');
    // The run exists; other code created it with a different body.
    const isThere = creation.ok || creation.failure.code === 'idempotency_mismatch';
    return { is: 'tried', result: isThere ? ok(null) : creation };
  }

  /** The run's own results; null: no such run. @throws Error if it does not respond */
  async tally(tenant: string, run: string): Promise<RunTally | null> {
    const tally = await this.#room(tenant, run).tally();
    if (!tally.ok && tally.failure.code !== 'not_found') throw new Error(tally.failure.code);
    return tally.ok ? tally.value : null;
  }

  async control(tenant: string, run: string, verb: Control): Promise<void> {
    await this.#room(tenant, run).perform(`${verb}Run`, { params: {}, query: {}, body: {} }, null, OWNER);
  }

  async limit(tenant: string, run: string, budgets: NonNullable<ChangeRun['budgets']>): Promise<void> {
    await this.#room(tenant, run).change({ budgets });
  }

  /** Frees the room quota of a run that was not created. */
  async release(tenant: string, run: string): Promise<void> {
    await this.#tenant(tenant).releaseRoom(run);
  }

  async remove(tenant: string, run: string): Promise<void> {
    await this.#tenant(tenant).markDeleted(run);
    await this.#room(tenant, run).erase();
  }

  #tenant(tenant: string): TenantApi {
    return tenantStub(this.#env, tenant);
  }

  #room(tenant: string, run: string): AnyRunApi {
    return roomStub<AnyRunApi>(this.#env, tenant, run);
  }
}
