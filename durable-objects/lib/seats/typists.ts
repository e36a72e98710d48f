/** Typing ends this long after the last message; clients repeat it while it goes on. */
export const TYPING_TTL_MS = 10_000;
const NOTIFY_INTERVAL_MS = 1000;

/** Tracks who is typing. In memory only: after a restart, all count as not typing. */
export class TypingIndicators {
  readonly #until = new Map<string, number>();
  readonly #toldAt = new Map<string, number>();

  /** @param actor `persona:…` */
  add(actor: string, now: number): void {
    this.#until.set(actor, now + TYPING_TTL_MS);
  }

  drop(actor: string): void {
    this.#until.delete(actor);
  }

  /** True if this change may be broadcast now, and records it. A stop always may. */
  shouldNotify(actor: string, on: boolean, now: number): boolean {
    if (on && now - (this.#toldAt.get(actor) ?? 0) < NOTIFY_INTERVAL_MS) return false;
    this.#toldAt.set(actor, now);
    return true;
  }

  at(now: number): { actor: string; until: number }[] {
    for (const [actor, until] of this.#until) if (until <= now) this.#until.delete(actor);
    return [...this.#until].map(([actor, until]) => ({ actor, until }));
  }
}
