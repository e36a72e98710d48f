/** How long somebody counts as typing after the last word of it: clients say so again while it goes on. */
export const TYPING_LASTS_MS = 10_000;
/** That somebody types is told at most this often. */
const TOLD_EVERY_MS = 1000;

/** Who types in a scene. Nothing of this is stored: a room that was cut off takes nobody for typing. */
export class Typists {
  /** Until when somebody counts as typing, by actor. */
  readonly #until = new Map<string, number>();
  /** When the others were last told of it, by actor. */
  readonly #toldAt = new Map<string, number>();

  /** Somebody types. @param actor `persona:…` */
  add(actor: string, now: number): void {
    this.#until.set(actor, now + TYPING_LASTS_MS);
  }

  /** Whoever speaks, leaves or says so has stopped. */
  drop(actor: string): void {
    this.#until.delete(actor);
  }

  /** Whether the others are to be told of it now; then it counts as told. That somebody has stopped always is. */
  tells(actor: string, on: boolean, now: number): boolean {
    if (on && now - (this.#toldAt.get(actor) ?? 0) < TOLD_EVERY_MS) return false;
    this.#toldAt.set(actor, now);
    return true;
  }

  /** Who types at this moment, and until when that is believed. */
  at(now: number): { actor: string; until: number }[] {
    for (const [actor, until] of this.#until) if (until <= now) this.#until.delete(actor);
    return [...this.#until].map(([actor, until]) => ({ actor, until }));
  }
}
