import { z } from 'zod';
import { readConfig } from '../src/config';
import type { Receipt } from '../src/contract/access';
import type { EventDraft, Viewer } from '../src/contract/events';
import { type JsonObject, toJsonObject } from '../src/contract/json';
import { describeIssues, fail, ok, type Result } from '../src/contract/problems';
import type { Address, ExportFile, SceneApi } from '../src/contract/rooms';
import {
  type ChangeScene,
  type CreateScene,
  type Round,
  type Scene,
  type TurnAccepted,
  type TurnInput,
  turnInput,
} from '../src/contract/scenes';
import { callRecord } from '../src/logs/call-record';
import { checkProfiles, resolveProfile } from '../src/model/profiles';
import { playRound, ROUND_STEPS } from '../src/scene/round';
import { acceptTurn, nextInputs, reduceScene, type SceneState, sceneCreated } from '../src/scene/state';
import { mergeTemplate } from '../src/scene/templates';
import { sceneView, timeline } from '../src/scene/views';
import type { RoomEngine } from './lib/engine';
import { Room } from './lib/room';

/** What a player's socket may send. */
const turnMessage = z.strictObject({ type: z.literal('turn'), ref: z.json().optional(), input: turnInput });

const engine: RoomEngine<SceneState> = {
  kind: 'scene',
  unit: 'round',
  stepNames: ROUND_STEPS,
  rollsBack: true,
  reduce: reduceScene,
  stateVersion: 1,
  next: (state) => nextInputs(state)?.seqs ?? null,
  seed: (state) => state.seed,
  status: (state) => (state.open ? 'running' : state.failed ? 'failed' : state.status),
  play: playRound,
};

/** A scene: a cast, its players and their rounds. */
export class SceneRoom extends Room<SceneState> implements SceneApi {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env, engine);
  }

  async create(address: Address, body: CreateScene, receipt: Receipt | null): Promise<Result<Scene>> {
    const merged = mergeTemplate(body);
    if (!merged.ok) return merged;
    const whole = merged.value;
    const errors = checkProfiles(whole.profiles, ['character']);
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const defaults = readConfig(this.env).model;
    const profiles = {
      director: resolveProfile(whole.profiles?.director, defaults),
      character: resolveProfile(whole.profiles?.character, defaults),
    };
    const first = (): Result<EventDraft[]> => {
      const created = sceneCreated({ id: address.id, body: whole, profiles, seed: whole.seed ?? address.id });
      return created.ok ? ok([created.value]) : created;
    };
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
      items.push(timeline(ledger.ofRound(n), n));
    const last = items.at(-1)?.n ?? 1;
    return ok({ items, next: last > 1 ? String(last) : null });
  }

  async round(n: number): Promise<Result<Round>> {
    const opened = this.core.open();
    if (!opened.ok) return opened;
    const { ledger, state } = opened.value;
    if (n < 1 || n > state.rounds) return fail({ code: 'not_found', what: 'round', id: String(n) });
    return ok(timeline(ledger.ofRound(n), n));
  }

  /** `{type: "turn", ref?, input}` → `{type: "accepted" | "problem", ref?, …}`; an owner's socket only. */
  protected async onMessage(viewer: Viewer, message: JsonObject): Promise<Result<JsonObject>> {
    if (!viewer.owner) return fail({ code: 'forbidden', needs: 'the socket of an owner' });
    const asked = turnMessage.safeParse(message);
    if (!asked.success) return fail({ code: 'invalid', errors: describeIssues(asked.error.issues, 'json') });
    const result = await this.turn(asked.data.input, null);
    return result.ok ? ok({ type: 'accepted', ...result.value }) : result;
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
