import { sleep } from '../../../src/base/sleep';
import type { RoomState } from '../../../src/room/room-state';
import type { RoomEngine } from './engine';
import type { LoadedRoom } from './loaded-room';
import type { RoundPlayer } from './round-player';
import type { RoundStarter } from './round-starter';
import type { Sockets } from './sockets';

/**
 * Rounds that rooms of this process play together before others are served. Letting go costs some milliseconds, as much as a
 * short turn.
 */
const ROUNDS_AT_A_STRETCH = 8;
/** Rooms of this process that play at this moment. */
let playingRooms = 0;

interface PumpHost<S extends RoomState> {
  engine: RoomEngine<S>;
  starts: RoundStarter<S>;
  player: RoundPlayer<S>;
  sockets: Sockets;
  isErasing: () => boolean;
  /** Nothing is played any more. In the same breath as the last look at the queue. */
  onStopped: () => void;
}

/** Plays the rounds of a room one after the other, as long as there is something to play. */
export class Pump<S extends RoomState> {
  readonly #host: PumpHost<S>;
  #isRunning = false;

  constructor(host: PumpHost<S>) {
    this.#host = host;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** A round is open, or one could start: also when it waits for the step of a cancelled one to come back. */
  hasWork(loadedRoom: LoadedRoom<S>): boolean {
    if (this.#waits(loadedRoom)) return false;
    const { engine } = this.#host;
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
      this.#host.onStopped();
    }
  }

  async #drain(loadedRoom: LoadedRoom<S>): Promise<void> {
    const { player, isErasing, engine } = this.#host;
    for (let played = 1; !isErasing() && !this.#waits(loadedRoom); played += 1) {
      if (!loadedRoom.state.open) this.#begin(loadedRoom);
      if (!loadedRoom.state.open) return;
      await player.play(loadedRoom);
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
    const { starts, sockets } = this.#host;
    const at = new Date().toISOString();
    const start = starts.follow(loadedRoom.state, [], loadedRoom.ledger.head, at);
    if (start.length > 0) sockets.broadcast(loadedRoom.write(start, at));
  }

  /** The open round can't go on before something arrives: nothing is to be played, and no alarm need beat. */
  #waits(loadedRoom: LoadedRoom<S>): boolean {
    return loadedRoom.state.open !== null && (this.#host.engine.waits?.(loadedRoom.state) ?? false);
  }
}
