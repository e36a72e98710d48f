/** Pause between messages while somebody goes on typing. */
const TELL_MS = 2500;
/** Pause in typing after which a person counts as no longer typing. */
const IDLE_MS = 4000;

/**
 * Makes the function that tells the others that somebody types: call it with every key that is pressed, and with false
 * when the text is sent, or the field left.
 */
export function makeTyping(send: (message: object) => boolean): (on: boolean, as?: string) => void {
  let lastTold: number | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  return function tell(on, as) {
    clearTimeout(timer);
    const now = performance.now();
    if (on) {
      timer = setTimeout(() => tell(false, as), IDLE_MS);
      if (lastTold !== null && now - lastTold < TELL_MS) return;
    } else if (lastTold === null) return;
    lastTold = on ? now : null;
    send({ type: 'typing', on, ...(as === undefined ? {} : { personaId: as }) });
  };
}
