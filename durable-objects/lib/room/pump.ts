import type { RoomState } from '../../../src/room/room-state';
import type { RoomEngine } from './engine';
import type { Life } from './life';
import type { RoundPlayer } from './round-player';
import type { RoundStarter } from './round-starter';
import type { Sockets } from './sockets';
import { yieldToEventLoop } from './yield';

/** Letting go costs some milliseconds, as much as a short turn. */
const ROUNDS_AT_A_STRETCH = 8;

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
  hasWork(life: Life<S>): boolean {
    if (this.#waits(life)) return false;
    const { engine } = this.#host;
    const { state } = life;
    return state.open !== null || engine.next(state) !== null || (engine.due?.(state).length ?? 0) > 0;
  }

  /** Play whatever there is to play; only one call at a time. */
  async run(life: Life<S>): Promise<void> {
    this.#isRunning = true;
    try {
      await this.#drain(life);
    } finally {
      // An input that arrives after it finds no pump.
      this.#isRunning = false;
      this.#host.onStopped();
    }
  }

  async #drain(life: Life<S>): Promise<void> {
    const { player, isErasing } = this.#host;
    for (let played = 1; !isErasing() && !this.#waits(life); played += 1) {
      if (!life.state.open) this.#begin(life);
      if (!life.state.open) return;
      await player.play(life);
      life.snapshots.keep(life.state);
      if (this.hasWork(life)) life.outbox.sendSoon();
      else life.outbox.send();
      // Rounds that ask nobody outside never let go by themselves: whoever wants to pause, or to look, comes in here.
      if (played % ROUNDS_AT_A_STRETCH === 0) await yieldToEventLoop();
    }
  }

  /** What is due, and the start of the next round, when there is one. */
  #begin(life: Life<S>): void {
    const { starts, sockets } = this.#host;
    const at = new Date().toISOString();
    const begun = starts.follow(life.state, [], life.ledger.head, at);
    if (begun.length > 0) sockets.broadcast(life.write(begun, at));
  }

  /** The open round can't go on before something arrives: nothing is to be played, and no alarm need beat. */
  #waits(life: Life<S>): boolean {
    return life.state.open !== null && (this.#host.engine.waits?.(life.state) ?? false);
  }
}
