import { useCallback, useEffect, useRef } from 'preact/hooks';

/** It is told again this often while somebody goes on typing. */
const TELL_MS = 2500;
/** Who pauses so long has stopped. */
const IDLE_MS = 4000;

/** Tells the others in a room that this person types; `typed(false)` when they have sent it, or left the field. */
export function useTyping(
  say: (message: object) => boolean,
  personaId: string | undefined,
): (on: boolean) => void {
  const told = useRef<number | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const tell = useCallback(
    (on: boolean) => {
      window.clearTimeout(timer.current);
      const now = performance.now();
      if (on) {
        timer.current = window.setTimeout(() => tell(false), IDLE_MS);
        if (told.current !== null && now - told.current < TELL_MS) return;
      } else if (told.current === null) return;
      told.current = on ? now : null;
      if (personaId !== undefined) say({ type: 'typing', on, personaId });
    },
    [say, personaId],
  );
  useEffect(() => () => tell(false), [tell]);
  return tell;
}
