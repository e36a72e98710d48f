import type { Receipt } from '../../../src/api/access';
import { fail, ok, type Result } from '../../../src/api/problems';
import type { ChangeRun, CreateRun, ForkRun, Run } from '../../../src/api/runs';
import type { JsonObject } from '../../../src/base/json';
import { checkRunBody } from '../../../src/engines/runs/body';
import { runStarted } from '../../../src/engines/runs/control';
import { findForkPoint, forkPast } from '../../../src/engines/runs/fork';
import type { AnyRunState } from '../../../src/engines/runs/state';
import type { Event, EventDraft } from '../../../src/events/events';
import { checkForkable } from '../../../src/games/grid/catalog';
import { checkProfiles } from '../../../src/model/profiles';
import type { Address, AnyRunApi, ExportFile, RunPast } from '../../../src/room/rpc';
import { stripRemoteSession } from '../../../src/room/sealed';
import { callRecord } from '../../../src/storage/index-rows';
import { pageOfPast, readPast } from './fork';
import { invalid, Room } from './room';

/** Reads, changes, drives, forks and exports a run of either kind. */
export abstract class AnyRun<S extends AnyRunState<{ game: string }>, V extends Run> extends Room<S> {
  protected abstract readonly kind: 'grid' | 'adventure';
  /** The run as it is shown. */
  protected abstract view(state: S): V;
  /** Namespace of the runs of this kind. */
  protected abstract siblings(): DurableObjectNamespace;
  protected abstract filesOf(events: Event[], calls: ReturnType<typeof callRecord>[]): Iterable<ExportFile>;

  async read(): Promise<Result<V>> {
    return this.core.look(({ state }) => this.view(state));
  }

  async change(body: ChangeRun): Promise<Result<V>> {
    const fits = checkRunBody(body, this.kind);
    if (!fits.ok) return fits;
    const { title, budgets } = body;
    const payload = { ...(title !== undefined && { title }), ...(budgets && { budgets }) };
    const change: EventDraft = { kind: 'run.changed', actor: 'system', payload };
    return this.core.accept(null, () => ok([change]), this.shown);
  }

  async fork(address: Address, source: string, body: ForkRun, receipt: Receipt | null): Promise<Result<V>> {
    // It was made before: whatever has become of its source, the same request gets the same answer.
    const answer = this.core.made<V>(receipt);
    if (answer) return answer;
    const fits = checkRunBody(body, this.kind);
    if (!fits.ok) return fits;
    const stub = this.sibling(`${address.tenant}/${source}`);
    const pages = await readPast<RunPast>((after, before) =>
      stub.past(before?.turn ?? body.turn ?? null, after),
    );
    if (!pages.ok) return pages;
    const past = pages.value.flatMap(({ events }) => events);
    const turn = pages.value.at(-1)?.turn;
    const fork = forkPast(address.id, { past, turn: turn ?? 0 }, body);
    return this.core.create(address, receipt, () => ok(fork.first), this.shown, fork.past);
  }

  async past(turn: number | null, after: number): Promise<Result<RunPast>> {
    const opening = this.core.open();
    if (!opening.ok) return opening;
    const { ledger, state } = opening.value;
    const may = checkForkable(state.config.game);
    if (!may.ok) return may;
    const point = findForkPoint(state, turn, (n) => ledger.ofRound(n));
    if (!point.ok) return point;
    return ok({ ...pageOfPast(ledger, after, point.value.seq), turn: point.value.turn });
  }

  protected readonly shown = (state: S): V => this.view(state);

  protected sibling(name: string): AnyRunApi {
    const runs = this.siblings();
    return runs.get(runs.idFromName(name)) as unknown as AnyRunApi;
  }

  /** Makes the run that was asked for, and starts it if that was. @param created its first event */
  protected make(
    address: Address,
    { body, title }: { body: CreateRun; title: string },
    receipt: Receipt | null,
    created: (args: { id: string; title: string; body: CreateRun; seed: string }) => EventDraft,
  ): Result<V> {
    const errors = checkProfiles(body.profiles, []);
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const { id } = address;
    const first = created({ id, title: body.title ?? title, body, seed: body.seed ?? id });
    const drafts = body.start ? [first, runStarted(null)] : [first];
    return this.core.create(address, receipt, () => ok(drafts), this.shown);
  }

  protected readAll<T>(read: (state: S, events: Event[]) => T): Result<T> {
    return this.core.look(({ state, ledger }) => read(state, [...ledger.walk()]));
  }

  protected onOtherMessage(): Result<JsonObject> {
    const message = 'a run takes no messages but "ping": POST to /start, /pause, /resume, /step or /stop';
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
    }
    yield* this.filesOf([...ledger.walk()].map(stripRemoteSession), calls);
  }
}
