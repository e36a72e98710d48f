import { useCallback, useEffect, useRef } from 'preact/hooks';

/** Pause between messages while somebody goes on typing. */
const TELL_MS = 2500;
/** Pause in typing after which a person counts as no longer typing. */
const IDLE_MS = 4000;

/** Tells the others in a room that this person types; `tell(false)` when the text is sent, or the field left. */
export function useTyping(
  say: (message: object) => boolean,
  personaId: string | undefined,
): (on: boolean) => void {
  const lastTold = useRef<number | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const tell = useCallback(
    (on: boolean) => {
      window.clearTimeout(timer.current);
      const now = performance.now();
      if (on) {
        timer.current = window.setTimeout(() => tell(false), IDLE_MS);
        if (lastTold.current !== null && now - lastTold.current < TELL_MS) return;
      } else if (lastTold.current === null) return;
      lastTold.current = on ? now : null;
      if (personaId !== undefined) say({ type: 'typing', on, personaId });
    },
    [say, personaId],
  );
  useEffect(() => () => tell(false), [tell]);
  return tell;
}
