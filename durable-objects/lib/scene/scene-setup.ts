import { sha256 } from '../../../src/base/hash';
import { sleep } from '../../../src/base/sleep';
import type { Receipt } from '../../../src/contract/access';
import type { SceneChange } from '../../../src/contract/change-scene';
import type { NewScene } from '../../../src/contract/create-scene';
import { fail, ok, type Result } from '../../../src/contract/problems';
import type { ForkScene, Scene } from '../../../src/contract/scenes';
import type { ImportedScene, ImportReport } from '../../../src/contract/transcripts';
import type { Branch } from '../../../src/contract/what-if';
import {
  checkSceneProfiles,
  type ModelDefaults,
  resolveProfileChanges,
  resolveProfiles,
} from '../../../src/model/profiles';
import { checkProviders, checkRequests } from '../../../src/model/provider-names';
import { withinRow } from '../../../src/room/row-limit';
import type {
  Address,
  BranchRequest,
  ChatImport,
  ReplayScript,
  SceneApi,
  SceneFile,
  ScenePast,
} from '../../../src/room/rpc';
import { findForkPoint, forkPast, laterOwnerActions } from '../../../src/scene/fork';
import { copyScene } from '../../../src/scene/judgement/trial';
import { restoreScene } from '../../../src/scene/restore';
import { changeEvents } from '../../../src/scene/setup/change';
import { sceneCreated } from '../../../src/scene/setup/create';
import { mergeTemplate } from '../../../src/scene/setup/templates';
import type { SceneState } from '../../../src/scene/state';
import { sceneView } from '../../../src/scene/views';
import { type SceneMemories, writtenRows } from '../memories/scene-memories';
import { readLedgerFile, readPast, readPastPage } from '../room/fork';
import type { RoomCore } from '../room/room-core';
import { readMeta } from '../room/schema';
import { readTenantModels } from '../room/tenant-providers';
import { roomStub } from '../stubs';
import { listAnswers, makeBranch, readScript } from './what-if';

export class SceneSetup {
  readonly #core: RoomCore<SceneState>;
  readonly #memories: SceneMemories;

  constructor(core: RoomCore<SceneState>, memories: SceneMemories) {
    this.#core = core;
    this.#memories = memories;
  }

  async create(address: Address, body: NewScene, receipt: Receipt | null): Promise<Result<Scene>> {
    // A repeated request gets its first response, even if the provider has changed.
    const answer = this.#core.earlierResponse<Scene>(receipt);
    if (answer) return answer;
    const template = mergeTemplate(body);
    if (!template.ok) return template;
    const whole = template.value;
    const defaults = await this.#defaultsOf(address.tenant, whole.profiles);
    if (!defaults.ok) return defaults;
    const profiles = resolveProfiles(whole.profiles, defaults.value);
    // Not derived from the id: the id is public, and dealt cards must be unpredictable.
    const seed = whole.seed ?? crypto.randomUUID();
    // Rounds publish their seed, so dealt cards must not be derivable from it.
    const dice = (await sha256(`dice of ${seed}`)).slice(0, 32);
    const now = new Date().toISOString();
    const first = () =>
      withinRow(sceneCreated({ id: address.id, body: whole, profiles, seed, dice, now }), 'scene');
    return this.#core.create(address, receipt, first, sceneView);
  }

  async change(body: SceneChange): Promise<Result<Scene>> {
    const opening = this.#core.open();
    if (!opening.ok) return opening;
    const defaults = await this.#defaultsOf(opening.value.address.tenant, body.profiles);
    if (!defaults.ok) return defaults;
    const profiles = resolveProfileChanges(body.profiles ?? {}, defaults.value);
    const decide = (state: SceneState) => withinRow(changeEvents(state, body, profiles), 'change');
    return this.#core.accept(null, decide, sceneView);
  }

  /** Defaults for the tenant's profiles; `invalid` if a profile contradicts itself or its provider. */
  async #defaultsOf(tenant: string, profiles: SceneChange['profiles']): Promise<Result<ModelDefaults>> {
    const errors = checkSceneProfiles(profiles);
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const { known, defaults } = await readTenantModels(this.#core.env, tenant);
    const findings = checkProviders(profiles, known, defaults.provider);
    return findings.length > 0 ? fail({ code: 'invalid', errors: findings }) : ok(defaults);
  }

