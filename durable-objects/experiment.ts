import { DurableObject } from 'cloudflare:workers';
import type { Receipt } from '../src/api/access';
import type {
  CreateExperiment,
  ExperimentSummary,
  ExperimentTable,
  ExperimentView,
} from '../src/api/experiments';
import { type Failure, fail, ok, type Result } from '../src/api/problems';
import { deriveId } from '../src/base/derive-id';
import { errorMessage } from '../src/base/error-message';
import { sha256 } from '../src/base/hash';
import { readConfig } from '../src/config';
import { creationKey, listCells, type Plan, planExperiment, runBody } from '../src/engines/experiments/plan';
import {
  beginMaking,
  chooseSteps,
  judgeLook,
  judgeMaking,
  nextStepAt,
  type PlannedRun,
  statusOf,
  takeUp,
  type Wish,
} from '../src/engines/experiments/steps';
import { type Baselines, showRow, sumRows } from '../src/engines/experiments/table';
import { OWNER } from '../src/events/events';
import { isRemoteGame, isStory } from '../src/games/grid/catalog';
import type { Address, AnyRunApi, ExperimentApi, ExperimentVerb } from '../src/room/rpc';
import { deleteExperimentRow, indexExperiment } from '../src/storage/experiments';
import { checkPlan } from './lib/experiment/check-plan';
import { EXPERIMENT_MIGRATIONS, ExperimentStore } from './lib/experiment/experiment-store';
import { type Card, openCard, readCard, showCard } from './lib/experiment/scorecard';
import { always, type Job, Jobs } from './lib/jobs';
import { once } from './lib/room/receipts';
import { hasSchema, migrate, readMeta, writeMeta } from './lib/room/schema';
import { databaseOf, roomStub, tenantStub } from './lib/stubs';

/** The stored part that never changes. */
interface Life {
  address: Address;
  plan: Plan;
  baselines: Baselines;
  createdAt: string;
}

/** A run that could not be asked is asked again after this time. */
const AGAIN_MS = 3_000;

/**
 * One experiment: plays games with models and seeds, some runs at a time, and keeps what came of each. What is to be done
 * follows from what is stored, so that an alarm after a crash goes on where it was. Named `<tenant>/<id>`.
 */
