import { DurableObject } from 'cloudflare:workers';
import { alwaysRetry, PATIENT_BACK_OFF } from '../src/base/back-off';
import { deriveId } from '../src/base/derive-id';
import { errorMessage } from '../src/base/error-message';
import { sleep } from '../src/base/sleep';
import { readConfig } from '../src/config';
import type { Receipt } from '../src/contract/access';
import type { Viewer } from '../src/contract/events/events';
import type {
  ChangeExperiment,
  CreateExperiment,
  ExperimentFile,
  ExperimentTable,
  ExperimentView,
  TrialRecord,
} from '../src/contract/experiments';
import { type Failure, fail, ok, type Result } from '../src/contract/problems';
import type { SceneTrials } from '../src/contract/scene-trials';
import type { TranscriptPiece } from '../src/contract/transcripts';
import { fitsRow, ROW_LIMIT } from '../src/room/row-limit';
import type { Address, ExperimentApi, ExperimentVerb, News } from '../src/room/rpc';
import { RAISED } from '../src/runs/experiments/budget';
import { explain } from '../src/runs/experiments/explain';
import { exportExperiment, importExperiment, type RunFacts } from '../src/runs/experiments/file';
import { draftNews } from '../src/runs/experiments/news';
import {
  type Cell,
  creationKey,
  gameKind,
  ID_KINDS,
  isComputed,
  listCells,
  type Plan,
  planExperiment,
} from '../src/runs/experiments/plan';
import { readCondition } from '../src/runs/experiments/scenes/conditions';
import type { TrialInput } from '../src/runs/experiments/scenes/progress';
import {
  choosePlayers,
  chooseSteps,
  type DesiredState,
  experimentStatus,
  nextStepAt,
  type PlannedRun,
  resumeRun,
  type Situation,
  settleCreation,
  settlePoll,
  startCreation,
} from '../src/runs/experiments/steps';
import type { Baselines } from '../src/runs/experiments/table';
import { buildExperimentView, buildTable, type Moment, summarize } from '../src/runs/experiments/view';
import { deleteExperimentRow, indexExperiment } from '../src/storage/experiments';
import { checkPlan } from './lib/experiment/check-plan';
import { ExperimentNews } from './lib/experiment/experiment-news';
import { ExperimentRuns } from './lib/experiment/experiment-runs';
import { EXPERIMENT_MIGRATIONS, ExperimentStore } from './lib/experiment/experiment-store';
import { SceneRooms } from './lib/experiment/scene-rooms';
import { SharedScorecard } from './lib/experiment/scorecard';
import { ExperimentBudgetLedger } from './lib/experiment/whole-budget';
import { type Job, Jobs } from './lib/jobs';
import { runOnce } from './lib/room/receipts';
import { hasSchema, migrate, readMeta, writeMeta } from './lib/room/schema';
import { tenantDatabase } from './lib/stubs';

interface LifeRecord extends RunFacts {
  address: Address;
  plan: Plan;
  createdAt: string;
}

/** Delay before asking an unresponsive run again. */
const RETRY_DELAY_MS = 3_000;
/** Delay of the first check after an input to a scene. */
const INPUT_POLL_MS = 250;
/** Each may contain a long conversation; an RPC response is limited to 32 MiB. */
const TRIALS_PER_PAGE = 20;
/** Rooms that create or start a run between yields: fifty at once would block their isolate for seconds. */
const ROOMS_AT_ONCE = 5;
/** Stored reason of a pause by the budget; its text is generated from current use. */
const STOPPED_BY_BUDGET = 'budget';

/**
 * One experiment: plays games with models and seeds, some runs in parallel, and stores their results. All
 * steps derive from stored state, so an alarm after a crash resumes. Named `<tenant>/<id>`.
 */
