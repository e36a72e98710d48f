/** Time for which somebody counts as typing after the last message: clients say so again while it goes on. */
export const TYPING_LASTS_MS = 10_000;
/** Shortest time between two messages that somebody types. */
const TOLD_EVERY_MS = 1000;

/** Knows who types in a scene. Nothing of it is stored: a room that was cut off takes nobody for typing. */
export class Typists {
  /** Until when somebody counts as typing, by actor. */
  readonly #until = new Map<string, number>();
  /** When the others were last told of it, by actor. */
  readonly #toldAt = new Map<string, number>();

  /** Somebody types. @param actor `persona:…` */
  add(actor: string, now: number): void {
    this.#until.set(actor, now + TYPING_LASTS_MS);
  }

  /** Forgets an actor who speaks, leaves or has stopped. */
  drop(actor: string): void {
    this.#until.delete(actor);
  }

  /** Returns true when the others are to be told now, and counts it as told. A stop always is. */
  tells(actor: string, on: boolean, now: number): boolean {
    if (on && now - (this.#toldAt.get(actor) ?? 0) < TOLD_EVERY_MS) return false;
    this.#toldAt.set(actor, now);
    return true;
  }

  /** Lists who types at this moment, with the time until which that holds. */
  at(now: number): { actor: string; until: number }[] {
    for (const [actor, until] of this.#until) if (until <= now) this.#until.delete(actor);
    return [...this.#until].map(([actor, until]) => ({ actor, until }));
  }
}
