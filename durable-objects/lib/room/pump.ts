import { sleep } from '../../../src/base/sleep';
import type { RoomState } from '../../../src/room/room-state';
import type { LoadedRoom } from './loaded-room';
import type { RoomParts } from './parts';
import type { RoundPlayer } from './round-player';
import type { RoundStarter } from './round-starter';

/**
 * Rounds that rooms of this process play together before others are served. Letting go costs some milliseconds, as much as a
 * short turn.
 */
const ROUNDS_AT_A_STRETCH = 8;
/** Rooms of this process that play at this moment. */
let playingRooms = 0;

/** Plays the rounds of a room one after the other, as long as there is something to play. */
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

  /** A round is open, or one could start: also when it waits for the step of a cancelled one to come back. */
  hasWork(loadedRoom: LoadedRoom<S>): boolean {
    if (this.#waits(loadedRoom)) return false;
    const { engine } = this.#parts;
    const { state } = loadedRoom;
    return state.open !== null || engine.next(state) !== null || (engine.due?.(state).length ?? 0) > 0;
  }

  /** Play whatever there is to play; only one call at a time. */
  async run(loadedRoom: LoadedRoom<S>): Promise<void> {
    this.#isRunning = true;
    playingRooms += 1;
    try {
      await this.#drain(loadedRoom);
    } finally {
      playingRooms -= 1;
      // An input that arrives after it finds no pump.
      this.#isRunning = false;
      this.#stopped();
    }
  }

  /** Nothing is played any more. In the same breath as the last look at the queue. */
  #stopped(): void {
    const { jobs, state } = this.#parts;
    jobs.settling.startIfDue();
    jobs.followUps.startIfDue();
    if (state) this.#parts.onMoved(state);
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
      // Rounds that ask nobody outside never let go by themselves: whoever wants to pause, or to look, comes in here.
      const most = engine.roundsAtAStretch ?? Math.max(1, Math.floor(ROUNDS_AT_A_STRETCH / playingRooms));
      if (played % most === 0) await sleep(0);
    }
  }

  /** Stores what is due, and the start of the next round, when there is one. */
  #begin(loadedRoom: LoadedRoom<S>): void {
    const at = new Date().toISOString();
    const start = this.#starts.follow(loadedRoom.state, [], loadedRoom.ledger.head, at);
    if (start.length > 0) this.#parts.sockets.broadcast(loadedRoom.write(start, at));
  }

  /** The open round can't go on before something arrives: nothing is to be played, and no alarm need beat. */
  #waits(loadedRoom: LoadedRoom<S>): boolean {
    return loadedRoom.state.open !== null && (this.#parts.engine.waits?.(loadedRoom.state) ?? false);
  }
}
