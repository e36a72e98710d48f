import { DEMO, DEMO_TENANT } from '../src/base/demo';
import type { JsonObject } from '../src/base/json';
import type { Receipt } from '../src/contract/access';
import type { Viewer } from '../src/contract/events/events';
import { type Failure, fail, ok, type Result } from '../src/contract/problems';
import type { Scene, SceneSeen } from '../src/contract/scenes';
import type { ExportFile, SceneApi } from '../src/room/rpc';
import { SCENE_ACTIONS } from '../src/scene/actions';
import type { ActionScene } from '../src/scene/actions/scene-room';
import type { SceneState } from '../src/scene/state';
import { sceneSeen, sceneView } from '../src/scene/views';
import { SceneMemories } from './lib/memories/scene-memories';
import { Room } from './lib/room/room';
import { createSceneEngine } from './lib/scene/scene-engine';
import { SceneFiles } from './lib/scene/scene-files';
import { SceneSetup } from './lib/scene/scene-setup';
import { SEAT_OVER, SeatManager } from './lib/seats/seat-manager';
import { TypingIndicators } from './lib/seats/typists';

/** Failure after more events in a demo room than a person can cause. */
const PLAYED_OUT: Failure = {
  code: 'conflict',
  detail: 'This demo has reached its limit.',
  fix: 'Ask the operator of the stage for a key.',
};

export class SceneRoom extends Room<SceneState> implements SceneApi {
  readonly #memories: SceneMemories;
  readonly #typists: TypingIndicators;
  readonly #seats: SeatManager;
  readonly #setup: SceneSetup;
  readonly #files: SceneFiles;

  constructor(ctx: DurableObjectState, env: Env) {
    const { sql } = ctx.storage;
    const memories = new SceneMemories(sql, env, () => this.core);
    const typists = new TypingIndicators();
    super(ctx, env, createSceneEngine(memories.port, typists, sql));
    this.#memories = memories;
    this.#typists = typists;
    this.#seats = new SeatManager(this.core, sql, typists);
    this.#setup = new SceneSetup(this.core, memories);
    this.#files = new SceneFiles(this.core, this.#seats, memories);
    this.core.timers = this.#seats.timers;
    this.core.followUp = memories.followUp;
  }

  async create(...asked: Parameters<SceneApi['create']>) {
    return this.#setup.create(...asked);
  }

  async fork(...asked: Parameters<SceneApi['fork']>) {
    return this.#setup.fork(...asked);
  }

  async past(...asked: Parameters<SceneApi['past']>) {
    return this.#setup.past(...asked);
  }

  async branch(...asked: Parameters<SceneApi['branch']>) {
    return this.#setup.branch(...asked);
  }

  async replayScript(...asked: Parameters<SceneApi['replayScript']>) {
    return this.#setup.replayScript(...asked);
  }

  async replayAnswers(round: number, firstStep: number) {
    return this.#setup.replayAnswers(await this.bundle(round), firstStep);
  }

  async importChat(...asked: Parameters<SceneApi['importChat']>) {
    return this.#setup.importChat(...asked);
  }

  async restore(...asked: Parameters<SceneApi['restore']>) {
    return this.#setup.restore(...asked);
  }

  async change(...asked: Parameters<SceneApi['change']>) {
    return this.#setup.change(...asked);
  }

  async read(): Promise<Result<Scene>> {
    return this.#withStreaming(this.core.look(({ state }) => sceneView(state)));
  }

  async trial(...asked: Parameters<SceneApi['trial']>) {
    return this.#files.trial(...asked);
  }

  async copy() {
    return this.#setup.copy();
  }

  async look(viewer: Viewer): Promise<Result<SceneSeen>> {
    const opening = this.core.open();
    if (!opening.ok) return opening;
    const seat = this.#seats.findSeat(viewer);
    if (!seat.ok) return seat;
    return seat.value ? this.#withStreaming(ok(sceneSeen(opening.value.state, seat.value))) : fail(SEAT_OVER);
  }

