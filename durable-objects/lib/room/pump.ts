import { sleep } from '../../../src/base/sleep';
import type { RoomState } from '../../../src/room/room-state';
import type { LoadedRoom } from './loaded-room';
import type { RoomParts } from './parts';
import type { RoundPlayer } from './round-player';
import type { RoundStarter } from './round-starter';

/** Rounds of all rooms that this process starts between yields. Yielding costs a few ms, about as much as a short turn. */
const ROUNDS_PER_PASS = 8;
/** A round takes longer, so a room further back in the queue need not check earlier. */
const MIN_ROUND_MS = 5;
let queued = 0;
let passEnd = ROUNDS_PER_PASS;

/** Waits for the round's place in the queue of this process. Requests (pause, reads) run before each pass. */
async function takeTurn(size: number): Promise<void> {
  const place = queued;
  queued += size;
  while (place >= passEnd) {
    const lastEnd = passEnd;
    await sleep(MIN_ROUND_MS * (place - passEnd));
    // The first room that wakes begins the next pass; rooms before it are gone.
    if (passEnd === lastEnd) passEnd = place + ROUNDS_PER_PASS;
  }
}

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
    try {
      await this.#drain(loadedRoom);
    } finally {
      // No await since the last check of the queue. Reset first, so that an input of the callbacks can start the pump.
      this.#isRunning = false;
      const { jobs, state } = this.#parts;
      jobs.settling.startIfDue();
      jobs.followUps.startIfDue();
      if (state) this.#parts.onStateChanged(state);
    }
  }

  async #drain(loadedRoom: LoadedRoom<S>): Promise<void> {
    const { engine } = this.#parts;
    while (!this.#waits(loadedRoom)) {
      if (!loadedRoom.state.open) this.#begin(loadedRoom);
      if (!loadedRoom.state.open) return;
      await takeTurn(engine.isRoundLong ? ROUNDS_PER_PASS : 1);
      if (this.#parts.isErasing) return;
      await this.#player.play(loadedRoom);
      loadedRoom.snapshots.keep(loadedRoom.state);
      if (this.hasWork(loadedRoom)) loadedRoom.outbox.sendSoon();
      else loadedRoom.outbox.send();
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
