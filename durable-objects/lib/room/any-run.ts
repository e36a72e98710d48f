import type { JsonObject } from '../../../src/base/json';
import { sleep } from '../../../src/base/sleep';
import { fromNanos, hasPrices } from '../../../src/billing/prices';
import { readConfig } from '../../../src/config';
import type { Receipt } from '../../../src/contract/access';
import type { CallRecord } from '../../../src/contract/calls';
import type { Event, EventDraft } from '../../../src/contract/events/events';
import type { RunTally } from '../../../src/contract/experiments';
import { type Failure, fail, ok, type Result } from '../../../src/contract/problems';
import type { ChangeRun, CreateRun, ForkRun, Report, Run } from '../../../src/contract/runs';
import type { Imported } from '../../../src/contract/transcripts';
import { checkProfiles, type ModelDefaults } from '../../../src/model/profiles';
import { checkProviders, checkRequests } from '../../../src/model/provider-names';
import { buildManifest } from '../../../src/room/export-manifest';
import type { Address, AnyRunApi, ExportFile, LedgerFile, RunPast } from '../../../src/room/rpc';
import { stripRemoteSession } from '../../../src/room/sealed';
import { checkRunBody, startsImmediately } from '../../../src/runs/body';
import { runStarted } from '../../../src/runs/control';
import { findForkPoint, forkPast } from '../../../src/runs/fork';
import { checkForkable, checkRestorable } from '../../../src/runs/games/catalog';
import { restoreRun, wrongStoryFailure } from '../../../src/runs/restore';
import type { AnyRunState } from '../../../src/runs/state';
import { callRecord } from '../../../src/storage/index-rows';
import { readLedgerFile, readPast, readPastPage } from './fork';
import { invalid, READ_BATCH, Room } from './room';
import { readTenantModels } from './tenant-providers';

export interface NewRun {
  title: string;
  /** Hash of the story file; absent for grid games. */
  story?: string;
  makeFirst: (args: { id: string; title: string; seed: string }, defaults: ModelDefaults) => EventDraft;
}

export abstract class AnyRun<S extends AnyRunState<{ game: string }>, V extends Run> extends Room<S> {
  protected abstract readonly kind: 'grid' | 'adventure';
  protected abstract readonly siblings: DurableObjectNamespace;
  protected abstract readonly view: (state: S) => V;
  protected abstract readonly reduce: (state: S | null, event: Event) => S;
  protected abstract readonly markdown: (state: S, events: Event[]) => string;
  protected abstract readonly html: (state: S, events: Event[]) => string;
  /** Without costs. */
  protected abstract readonly sumUp: (state: S, events: () => Event[]) => Omit<RunTally, 'tokens' | 'money'>;
  protected abstract exportedFiles(events: Event[], calls: CallRecord[]): Iterable<ExportFile>;
  protected abstract findGame(tenant: string, body: CreateRun): Promise<Result<NewRun>>;

  async create(address: Address, body: CreateRun, receipt: Receipt | null): Promise<Result<V>> {
    const answer = this.#answerAtOnce(body, receipt);
    if (answer) return answer;
    const game = await this.findGame(address.tenant, body);
    if (!game.ok) return game;
    const { known, defaults } = await readTenantModels(this.env, address.tenant);
    const errors = [
      ...checkProfiles(body.profiles, []),
      ...checkProviders(body.profiles, known, defaults.provider),
    ];
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const { id } = address;
    const args = { id, title: body.title ?? game.value.title, seed: body.seed ?? id };
    const first = game.value.makeFirst(args, defaults);
    const drafts = startsImmediately(body) ? [first, runStarted(null)] : [first];
    return this.core.create(address, receipt, () => ok(drafts), this.view);
  }

  async read(): Promise<Result<V>> {
    return this.core.look(({ state }) => this.view(state));
  }

  async tally(): Promise<Result<RunTally>> {
    const { prices } = readConfig(this.env);
    return this.core.look(({ state, ledger, meter }) => ({
      ...this.sumUp(state, () => [...ledger.walk()]),
      tokens: meter.settled.tokens,
      money: hasPrices(prices) ? fromNanos(meter.settled.money) : null,
    }));
  }

  async report(): Promise<Result<Report>> {
    return this.readAll((state, events) => ({
      markdown: this.markdown(state, events),
      provider: this.view(state).provider,
    }));
  }

  async reportPage(): Promise<Result<string>> {
    return this.readAll(this.html);
  }

  async change(body: ChangeRun): Promise<Result<V>> {
    const fits = checkRunBody(body, this.kind);
    if (!fits.ok) return fits;
    const { title, budgets, play, player } = body;
    const payload = {
      ...(title !== undefined && { title }),
      ...(budgets && { budgets }),
      ...(play !== undefined && { play }),
      ...(player && { player }),
    };
    const change: EventDraft = { kind: 'run.changed', actor: 'system', payload };
    return this.core.accept(null, () => ok([change]), this.view);
  }