  /** Adds the gateway's knowledge about streaming with the characters' model. */
  async #withStreaming<V extends Pick<Scene, 'streaming'>>(view: Result<V>): Promise<Result<V>> {
    const opening = this.core.open();
    if (!view.ok || !opening.ok) return view;
    const { address, state } = opening.value;
    const { gateway } = this.core.deps;
    return ok({
      ...view.value,
      streaming: await gateway.streaming(address.tenant, state.profiles.character),
    });
  }

  async acceptSeat(...asked: Parameters<SceneApi['acceptSeat']>) {
    return this.#seats.accept(...asked);
  }

  async lookAtInvitation(invitation: string) {
    return this.#seats.previewInvitation(invitation);
  }

  async verifySeat(hash: string) {
    return this.#seats.verify(hash);
  }

  async seatOfToken(hash: string) {
    return this.#seats.findByToken(hash);
  }

  async seatOfPerson(seat: string, acceptedAt: string) {
    return this.#seats.findByPerson(seat, acceptedAt);
  }

  async openSeat(seat: string, acceptedAt: string) {
    return this.#seats.openFor(seat, acceptedAt);
  }

  async transcript(...asked: Parameters<SceneApi['transcript']>) {
    return this.#files.transcript(...asked);
  }

  protected readonly actions = SCENE_ACTIONS;

  override async perform(...asked: Parameters<SceneApi['perform']>): Promise<Result<JsonObject>> {
    const [name, , , viewer] = asked;
    const isGet = SCENE_ACTIONS.some((action) => action.name === name && action.method === 'get');
    return isGet || viewer.seat === undefined || !this.#isPlayedOut()
      ? super.perform(...asked)
      : fail(PLAYED_OUT);
  }

  /** True if a demo room has so many events that its visitor must be using a script. */
  #isPlayedOut(): boolean {
    const opening = this.core.open();
    if (!opening.ok) return false;
    const { address, ledger } = opening.value;
    return address.tenant === DEMO_TENANT && ledger.head >= DEMO.events;
  }

  protected override actionRoom(receipt: Receipt | null, asked: Viewer): Result<ActionScene> {
    const room = super.actionRoom(receipt, asked);
    if (!room.ok) return room;
    const opening = this.core.open();
    const seat = this.#seats.findSeat(asked);
    if (!opening.ok) return opening;
    if (!seat.ok) return seat;
    const { meter, snapshots, ledger } = opening.value;
    const seats = this.#seats;
    return ok({
      ...room.value,
      seat: seat.value,
      spent: () => meter.settledInUnits,
      stateBefore: (round) => {
        const start = ledger.roundEvents(round).find((event) => event.kind === 'round.started');
        const before = start && snapshots.stateAt(start.seq - 1);
        return before ? { before, startSeq: start.seq } : null;
      },
      countWritten: (said) => this.drawWriteRate(asked, said),
      stopTyping: (actor) => this.#typists.drop(actor),
      memories: this.#memories.actions(room.value.state),
      seats: {
        invite: (body) => seats.create(body, receipt),
        renew: (id, body) => seats.renew(id, body, receipt),
        list: () => seats.list(),
        change: (id, body) => seats.change(id, body),
        revoke: (id) => seats.revoke(id),
      },
    });
  }

  protected onOtherMessage(viewer: Viewer, message: JsonObject, socket: WebSocket): Result<null> {
    return this.#seats.typing(viewer, message, socket);
  }

  protected override resolveViewer(viewer: Viewer): Result<Viewer> {
    return this.#seats.resolveViewer(viewer);
  }

  protected override onOpened(viewer: Viewer): void {
    this.#seats.opened(viewer);
  }

  protected override onClosed(viewer: Viewer): void {
    this.#seats.closed(viewer);
  }

  protected exportFiles(): AsyncGenerator<ExportFile> {
    return this.#files.export((n) => this.bundle(n));
  }
}
