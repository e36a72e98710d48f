import { z } from 'zod';
import { readConfig } from '../src/config';
import type { Receipt } from '../src/contract/access';
import type { Event, EventDraft, Viewer } from '../src/contract/events';
import { type JsonObject, toJsonObject } from '../src/contract/json';
import type { Memory, MemoryPort } from '../src/contract/memories';
import { describeIssues, fail, ok, type Result } from '../src/contract/problems';
import type { Address, ExportFile, SceneApi, ScenePast } from '../src/contract/rooms';
import {
  type AuditEntry,
  type CallOn,
  type ChangeScene,
  type EditedLine,
  type EditLine,
  type ForkScene,
  type NewScene,
  type Round,
  type Scene,
  type Telemetry,
  type TurnAccepted,
  type TurnInput,
  turnInput,
} from '../src/contract/scenes';
import { callRecord } from '../src/logs/call-record';
import { checkProfiles, resolveProfiles } from '../src/model/profiles';
import { callNext, editLine, regenerateLine, rollBack } from '../src/scene/by-hand';
import { sceneCreated } from '../src/scene/create';
import { findForkPoint, forkPast } from '../src/scene/fork';
import { reduceScene } from '../src/scene/reduce';
import { playRound, ROUND_STEPS } from '../src/scene/round';
import { isUndone, type SceneState } from '../src/scene/state';
import { auditEntries, readTelemetry } from '../src/scene/telemetry';
import { mergeTemplate } from '../src/scene/templates';
import { acceptTurn, nextInputs } from '../src/scene/turns';
import { sceneView, timeline } from '../src/scene/views';
import type { RoomEngine } from './lib/engine';
import { makeMemoryPort, worldStub } from './lib/memory-port';
import { Room } from './lib/room';
import { readMeta } from './lib/schema';

/** Events of one page of a fork's past: an RPC answer ends at 32 MiB. */
const FORK_PAGE = 1000;
/** What a player's socket may send. */
const turnMessage = z.strictObject({ type: z.literal('turn'), ref: z.json().optional(), input: turnInput });

const makeEngine = (memory: MemoryPort): RoomEngine<SceneState> => ({
  kind: 'scene',
  unit: 'round',
  stepNames: ROUND_STEPS,
  rollsBack: true,
  reduce: reduceScene,
  stateVersion: 2,
  next: (state) => nextInputs(state)?.seqs ?? null,
  seed: (state) => state.seed,
  again: (state, n) => n === state.rounds && !state.open && !isUndone(state, n),
  status: (state) => (state.open ? 'running' : state.failed ? 'failed' : state.status),
  world: (state) => state.memory.world,
  play: (stage) => playRound(stage, memory),
});