  async fork(address: Address, source: string, body: ForkRun, receipt: Receipt | null): Promise<Result<V>> {
    const answer = this.#answerAtOnce(body, receipt);
    if (answer) return answer;
    const stub = this.sibling(address.tenant, source);
    const past = await readPast<RunPast>((after, before) =>
      stub.past(before?.turn ?? body.turn ?? null, after),
    );
    if (!past.ok) return past;
    const { events, turn } = past.value;
    const fork = forkPast(address.id, { past: events, turn }, body);
    return this.core.createFrom(address, receipt, fork.past, fork.first, this.view);
  }

  async restore(
    address: Address,
    ledger: LedgerFile,
    receipt: Receipt | null,
  ): Promise<Result<V & Imported>> {
    const answer = this.core.earlierResponse<V & Imported>(receipt);
    if (answer) return answer;
    const events = readLedgerFile(ledger);
    const isOver = events.some(({ kind }) => kind === 'run.finished');
    const game = await this.#findGameOf(address.tenant, events[0], isOver);
    if (!game.ok) return game;
    const run = restoreRun(address.id, events, { reduce: this.reduce, view: this.view });
    if (!run.ok) return run;
    const { past, first, config, report } = run.value;
    const { known, defaults } = await readTenantModels(this.env, address.tenant);
    const errors = [
      ...checkProfiles(config.profiles, []),
      ...checkRequests(config.profiles, known, defaults.provider),
    ];
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    // A finished run makes no more model calls.
    const missing = isOver ? [] : checkProviders(config.profiles, known, defaults.provider);
    const notUsed = [
      ...report.notUsed,
      ...missing.map(({ pointer, message }) => ({ what: pointer, count: 1, why: message })),
    ];
    const view = (state: S) => ({ ...this.view(state), imported: { ...report, notUsed } });
    return this.core.createFrom(address, receipt, past, first, view);
  }

  async past(turn: number | null, after: number): Promise<Result<RunPast>> {
    const opening = this.core.open();
    if (!opening.ok) return opening;
    const { ledger, state } = opening.value;
    const may = checkForkable(state.config.game);
    if (!may.ok) return may;
    const point = findForkPoint(state, turn, (n) => ledger.roundEvents(n));
    if (!point.ok) return point;
    return ok({ ...readPastPage(ledger, after, point.value.seq), turn: point.value.turn });
  }

  /** Checks that the game of a restored run can continue here. A finished run needs no game. */
  async #findGameOf(tenant: string, creation: Event | undefined, isOver: boolean): Promise<Result<null>> {
    if (creation?.kind !== 'run.created') return ok(null);
    const { game, story } = creation.payload.config;
    const may = checkRestorable(game);
    if (!may.ok) return isOver ? ok(null) : may;
    const here = await this.findGame(tenant, { game } as CreateRun);
    if (!here.ok) return here;
    return here.value.story === story ? ok(null) : fail(wrongStoryFailure(game));
  }

  protected sibling<Api extends AnyRunApi>(tenant: string, id: string): Api {
    return this.siblings.get(this.siblings.idFromName(`${tenant}/${id}`)) as unknown as Api;
  }

  /**
   * Replays the response of the request that already created this run, even if the game or source has changed
   * since. Fails if the body is for the other kind of run. null: the run does not exist yet.
   */
  #answerAtOnce(body: Parameters<typeof checkRunBody>[0], receipt: Receipt | null): Result<V> | null {
    const answer = this.core.earlierResponse<V>(receipt);
    if (answer) return answer;
    const fits = checkRunBody(body, this.kind);
    return fits.ok ? null : fits;
  }

  protected readAll<T>(read: (state: S, events: Event[]) => T): Result<T> {
    return this.core.look(({ state, ledger }) => read(state, [...ledger.walk()]));
  }

  protected onOtherMessage(): Result<JsonObject> {
    const message = 'the only message for a run is "ping": POST to /start, /pause, /resume, /step or /stop';
    return fail(invalid('/type', message));
  }

  protected async *exportFiles(): AsyncGenerator<ExportFile> {
    const opening = this.core.open();
    if (!opening.ok) return;
    const { state, ledger } = opening.value;
    const calls = [];
    for (let n = 1; n <= state.rounds; n += 1) {
      const steps = (await this.bundle(n))?.steps ?? [];
      calls.push(...steps.map((step) => callRecord(state.id, step)));
      if (n % READ_BATCH === 0) await sleep(0);
    }
    const events = [...ledger.walk()].map(stripRemoteSession);
    yield buildManifest({ kind: this.kind, id: state.id, events: events.length });
    yield* this.exportedFiles(events, calls);
  }
}

export const wrongKindFailure = (run: string): Failure => ({
  code: 'conflict',
  detail: `A grid game and a text adventure cannot be compared: the run ${run} is of the other kind.`,
  fix: 'Compare two runs of the same kind.',
});