export class Experiment extends DurableObject<Env> implements ExperimentApi {
  readonly #store: ExperimentStore;
  readonly #jobs: Jobs;
  readonly #indexing: Job;
  readonly #erasing: Job;
  #life: Life | null = null;
  /** The scorecard that is being opened. */
  #opening: Promise<Result<Card>> | null = null;
  /** Tests cut it off here; in production it does nothing. */
  probe: (point: string) => Promise<void> = async () => {};

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { sql } = ctx.storage;
    this.#store = new ExperimentStore(sql);
    this.#jobs = new Jobs(ctx);
    this.#erasing = this.#jobs.add({
      name: 'deletion of an experiment',
      dueAt: (now) => (hasSchema(sql) && readMeta(sql, 'erasing') === '1' ? now : null),
      run: () => this.#eraseNow(),
      backOff: always(5_000),
    });
    this.#jobs.add({
      name: 'runs of an experiment',
      dueAt: (now) => this.#nextAt(now),
      run: () => this.#step(),
      isLong: true,
    });
    this.#jobs.add({
      name: 'scorecard of an experiment',
      dueAt: (now) => (this.#hasNewScore() ? now : null),
      run: () => this.#readCard(),
      backOff: { firstMs: 5_000, maxMs: 600_000 },
      isLong: true,
    });
    this.#indexing = this.#jobs.add({
      name: 'index of an experiment',
      dueAt: (now) => (this.#life && readMeta(sql, 'indexed') !== this.#version() ? now : null),
      run: () => this.#index(),
      backOff: { firstMs: 2_000, maxMs: 300_000 },
    });
    if (hasSchema(sql) && readMeta(sql, 'erasing') !== '1') {
      migrate(sql, EXPERIMENT_MIGRATIONS);
      this.#life = JSON.parse(readMeta(sql, 'life') ?? 'null') as Life | null;
    }
    if (hasSchema(sql)) this.#jobs.kick();
  }

  async create(
    address: Address,
    body: CreateExperiment,
    receipt: Receipt | null,
  ): Promise<Result<ExperimentView>> {
    const { storage } = this.ctx;
    if (this.#life) return this.#answerAgain(receipt);
    const planning = planExperiment(body);
    if (!planning.ok) return planning;
    const check = await checkPlan(this.env, address.tenant, planning.value);
    if (!check.ok) return check;
    const { plan, baselines } = check.value;
    const cells = listCells(plan);
    const ids = await Promise.all(
      cells.map(({ n, game }) =>
        deriveId(isStory(game) ? 'adv' : 'run', address.tenant, creationKey(address.id, n)),
      ),
    );
    // Another request of the same key may have made it meanwhile.
    if (this.#life) return this.#answerAgain(receipt);
    const life: Life = { address, plan, baselines, createdAt: new Date().toISOString() };
    const newExperiment = storage.transactionSync(() => {
      migrate(storage.sql, EXPERIMENT_MIGRATIONS);
      writeMeta(storage.sql, 'life', JSON.stringify(life));
      this.#store.plan(cells, ids);
      this.#life = life;
      this.#ask(body.start ? 'run' : 'wait', null);
      return once(storage, receipt, Date.now(), () => ok(this.#show(life)));
    });
    // In the breath that stores it: cut off now, it wakes by itself.
    this.#jobs.arm();
    await this.#indexing.start();
    this.#jobs.kick();
    return newExperiment;
  }

  async read(): Promise<Result<ExperimentView>> {
    return this.#life ? ok(this.#show(this.#life)) : this.#missing();
  }

  async table(): Promise<Result<ExperimentTable>> {
    const life = this.#life;
    if (!life) return this.#missing();
    const { id, name, status, runs: rows } = this.#show(life);
    return ok({ experiment: id, name, status, rows, sums: sumRows(life.plan, rows) });
  }

  async control(verb: ExperimentVerb): Promise<Result<ExperimentView>> {
    const life = this.#life;
    if (!life) return this.#missing();
    const status = this.#status();
    const now = Date.now();
    const isStopped = this.#wish() === 'stop';
    if (isStopped && verb === 'resume') return fail(STOPPED);
    this.ctx.storage.transactionSync(() => {
      if (verb === 'pause' && status === 'running' && !isStopped) this.#ask('pause', null);
      if (verb === 'stop' && status !== 'finished') {
        this.#ask('stop', null);
        this.#store.skipWaiting();
      }
      if (verb === 'resume') {
        this.#ask('run', null);
        for (const run of this.#store.all()) {
          const change = takeUp(run, now);
          if (change) this.#store.change(run.n, change);
        }
      }
      this.#store.hurry(now);
    });
    this.#jobs.kick();
    return ok(this.#show(life));
  }

  async erase(withRuns = false): Promise<Result<null>> {
    const { storage } = this.ctx;
    if (!hasSchema(storage.sql)) return this.#missing();
    this.#life = null;
    writeMeta(storage.sql, 'erasing', '1');
    if (withRuns) writeMeta(storage.sql, 'erasing_runs', '1');
    this.#jobs.arm();
    await this.#erasing.start();
    return ok(null);
  }

  override async alarm(): Promise<void> {
    await this.#jobs.ring();
  }

  #wish(): Wish {
    return (readMeta(this.ctx.storage.sql, 'wish') ?? 'wait') as Wish;
  }

  /** @param why it pauses by itself; null: it was asked for */
  #ask(wish: Wish, why: string | null): void {
    const { sql } = this.ctx.storage;
    writeMeta(sql, 'wish', wish);
    writeMeta(sql, 'why', why ?? '');
    this.#touch();
  }

  #touch(): void {
    writeMeta(this.ctx.storage.sql, 'updated_at', new Date().toISOString());
  }

  #status(): ExperimentView['status'] {
    return statusOf(this.#wish(), this.#store.counts());
  }

  #nextAt(now: number): number | null {
    if (!this.#life) return null;
    return nextStepAt(
      {
        wish: this.#wish(),
        parallel: this.#life.plan.parallel,
        active: this.#store.active(),
        hasWaiting: this.#store.waiting(1).length > 0,
      },
      now,
    );
  }

  /** Makes the runs whose turn it is, and looks at those that are played. */
  async #step(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    const { parallel } = life.plan;
    const [active, waiting] = [this.#store.active(), this.#store.waiting(parallel)];
    const now = Date.now();
    const { make, look } = chooseSteps({ wish: this.#wish(), parallel, active, waiting }, now);
    this.ctx.storage.transactionSync(() => {
      for (const { n } of make) this.#store.change(n, beginMaking(now));
      if (make.length > 0) this.#touch();
    });
    await this.probe('chosen');
    await Promise.all([
      ...make.map((run) => this.#attempt(run, () => this.#make(life, run))),
      ...look.map((run) => this.#attempt(run, () => this.#look(life, run))),
    ]);
    if (this.#life) this.#jobs.kick();
  }

  /** One run that can't be asked holds up no other. */
  async #attempt({ n, run }: PlannedRun, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      console.warn(`${run} of an experiment: ${errorMessage(error)}`);
      if (this.#life) this.#store.change(n, { nextAt: Date.now() + AGAIN_MS });
    }
  }

  async #make({ address, plan }: Life, run: PlannedRun): Promise<void> {
    const { tenant, id } = address;
    const tenantRoom = tenantStub(this.env, tenant);
    const claim = await tenantRoom.claimRoom(tenant, run.run, readConfig(this.env).limits.rooms);
    if (!claim.ok) {
      const wasDeleted = await tenantRoom.isEntombed(run.run);
      if (!this.#life) return;
      if (wasDeleted.ok && wasDeleted.value)
        return this.#note(run.n, { standing: 'over', status: 'deleted', endedAt: Date.now() });
      // There is no place for another run. Those that wait are made once there is, and it was resumed.
      this.#note(run.n, { standing: 'waiting' });
      this.#ask('pause', 'detail' in claim.failure ? String(claim.failure.detail) : claim.failure.code);
      return;
    }
    await this.probe('claimed');
    const body = runBody(plan, run, isStory(run.game) ? 'adventure' : 'grid');
    const receipt = { key: creationKey(id, run.n), bodyHash: await sha256(JSON.stringify(body)) };
    const room = roomStub<AnyRunApi>(this.env, tenant, run.run);
    const card = isRemoteGame(run.game) ? await this.#openCard(plan) : ok(null);
    const { id: cardId, cookies } = (card.ok && card.value) || {};
    const bodyWithCard = cardId === undefined ? body : { ...body, scorecard: { id: cardId, cookies } };
    const creation = card.ok ? await room.create({ tenant, id: run.run }, bodyWithCard, receipt) : card;
    await this.probe('made');
    // The run is there, made by code that asked for it in other words.
    const isThere = creation.ok || creation.failure.code === 'idempotency_mismatch';
    const change = judgeMaking(run, isThere ? ok(null) : creation, Date.now());
    if (change.status === 'refused') await tenantRoom.releaseRoom(run.run);
    this.#note(run.n, change);
  }

  async #look({ address }: Life, { n, run: id }: PlannedRun): Promise<void> {
    const room = roomStub<AnyRunApi>(this.env, address.tenant, id);
    const tally = await room.tally();
    if (!tally.ok && tally.failure.code !== 'not_found') throw new Error(tally.failure.code);
    const run = this.#life && this.#store.get(n);
    if (!run || run.standing === 'over') return;
    // It was stopped while it was being made, and nothing is there.
    if (!tally.ok && run.standing === 'making') await tenantStub(this.env, address.tenant).releaseRoom(id);
    const { change, control } = judgeLook(run, this.#wish(), tally.ok ? tally.value : null, Date.now());
    this.#note(n, change);
    await this.probe('looked');
    if (control) await room.perform(`${control}Run`, { params: {}, query: {}, body: {} }, null, OWNER);
  }

  #card(): Card | null {
    return JSON.parse(readMeta(this.ctx.storage.sql, 'card') ?? 'null') as Card | null;
  }

  #keepCard(card: Card): void {
    writeMeta(this.ctx.storage.sql, 'card', JSON.stringify(card));
    this.#touch();
  }

  /** The scorecard that runs of remote games share: the one that is open, or a new one; of several at once one opens it. */
  #openCard(plan: Plan): Promise<Result<Card>> {
    const card = this.#card();
    if (card && !card.closed) return Promise.resolve(ok(card));
    this.#opening ??= openCard(this.env, plan)
      .then((opening) => {
        if (opening.ok && this.#life) this.#keepCard(opening.value);
        return opening;
      })
      .finally(() => {
        this.#opening = null;
      });
    return this.#opening;
  }

  /** Says whether more runs are over than when the scorecard was read, or all, so that it is to be closed. */
  #hasNewScore(): boolean {
    const card = this.#life && this.#card();
    if (!card || card.closed) return false;
    return this.#status() === 'finished' || this.#store.counts().over > card.readAfter;
  }

  async #readCard(): Promise<void> {
    const card = this.#card();
    if (!card || !this.#hasNewScore()) return;
    const isLast = this.#status() === 'finished';
    const newCard = await readCard(this.env, card, this.#store.counts().over, isLast);
    if (!this.#life) return;
    this.#keepCard(newCard);
    this.#jobs.kick();
  }

  /** Stores what has become of a run. */
  #note(n: number, change: Parameters<ExperimentStore['change']>[1]): void {
    if (!this.#life) return;
    const before = this.#store.get(n);
    this.#store.change(n, change);
    if (before && change.status !== undefined && change.status !== before.status) this.#touch();
  }

  #version(): string {
    return readMeta(this.ctx.storage.sql, 'updated_at') ?? '';
  }

  /** Stands in the list of experiments as it is now. */
  async #index(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    const { sql } = this.ctx.storage;
    const version = this.#version();
    try {
      const db = await databaseOf(this.env, life.address.tenant);
      await indexExperiment(db, life.address.tenant, this.#summarize(life));
      if (this.#life) writeMeta(sql, 'indexed', version);
    } finally {
      // Erased meanwhile: its row may have come after the end.
      if (!this.#life) await this.#deleteRow(life.address);
    }
  }

  async #deleteRow({ tenant, id }: Address): Promise<void> {
    await deleteExperimentRow(await databaseOf(this.env, tenant), tenant, id);
  }

  /** Ends what it plays, or deletes its runs with it, one after the other; a crash goes on with the next one. */
  async #eraseNow(): Promise<void> {
    const { storage } = this.ctx;
    if (!hasSchema(storage.sql)) return;
    const life = JSON.parse(readMeta(storage.sql, 'life') ?? 'null') as Life | null;
    if (life) {
      const { tenant } = life.address;
      const withRuns = readMeta(storage.sql, 'erasing_runs') === '1';
      for (let run = this.#store.firstMade(); run; run = this.#store.firstMade()) {
        const room = roomStub<AnyRunApi>(this.env, tenant, run.run);
        if (withRuns) {
          await tenantStub(this.env, tenant).entomb(run.run);
          await room.erase();
        } else if (run.standing !== 'over')
          await room.perform('stopRun', { params: {}, query: {}, body: {} }, null, OWNER);
        this.#store.drop(run.n);
      }
      const card = this.#card();
      // It closes by itself in time: a service that is away holds up nothing.
      if (card && !card.closed) await readCard(this.env, card, 0, true).catch(() => null);
      await this.#deleteRow(life.address);
    }
    await storage.deleteAll();
  }

  #answerAgain(receipt: Receipt | null): Result<ExperimentView> {
    if (!receipt) return fail(TAKEN);
    return once<ExperimentView>(this.ctx.storage, receipt, Date.now(), () =>
      fail({ code: 'idempotency_mismatch', key: receipt.key }),
    );
  }

  #missing(): { ok: false; failure: Failure } {
    const id = this.ctx.id.name?.split('/').at(-1) ?? 'this id';
    return fail({ code: 'not_found', what: 'experiment', id });
  }

  #summarize({ address, plan, createdAt }: Life): ExperimentSummary {
    const { waiting, making, playing, over, refused } = this.#store.counts();
    return {
      id: address.id,
      name: plan.name,
      status: this.#status(),
      progress: {
        runs: waiting + making + playing + over,
        ...{ waiting, playing: making + playing, over, refused },
      },
      createdAt,
      updatedAt: this.#version(),
    };
  }

  #show(life: Life): ExperimentView {
    const { plan } = life;
    const card = this.#card();
    const baselines = { ...life.baselines, ...card?.baselines };
    const summary = this.#summarize(life);
    const isOver = summary.status === 'finished';
    const why = readMeta(this.ctx.storage.sql, 'why') ?? '';
    const { games, players, seeds, budgets, parallel, tags, sourceUrl } = plan;
    return {
      ...summary,
      finishReason: isOver ? (this.#wish() === 'stop' ? 'stopped' : 'done') : null,
      pauseReason: summary.status === 'paused' ? why || 'its owner asked for it' : null,
      ...{ games, models: players.map(({ label }) => label), seeds, parallel, tags, sourceUrl },
      budgets: Object.fromEntries(Object.entries(budgets).map(([name, most]) => [name, most ?? null])),
      scorecard: showCard(this.env, plan, card),
      runs: this.#store.all().map((run) => showRow(plan, baselines, run)),
    };
  }
}

const TAKEN = { code: 'conflict', detail: 'this id is taken', fix: 'create the experiment again' } as const;
const STOPPED = {
  code: 'conflict',
  detail: 'The experiment was stopped.',
  fix: 'Create a new one to go on.',
} as const;