/** A scene: a cast, its players and their rounds. */
export class SceneRoom extends Room<SceneState> implements SceneApi {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, makeEngine(makeMemoryPort(env, () => readMeta(ctx.storage.sql, 'tenant') ?? '')));
  }

  async create(address: Address, body: NewScene, receipt: Receipt | null): Promise<Result<Scene>> {
    const merged = mergeTemplate(body);
    if (!merged.ok) return merged;
    const whole = merged.value;
    const { characters: ofCharacters = {}, ...ofRoles } = whole.profiles ?? {};
    const errors = [
      ...checkProfiles(ofRoles, ['character', 'narrator']),
      ...checkProfiles(ofCharacters, Object.keys(ofCharacters), '/profiles/characters'),
    ];
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const profiles = resolveProfiles(whole.profiles, readConfig(this.env).model);
    // Its dice are its own: what is dealt in a game does not follow from an id that everyone knows.
    const seed = whole.seed ?? crypto.randomUUID();
    const first = (): Result<EventDraft[]> => sceneCreated({ id: address.id, body: whole, profiles, seed });
    return this.core.create(address, receipt, first, sceneView);
  }

  async read(): Promise<Result<Scene>> {
    const opened = this.core.open();
    return opened.ok ? ok(sceneView(opened.value.state)) : opened;
  }

  async change(body: ChangeScene): Promise<Result<Scene>> {
    const decide = (): Result<EventDraft[]> =>
      ok([{ kind: 'scene.changed', actor: 'system', payload: toJsonObject(body) }]);
    return this.core.accept(null, decide, sceneView);
  }

  async turn(body: TurnInput, receipt: Receipt | null): Promise<Result<TurnAccepted>> {
    const decide = (state: SceneState): Result<EventDraft[]> => {
      const accepted = acceptTurn(state, body);
      return accepted.ok ? ok([accepted.value]) : accepted;
    };
    return this.core.accept(receipt, decide, (state, events) => accepted(state, events[0]?.seq ?? 0));
  }

  async retry(n: number, receipt: Receipt | null): Promise<Result<TurnAccepted>> {
    return this.core.retry(n, receipt, [], (state) => accepted(state, state.open?.inputs[0] ?? 0));
  }

  async cancel(receipt: Receipt | null): Promise<Result<Scene>> {
    const decide = (state: SceneState): Result<EventDraft[]> => {
      if (!state.open) {
        return fail({
          code: 'conflict',
          detail: 'no round is being played',
          fix: 'there is nothing to cancel',
        });
      }
      const { n } = state.open;
      return ok([{ kind: 'round.cancelled', actor: 'system', round: n, payload: { n } }]);
    };
    return this.core.accept(receipt, decide, sceneView);
  }

  async callNext(body: CallOn, receipt: Receipt | null): Promise<Result<Scene>> {
    return this.core.accept(receipt, (state) => callNext(state, body), sceneView);
  }

  async editLine(seq: number, body: EditLine): Promise<Result<EditedLine>> {
    const decide = (state: SceneState): Result<EventDraft[]> => editLine(state, this.#line(seq), body.text);
    return this.core.accept(null, decide, (_, [edited]) => ({
      seq,
      actor: edited?.actor ?? '',
      text: body.text,
    }));
  }

  async regenerateLine(seq: number, receipt: Receipt | null): Promise<Result<TurnAccepted>> {
    const decide = (state: SceneState): Result<EventDraft[]> => regenerateLine(state, this.#line(seq));
    return this.core.accept(receipt, decide, (state, events) => accepted(state, events[0]?.seq ?? 0));
  }

  async rollBack(n: number, receipt: Receipt | null): Promise<Result<Scene>> {
    const at = (round: number) => {
      const opened = this.core.open();
      if (!opened.ok) return null;
      const { ledger, snapshots } = opened.value;
      const start = ledger.ofRound(round).find((event) => event.kind === 'round.started');
      const before = start && snapshots.stateAt(start.seq - 1);
      return before ? { before, startSeq: start.seq } : null;
    };
    return this.core.accept(receipt, (state) => rollBack(state, n, at), sceneView);
  }

  async fork(
    address: Address,
    source: string,
    body: ForkScene,
    receipt: Receipt | null,
  ): Promise<Result<Scene>> {
    const name = this.env.SCENES.idFromName(`${address.tenant}/${source}`);
    const stub = this.env.SCENES.get(name) as unknown as SceneApi;
    const past: Event[] = [];
    let round = body.round ?? null;
    for (let after: number | null = 0; after !== null; ) {
      const page: Result<ScenePast> = await stub.past(round, after);
      if (!page.ok) return page;
      past.push(...page.value.events);
      // What the source plays meanwhile does not move the point.
      round = page.value.round;
      after = page.value.next;
    }
    const fork = forkPast(address.id, past, round ?? 0, body);
    return this.core.create(address, receipt, () => ok(fork.first), sceneView, fork.past);
  }

  async past(round: number | null, after: number): Promise<Result<ScenePast>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { ledger, state } = opened.value;
    const point = findForkPoint(state, round, (n) => ledger.ofRound(n));
    if (!point.ok) return point;
    const events = ledger.page(after, FORK_PAGE).filter(({ seq }) => seq <= point.value.seq);
    const last = events.at(-1)?.seq ?? after;
    return ok({ round: point.value.round, events, next: last < point.value.seq ? last : null });
  }

  async audit(query: {
    before: number | null;
    limit: number;
  }): Promise<Result<{ items: AuditEntry[]; next: string | null }>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const items: AuditEntry[] = [];
    const before = query.before ?? Number.MAX_SAFE_INTEGER;
    for (const event of opened.value.ledger.walkBack(Math.min(before - 1, opened.value.ledger.head))) {
      items.push(...auditEntries([event]));
      if (items.length > query.limit) break;
    }
    const page = items.slice(0, query.limit);
    return ok({ items: page, next: items.length > page.length ? String(page.at(-1)?.seq ?? 0) : null });
  }

  async telemetry(): Promise<Result<Telemetry>> {
    const opened = this.core.open();
    return opened.ok ? ok(readTelemetry(opened.value.ledger.walkBack())) : opened;
  }

  async rounds(query: {
    before: number | null;
    limit: number;
  }): Promise<Result<{ items: Round[]; next: string | null }>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { ledger, state } = opened.value;
    const from = Math.min(state.rounds, (query.before ?? Number.POSITIVE_INFINITY) - 1);
    const items: Round[] = [];
    for (let n = from; n > 0 && items.length < query.limit; n -= 1)
      items.push(timeline(ledger.ofRound(n), n, isUndone(state, n)));
    const last = items.at(-1)?.n ?? 1;
    return ok({ items, next: last > 1 ? String(last) : null });
  }

  async round(n: number): Promise<Result<Round>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { ledger, state } = opened.value;
    if (n < 1 || n > state.rounds) return fail({ code: 'not_found', what: 'round', id: String(n) });
    return ok(timeline(ledger.ofRound(n), n, isUndone(state, n)));
  }

  async memories(query: {
    character?: string;
    before: number | null;
    limit: number;
  }): Promise<Result<{ items: Memory[]; next: string | null }>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { address, state } = opened.value;
    const world = worldStub(this.env, address.tenant, state.memory.world);
    // What was taken back is forgotten with the next round that is remembered.
    return world.list({ ...query, scene: address.id, without: state.forget });
  }

  /** `{type: "turn", ref?, input}` → `{type: "accepted" | "problem", ref?, …}`; an owner's socket only. */
  protected async onMessage(viewer: Viewer, message: JsonObject): Promise<Result<JsonObject>> {
    if (!viewer.owner) return fail({ code: 'forbidden', needs: 'the socket of an owner' });
    const asked = turnMessage.safeParse(message);
    if (!asked.success) return fail({ code: 'invalid', errors: describeIssues(asked.error.issues, 'json') });
    const result = await this.turn(asked.data.input, null);
    return result.ok ? ok({ type: 'accepted', ...result.value }) : result;
  }

  #line(seq: number): Event | undefined {
    const opened = this.core.open();
    return opened.ok ? opened.value.ledger.page(seq - 1, 1).find((event) => event.seq === seq) : undefined;
  }

  protected async *exportFiles(): AsyncGenerator<ExportFile> {
    const opened = this.core.open();
    if (!opened.ok) return;
    const { state, ledger } = opened.value;
    yield { path: 'scene.json', text: JSON.stringify(sceneView(state), null, 2) };
    let lines: string[] = [];
    let part = 1;
    for (const event of ledger.walk()) {
      lines.push(JSON.stringify(event));
      if (lines.length === 5000) {
        yield { path: `ledger/${String(part).padStart(4, '0')}.jsonl`, text: `${lines.join('\n')}\n` };
        part += 1;
        lines = [];
      }
    }
    if (lines.length > 0) {
      yield { path: `ledger/${String(part).padStart(4, '0')}.jsonl`, text: `${lines.join('\n')}\n` };
    }
    for (let n = 1; n <= state.rounds; n += 1) {
      const bundle = await this.bundle(n);
      if (!bundle) continue;
      const round = {
        ...timeline(bundle.events, n),
        calls: bundle.steps.map((step) => callRecord(state.id, step)),
      };
      yield { path: `rounds/${String(n).padStart(6, '0')}.json`, text: JSON.stringify(round, null, 2) };
    }
  }
}

function accepted(state: SceneState, inputSeq: number): TurnAccepted {
  const round = state.open?.inputs.includes(inputSeq) ? state.open.n : null;
  return { inputSeq, round, status: round === null ? 'queued' : 'running' };
}