export class Experiment extends DurableObject<Env> implements ExperimentApi {
  readonly #store: ExperimentStore;
  readonly #budget: ExperimentBudgetLedger;
  readonly #news: ExperimentNews;
  readonly #scorecard: SharedScorecard;
  readonly #runs: ExperimentRuns;
  readonly #scenes: SceneRooms;
  readonly #jobs: Jobs;
  readonly #indexing: Job;
  readonly #erasing: Job;
  #life: LifeRecord | null = null;
  /** Tests interrupt the object here; a no-op in production. */
  probe: (point: string) => Promise<void> = async () => {};

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { sql } = ctx.storage;
    this.#store = new ExperimentStore(sql);
    this.#budget = new ExperimentBudgetLedger(sql, this.#store);
    this.#news = new ExperimentNews(sql, env);
    const isThere = () => this.#life !== null;
    this.#scorecard = new SharedScorecard({ env, sql, isThere, onChange: () => this.#touch() });
    this.#runs = new ExperimentRuns(env, this.#scorecard, (point) => this.probe(point));
    this.#scenes = new SceneRooms(env);
    this.#jobs = new Jobs(ctx);
    this.#erasing = this.#jobs.add({
      name: 'deletion of an experiment',
      dueAt: (now) => (hasSchema(sql) && readMeta(sql, 'erasing') === '1' ? now : null),
      run: () => this.#eraseNow(),
      backOff: alwaysRetry(5_000),
    });
    this.#jobs.add({
      name: 'runs of an experiment',
      dueAt: (now) => this.#nextAt(now),
      run: () => this.#step(),
      isLong: true,
    });
    this.#jobs.add({
      name: 'scorecard of an experiment',
      dueAt: (now) => (this.#life && this.#scorecard.isBehind(...this.#countOver()) ? now : null),
      run: () => this.#readScore(),
      backOff: { firstMs: 5_000, maxMs: 600_000 },
      isLong: true,
    });
    this.#indexing = this.#jobs.add({
      name: 'index of an experiment',
      dueAt: (now) => (this.#life && readMeta(sql, 'indexed') !== this.#version() ? now : null),
      run: () => this.#index(),
      backOff: PATIENT_BACK_OFF,
    });
    this.#jobs.add({
      name: 'events of an experiment',
      // Only after the index: a webhook that registers meanwhile looks there for events it missed.
      dueAt: (now) =>
        this.#life && this.#news.hasUnsentNews() && readMeta(sql, 'indexed') === this.#version() ? now : null,
      run: async () => {
        if (this.#life) await this.#news.notify(this.#life.address, isThere);
      },
      backOff: PATIENT_BACK_OFF,
    });
    if (hasSchema(sql) && readMeta(sql, 'erasing') !== '1') {
      migrate(sql, EXPERIMENT_MIGRATIONS);
      this.#life = JSON.parse(readMeta(sql, 'life') ?? 'null') as LifeRecord | null;
    }
    if (hasSchema(sql)) this.#jobs.kick();
  }

  async create(
    address: Address,
    body: CreateExperiment,
    scenes: RunFacts['scenes'],
    receipt: Receipt | null,
  ): Promise<Result<ExperimentView>> {
    if (this.#life) return this.#answerAgain(receipt);
    const planning = planExperiment(body);
    if (!planning.ok) return planning;
    const check = await checkPlan(this.env, address.tenant, planning.value, scenes);
    if (!check.ok) return check;
    const life: LifeRecord = { address, ...check.value, createdAt: new Date().toISOString() };
    if (!fitsRow(JSON.stringify(life)))
      return fail({ code: 'too_large', what: 'experiment', limit: ROW_LIMIT });
    return this.#begin(life, receipt, (cells, ids) => {
      this.#budget.change(body.budget);
      this.#store.plan(cells, ids);
      this.#ask(body.start ? 'run' : 'wait', null);
    });
  }

  async restore(
    address: Address,
    file: ExperimentFile,
    receipt: Receipt | null,
  ): Promise<Result<ExperimentView>> {
    if (this.#life) return this.#answerAgain(receipt);
    const reading = importExperiment(file);
    if (!reading.ok) return reading;
    const { runs, budget, wish, why, ...parts } = reading.value;
    return this.#begin({ address, ...parts }, receipt, (cells, ids) => {
      this.#budget.change(budget);
      this.#store.plan(
        cells,
        ids.map((id, i) => runs[i]?.run ?? id),
      );
      for (const [i, { change }] of runs.entries()) if (change) this.#store.change(i + 1, change);
      // The first status is not an event, so webhooks are not notified.
      this.#ask(wish, why);
    });
  }

  /** Stores a new experiment. @param fill stores its runs, given their cells and ids, and sets the wish */
  async #begin(
    life: LifeRecord,
    receipt: Receipt | null,
    fill: (cells: Cell[], ids: string[]) => void,
  ): Promise<Result<ExperimentView>> {
    const { storage } = this.ctx;
    const { address, plan } = life;
    const cells = listCells(plan);
    const ids = await Promise.all(
      cells.map(({ n, game }) =>
        deriveId(ID_KINDS[gameKind(game)], address.tenant, creationKey(address.id, n)),
      ),
    );
    // A concurrent request with the same key may have created it.
    if (this.#life) return this.#answerAgain(receipt);
    const newExperiment = storage.transactionSync(() => {
      migrate(storage.sql, EXPERIMENT_MIGRATIONS);
      writeMeta(storage.sql, 'life', JSON.stringify(life));
      this.#life = life;
      fill(cells, ids);
      return runOnce(storage, receipt, Date.now(), () => ok(this.#show(life)));
    });
    // Set the alarm synchronously with the write, so that a crash cannot leave the experiment without one.
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
    return ok(buildTable(life.plan, life.stories, this.#show(life)));
  }

  async exportFile(): Promise<Result<ExperimentFile>> {
    const life = this.#life;
    if (!life) return this.#missing();
    const facts = { baselines: this.#baselines(life), stories: life.stories, scenes: life.scenes };
    return ok(exportExperiment(this.#moment(life), this.#budget.read(), facts, this.#store.all()));
  }

  async trials(cursor: string | null): Promise<Result<TranscriptPiece>> {
    const life = this.#life;
    if (!life) return this.#missing();
    const { tenant, id } = life.address;
    const rows = this.#show(life).runs;
    const from = Number(cursor);
    const records = rows.slice(from, from + TRIALS_PER_PAGE).map(async (row): Promise<TrialRecord> => {
      const condition = readCondition(row.game);
      const { cast = null, treatment = null } = condition ?? {};
      const lines = condition && row.run !== null ? await this.#scenes.lines(tenant, row.run) : null;
      return { experiment: id, ...row, cast, treatment, lines };
    });
    const next = from + TRIALS_PER_PAGE;
    const text = (await Promise.all(records)).map((record) => `${JSON.stringify(record)}\n`).join('');
    return ok({ text, next: next < rows.length ? String(next) : null });
  }

  async change({ budget }: ChangeExperiment): Promise<Result<ExperimentView>> {
    const life = this.#life;
    if (!life) return this.#missing();
    this.#budget.change(budget);
    this.#touch();
    this.#pauseIfSpent();
    this.#jobs.kick();
    return ok(this.#show(life));
  }

  async news(query: { after: number; limit: number }, viewer: Viewer): Promise<Result<News>> {
    return this.#life ? ok(this.#news.page(query, viewer)) : this.#missing();
  }

  async headAt(at: string): Promise<Result<number>> {
    return this.#life ? ok(this.#news.headAt(at)) : this.#missing();
  }

  async control(verb: ExperimentVerb): Promise<Result<ExperimentView>> {
    const life = this.#life;
    if (!life) return this.#missing();
    const status = this.#status();
    const now = Date.now();
    const isStopped = this.#wish() === 'stop';
    if (isStopped && verb === 'resume') return fail(STOPPED);
    const reason = verb === 'resume' ? this.#budget.describeSpent() : null;
    if (reason !== null) return fail(SPENT(life.address.id, reason));
    this.ctx.storage.transactionSync(() => {
      if (verb === 'pause' && status === 'running' && !isStopped) this.#ask('pause', null);
      if (verb === 'stop' && status !== 'finished') {
        this.#ask('stop', null);
        this.#store.skipWaiting();
      }
      if (verb === 'resume') {
        this.#ask('run', null);
        for (const run of this.#store.all()) {
          const change = resumeRun(run, now);
          if (change) this.#store.change(run.n, change);
        }
      }
      this.#store.hurry(now);
      this.#report();
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

  #wish(): DesiredState {
    return (readMeta(this.ctx.storage.sql, 'wish') ?? 'wait') as DesiredState;
  }

  /** Reason of an automatic pause; `''`: the user paused it. */
  #why(): string {
    const why = readMeta(this.ctx.storage.sql, 'why') ?? '';
    return why === STOPPED_BY_BUDGET ? (this.#budget.describeSpent() ?? RAISED) : why;
  }

  /** @param why text or {@link STOPPED_BY_BUDGET} for an automatic pause; null: requested by the user */
  #ask(wish: DesiredState, why: string | null): void {
    const { sql } = this.ctx.storage;
    writeMeta(sql, 'wish', wish);
    writeMeta(sql, 'why', why ?? '');
    this.#touch();
    this.#report();
  }

  #pauseIfSpent(): void {
    if (this.#wish() !== 'run' || this.#status() !== 'running') return;
    if (this.#budget.describeSpent() === null) return;
    this.#ask('pause', STOPPED_BY_BUDGET);
    this.#store.hurry(Date.now());
  }

  #report(): void {
    const life = this.#life;
    if (!life) return;
    this.#news.follow(this.#status(), () =>
      draftNews(this.#moment(life), this.#store.used(), readConfig(this.env).publicUrl ?? ''),
    );
  }

  #touch(): void {
    writeMeta(this.ctx.storage.sql, 'updated_at', new Date().toISOString());
  }

  #status(): ExperimentView['status'] {
    return experimentStatus(this.#wish(), this.#store.counts());
  }

  #nextAt(now: number): number | null {
    const life = this.#life;
    if (!life) return null;
    const situation = this.#situation(life);
    const [first] = choosePlayers(situation);
    const canBegin = first !== undefined && this.#budget.allot(life.plan, first) !== null;
    return nextStepAt(situation, canBegin, now);
  }

  #situation({ plan }: LifeRecord): Situation {
    const { parallel, players } = plan;
    const standard = readConfig(this.env).model.provider;
    const local = new Set(players.flatMap((player, n) => (isComputed(player, standard) ? [n] : [])));
    return {
      ...{ wish: this.#wish(), parallel, isComputed: ({ player }) => local.has(player) },
      active: this.#store.active(),
      waiting: this.#store.waiting(parallel),
    };
  }

  async #step(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    this.#pauseIfSpent();
    const situation = this.#situation(life);
    const now = Date.now();
    const { make, look } = chooseSteps(situation, now);
    this.ctx.storage.transactionSync(() => {
      for (const run of choosePlayers(situation)) {
        // Store each run before allotting to the next one, so that its share is counted.
        const allotment = this.#budget.allot(life.plan, run);
        if (!allotment) break;
        const change = startCreation(allotment, now);
        this.#store.change(run.n, change);
        make.push({ ...run, ...change });
      }
      if (make.length > 0) this.#touch();
    });
    await this.probe('chosen');
    const visits = [
      ...make.map((run) => () => this.#attempt(run, () => this.#make(life, run))),
      ...look.map((run) => () => this.#attempt(run, () => this.#look(life, run))),
    ];
    for (let n = 0; n < visits.length; n += ROOMS_AT_ONCE) {
      await Promise.all(visits.slice(n, n + ROOMS_AT_ONCE).map((visit) => visit()));
      await sleep(0);
      if (!this.#life) return;
    }
    this.#pauseIfSpent();
    this.#jobs.kick();
  }

  /** A failing run must not block the others. */
  async #attempt({ n, run }: PlannedRun, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      console.warn(`${run} of an experiment: ${errorMessage(error)}`);
      if (this.#life) this.#store.change(n, { nextAt: Date.now() + RETRY_DELAY_MS });
    }
  }

  async #make({ address, plan, stories, scenes }: LifeRecord, run: PlannedRun): Promise<void> {
    const facts = { title: stories[run.game]?.title, scene: scenes[run.game] };
    const making = await this.#runs.createRun(address, plan, run, facts);
    switch (making.is) {
      case 'deleted':
        return this.#note(run.n, { standing: 'over', status: 'deleted', endedAt: Date.now() });
      case 'full': {
        if (!this.#life) return;
        const { failure } = making;
        // After a resume, waiting runs are created when there is room again.
        this.#note(run.n, { standing: 'waiting' });
        return this.#ask('pause', 'detail' in failure ? String(failure.detail) : failure.code);
      }
      case 'tried': {
        const change = settleCreation(run, making.result, Date.now());
        if (change.status === 'refused') await this.#runs.release(address.tenant, run.run);
        return this.#note(run.n, change);
      }
    }
  }

  async #look({ address, plan }: LifeRecord, seen: PlannedRun): Promise<void> {
    const { n, run: id } = seen;
    const { tenant } = address;
    const { scene } = plan;
    const wish = this.#wish();
    const trial = scene ? await this.#scenes.look(tenant, scene, seen, wish) : null;
    const tally = scene ? (trial?.tally ?? null) : await this.#runs.tally(tenant, id);
    const run = this.#life && this.#store.get(n);
    if (!run || run.standing === 'over') return;
    // Stopped during creation; no room exists.
    if (!tally && run.standing === 'making') await this.#runs.release(tenant, id);
    const { isLimited } = this.#budget;
    const short =
      tally?.isShort && this.#wish() === 'run' && !run.held ? this.#budget.describeShortage(plan, run) : null;
    // Resumes after the budget was raised.
    if (short !== null) this.#ask('pause', short);
    // A scene waits for its next line, so check it often.
    const isMetered = isLimited || scene !== undefined;
    const { change, control } = settlePoll(run, this.#wish(), tally, Date.now(), isMetered);
    this.#note(n, change);
    await this.probe('looked');
    // The budget may have changed since the start, and an imported run has no allotment yet.
    const input = this.#wish() === 'run' ? (trial?.input ?? null) : null;
    const begins = control === 'start' || input !== null;
    const needsAllotment = control === 'resume' || (begins && run.allotment === null);
    if (needsAllotment && !(await this.#renewAllotment(tenant, plan, run))) return;
    if (scene && input !== null) await this.#send(address, scene, seen, input);
    else if (control) await (scene ? this.#scenes : this.#runs).control(tenant, id, control);
  }

  /** Sends the next input to a scene. Stored afterwards, because a repeat of an accepted input has no effect. */
  async #send(
    { tenant, id }: Address,
    scene: SceneTrials,
    { n, ...run }: PlannedRun,
    input: TrialInput,
  ): Promise<void> {
    const answer = await this.#scenes.send(tenant, id, scene, { n, ...run }, input);
    await this.probe('sent');
    const tally = this.#store.get(n)?.tally;
    if (!tally) return;
    const now = Date.now();
    if (!answer.ok)
      return this.#note(n, {
        standing: 'over',
        status: 'failed',
        reason: explain(answer.failure),
        endedAt: now,
      });
    const said = input === 'judge' ? tally.turns : input.say + 1;
    this.#note(n, { tally: { ...tally, turns: said }, nextAt: now + INPUT_POLL_MS });
  }

  /** Allots budget to a run that continues. False: no budget is left. */
  async #renewAllotment(tenant: string, plan: Plan, run: PlannedRun): Promise<boolean> {
    const renewal = this.#budget.renew(plan, run);
    if (!renewal) return false;
    const { allotment, budgets } = renewal;
    if (Object.keys(budgets).length === 0) return true;
    this.#note(run.n, { allotment });
    await this.#runs.limit(tenant, run.run, budgets);
    return true;
  }

  #countOver(): [over: number, isLast: boolean] {
    return [this.#store.counts().over, this.#status() === 'finished'];
  }

  async #readScore(): Promise<void> {
    if (!this.#life) return;
    await this.#scorecard.renew(...this.#countOver());
    if (this.#life) this.#jobs.kick();
  }

  #note(n: number, change: Parameters<ExperimentStore['change']>[1]): void {
    if (!this.#life) return;
    const before = this.#store.get(n);
    this.#store.change(n, change);
    if (before && change.status !== undefined && change.status !== before.status) this.#touch();
    this.#report();
  }

  #version(): string {
    return readMeta(this.ctx.storage.sql, 'updated_at') ?? '';
  }

  async #index(): Promise<void> {
    const life = this.#life;
    if (!life) return;
    const { sql } = this.ctx.storage;
    const version = this.#version();
    try {
      const db = await tenantDatabase(this.env, life.address.tenant);
      await indexExperiment(db, life.address.tenant, summarize(this.#moment(life)));
      if (this.#life) writeMeta(sql, 'indexed', version);
    } finally {
      // Erased meanwhile: the row may have been inserted after the deletion.
      if (!this.#life) await this.#deleteRow(life.address);
    }
    // Webhooks may be notified now.
    if (this.#life) this.#jobs.kick();
  }

  async #deleteRow({ tenant, id }: Address): Promise<void> {
    await deleteExperimentRow(await tenantDatabase(this.env, tenant), tenant, id);
  }

  /** Stops the runs or deletes them, one after the other. A crash resumes at the next run. */
  async #eraseNow(): Promise<void> {
    const { storage } = this.ctx;
    if (!hasSchema(storage.sql)) return;
    const life = JSON.parse(readMeta(storage.sql, 'life') ?? 'null') as LifeRecord | null;
    if (life) {
      const { tenant } = life.address;
      const withRuns = readMeta(storage.sql, 'erasing_runs') === '1';
      for (let run = this.#store.firstMade(); run; run = this.#store.firstMade()) {
        if (withRuns) await this.#runs.remove(tenant, run.run);
        else if (run.standing !== 'over')
          await (life.plan.scene ? this.#scenes : this.#runs).control(tenant, run.run, 'stop');
        this.#store.drop(run.n);
      }
      await this.#scorecard.close();
      await this.#deleteRow(life.address);
    }
    await storage.deleteAll();
  }

  #answerAgain(receipt: Receipt | null): Result<ExperimentView> {
    if (!receipt) return fail(ALREADY_EXISTS);
    return runOnce<ExperimentView>(this.ctx.storage, receipt, Date.now(), () =>
      fail({ code: 'idempotency_mismatch', key: receipt.key }),
    );
  }

  #missing(): { ok: false; failure: Failure } {
    const id = this.ctx.id.name?.split('/').at(-1) ?? 'this id';
    return fail({ code: 'not_found', what: 'experiment', id });
  }

  #moment({ address: { id }, plan, createdAt }: LifeRecord): Moment {
    return {
      ...{ id, plan, createdAt, updatedAt: this.#version(), wish: this.#wish() },
      why: this.#why(),
      counts: this.#store.counts(),
    };
  }

  #baselines(life: LifeRecord): Baselines {
    return { ...life.baselines, ...this.#scorecard.baselines };
  }

  #show(life: LifeRecord): ExperimentView {
    const spending = { budget: this.#budget.read(), used: this.#store.used() };
    return buildExperimentView(
      ...([this.#moment(life), spending, this.#store.all()] as const),
      this.#scorecard.show(life.plan),
      this.#baselines(life),
    );
  }
}

const ALREADY_EXISTS = {
  code: 'conflict',
  detail: 'This id is already taken.',
  fix: 'Create the experiment again.',
} as const;
const SPENT = (id: string, spent: string) =>
  ({
    code: 'conflict',
    detail: `${spent[0]?.toUpperCase()}${spent.slice(1)}.`,
    fix: `Raise "budget" with PATCH /v1/experiments/${id}, then resume it.`,
  }) as const;
const STOPPED = {
  code: 'conflict',
  detail: 'The experiment was stopped.',
  fix: 'Create a new experiment.',
} as const;
