import { X } from 'lucide';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Icon } from './icon';

export interface Toast {
  text: string;
  /** The one available action, such as Undo. */
  verb?: string;
  onVerb?: () => void;
  /** Called once when the toast has gone without a click on its button. */
  onEnd?: () => void;
}

/** Long enough to read it and reach its button. */
const TOAST_MS = 8_000;
const TOASTED = 'proscenium:toast';

/** Shows a short message at the edge of the page, replacing the previous one. */
export const showToast = (toast: Toast): boolean =>
  window.dispatchEvent(new CustomEvent(TOASTED, { detail: toast }));

/** The place for toasts, once per page. A toast stays while hovered or focused. */
export function Toasts() {
  const [toast, setToast] = useState<Toast | null>(null);
  const [isHeld, setHeld] = useState(false);
  const now = useRef<Toast | null>(null);
  const change = useCallback((next: Toast | null) => {
    const former = now.current;
    now.current = next;
    setToast(next);
    setHeld(false);
    former?.onEnd?.();
  }, []);
  useEffect(() => {
    const show = (event: Event) => change((event as CustomEvent<Toast>).detail);
    window.addEventListener(TOASTED, show);
    return () => window.removeEventListener(TOASTED, show);
  }, [change]);
  useEffect(() => {
    if (!toast || isHeld) return;
    const timer = setTimeout(() => change(null), TOAST_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld, change]);
  const press = ({ onVerb }: Toast) => {
    now.current = null;
    onVerb?.();
    change(null);
  };
  return (
    <div class="toasts" role="status">
      {toast && (
        <div
          class="toast"
          onPointerEnter={() => setHeld(true)}
          onPointerLeave={() => setHeld(false)}
          onFocusIn={() => setHeld(true)}
          onFocusOut={() => setHeld(false)}
        >
          <span>{toast.text}</span>
          {toast.verb && (
            <button type="button" class="plain" onClick={() => press(toast)}>
              {toast.verb}
            </button>
          )}
          <button type="button" class="plain icon-button" aria-label="Close" onClick={() => change(null)}>
            <Icon of={X} />
          </button>
        </div>
      )}
    </div>
  );
}