  async fork(
    address: Address,
    source: string,
    body: ForkScene,
    receipt: Receipt | null,
  ): Promise<Result<Scene>> {
    // A repeated request gets its first response, even if the source has changed.
    const answer = this.#core.earlierResponse<Scene>(receipt);
    if (answer) return answer;
    const stub = roomStub<SceneApi>(this.#core.env, address.tenant, source);
    const past = await readPast<ScenePast>((after, before) =>
      stub.past(before?.round ?? body.round ?? null, after),
    );
    if (!past.ok) return past;
    const { events, later, round } = past.value;
    const fork = forkPast(address.id, { past: events, later, round }, body);
    return this.#core.createFrom(address, receipt, fork.past, fork.first, sceneView);
  }

  async branch(address: Address, body: BranchRequest, receipt: Receipt | null): Promise<Result<Branch>> {
    const answer = this.#core.earlierResponse<Branch>(receipt);
    if (answer) return answer;
    const defaults = await this.#defaultsOf(address.tenant, body.changes.profiles);
    return defaults.ok ? makeBranch(this.#core, address, body, defaults.value, receipt) : defaults;
  }

  async replayScript(from: number, to: number | null): Promise<Result<ReplayScript>> {
    const opening = this.#core.open();
    if (!opening.ok) return opening;
    const adopted = Number(readMeta(this.#core.ctx.storage.sql, 'adopted') ?? '0');
    return readScript(opening.value, { from, to: to ?? opening.value.state.rounds }, adopted);
  }

  readonly replayAnswers = listAnswers;

  async past(round: number | null, after: number): Promise<Result<ScenePast>> {
    const opening = this.#core.open();
    if (!opening.ok) return opening;
    const { ledger, state } = opening.value;
    const point = findForkPoint(state, round, (n) => ledger.roundEvents(n));
    if (!point.ok) return point;
    const page = readPastPage(ledger, after, point.value.seq);
    const isEnd = page.next === null;
    const later = isEnd ? laterOwnerActions(state, point.value, ledger.walk(point.value.seq + 1)) : [];
    return ok({ ...page, round: point.value.round, later });
  }

  copy(): Result<NewScene> {
    return this.#core.look(({ state, ledger }) => copyScene(state, () => ledger.walkBack()));
  }

  async importChat(
    address: Address,
    { text, base }: ChatImport,
    receipt: Receipt | null,
  ): Promise<Result<ImportedScene>> {
    const answer = this.#core.earlierResponse<ImportedScene>(receipt);
    if (answer) return answer;
    // Lazy: only imports need these modules.
    const { readChatFile } = await import('../../../src/scene/transcript/chat-file');
    const { importedHistory } = await import('../../../src/scene/transcript/import-chat');
    const chat = readChatFile(text, base.characters?.[0]?.name);
    if (!chat.ok) return chat;
    // Yield between the steps of a long import, so that other requests can run.
    await sleep(0);
    const seed = crypto.randomUUID();
    const dice = (await sha256(`dice of ${seed}`)).slice(0, 32);
    const { defaults } = await readTenantModels(this.#core.env, address.tenant);
    const profiles = resolveProfiles(undefined, defaults);
    const now = new Date().toISOString();
    const pastOfChat = importedHistory({ id: address.id, chat: chat.value, base, profiles, seed, dice, now });
    if (!pastOfChat.ok) return pastOfChat;
    const { past, report } = pastOfChat.value;
    return this.#core.createFrom(address, receipt, past, [], viewImported(report));
  }

  async restore(
    address: Address,
    { ledger, memories = [] }: SceneFile,
    isWorldHere: boolean,
    receipt: Receipt | null,
  ): Promise<Result<ImportedScene>> {
    const earlierAnswer = this.#core.earlierResponse<ImportedScene>(receipt);
    if (earlierAnswer) return earlierAnswer;
    const events = readLedgerFile(ledger);
    await sleep(0);
    const scene = restoreScene(address.id, events, isWorldHere);
    if (!scene.ok) return scene;
    const { past, first, profiles, report } = scene.value;
    const { known, defaults } = await readTenantModels(this.#core.env, address.tenant);
    const errors = [...checkSceneProfiles(profiles), ...checkRequests(profiles, known, defaults.provider)];
    if (errors.length > 0) return fail({ code: 'invalid', errors });
    const missing = checkProviders(profiles, known, defaults.provider);
    const notUsed = [
      ...report.notUsed,
      ...missing.map(({ pointer, message }) => ({ what: pointer, count: 1, why: message })),
    ];
    const view = viewImported({ ...report, notUsed });
    const answer = await this.#core.createFrom(address, receipt, past, first, view, writtenRows(memories));
    if (answer.ok) await this.#memories.inherit();
    return answer;
  }
}

const viewImported =
  (imported: ImportReport) =>
  (state: SceneState): ImportedScene => ({ ...sceneView(state), imported });
