/** Minimum time between typing messages. */
const NOTIFY_MS = 2500;
/** Time without input after which a person counts as no longer typing. */
const IDLE_MS = 4000;

/**
 * Returns a function that sends typing indicators: call it on every key press, and with false when the text is sent
 * or the field loses focus.
 */
export function createTyping(send: (message: object) => boolean): (on: boolean, as?: string) => void {
  let lastTold: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return function tell(on, as) {
    clearTimeout(timer);
    const now = performance.now();
    if (on) {
      timer = setTimeout(() => tell(false, as), IDLE_MS);
      if (lastTold !== null && now - lastTold < NOTIFY_MS) return;
    } else if (lastTold === null) return;
    lastTold = on ? now : null;
    send({ type: 'typing', on, ...(as === undefined ? {} : { personaId: as }) });
  };
}
