import { sleep } from '../../../src/base/sleep';
import type { RoomState } from '../../../src/room/room-state';
import type { LoadedRoom } from './loaded-room';
import type { RoomParts } from './parts';
import type { RoundPlayer } from './round-player';
import type { RoundStarter } from './round-starter';

/** Rounds that this process plays between yields. Yielding costs a few ms, about as much as a short turn. */
const ROUNDS_BEFORE_YIELD = 8;
let playingRooms = 0;

export class Pump<S extends RoomState> {
  readonly #parts: RoomParts<S>;
  readonly #starts: RoundStarter<S>;
  readonly #player: RoundPlayer<S>;
  #isRunning = false;

  constructor(parts: RoomParts<S>, starts: RoundStarter<S>, player: RoundPlayer<S>) {
    this.#parts = parts;
    this.#starts = starts;
    this.#player = player;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** True if a round is open or can start, including while it waits for a cancelled round's step. */
  hasWork(loadedRoom: LoadedRoom<S>): boolean {
    if (this.#waits(loadedRoom)) return false;
    const { engine } = this.#parts;
    const { state } = loadedRoom;
    if (state.open !== null || engine.next(state) !== null) return true;
    return (engine.due?.(state).length ?? 0) > 0 || (engine.replay?.next(state) ?? null) !== null;
  }

  /** Call only while not running. */
  async run(loadedRoom: LoadedRoom<S>): Promise<void> {
    this.#isRunning = true;
    playingRooms += 1;
    try {
      await this.#drain(loadedRoom);
    } finally {
      playingRooms -= 1;
      // Reset before the callbacks below, so that an input they trigger can start the pump.
      this.#isRunning = false;
      this.#stopped();
    }
  }

  /** Runs synchronously after the last check of the queue. */
  #stopped(): void {
    const { jobs, state } = this.#parts;
    jobs.settling.startIfDue();
    jobs.followUps.startIfDue();
    if (state) this.#parts.onStateChanged(state);
  }

  async #drain(loadedRoom: LoadedRoom<S>): Promise<void> {
    const { engine } = this.#parts;
    for (let played = 1; !this.#parts.isErasing && !this.#waits(loadedRoom); played += 1) {
      if (!loadedRoom.state.open) this.#begin(loadedRoom);
      if (!loadedRoom.state.open) return;
      await this.#player.play(loadedRoom);
      loadedRoom.snapshots.keep(loadedRoom.state);
      if (this.hasWork(loadedRoom)) loadedRoom.outbox.sendSoon();
      else loadedRoom.outbox.send();
      // Rounds without I/O never yield, so let queued requests (pause, reads) run here.
      const most = engine.roundsAtAStretch ?? Math.max(1, Math.floor(ROUNDS_BEFORE_YIELD / playingRooms));
      if (played % most === 0) await sleep(0);
    }
  }

  #begin(loadedRoom: LoadedRoom<S>): void {
    const at = new Date().toISOString();
    const start = this.#starts.follow(loadedRoom.state, [], loadedRoom.ledger.head, at);
    if (start.length > 0) this.#parts.sockets.broadcast(loadedRoom.write(start, at));
  }

  /** True if the open round waits for an external event: don't play, and don't keep the alarm running. */
  #waits(loadedRoom: LoadedRoom<S>): boolean {
    return loadedRoom.state.open !== null && (this.#parts.engine.waits?.(loadedRoom.state) ?? false);
  }
}
