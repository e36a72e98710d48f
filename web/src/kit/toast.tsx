import { X } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from './icon';

export interface Toast {
  text: string;
  /** The one thing that can be done about it, such as Undo. */
  verb?: string;
  onVerb?: () => void;
}

/** Long enough to read it and reach its button. */
const SHOWN_MS = 8_000;
const TOASTED = 'proscenium:toast';

/** Says something in passing at the edge of the page; a new one takes the place of the one before. */
export const showToast = (toast: Toast): boolean =>
  window.dispatchEvent(new CustomEvent(TOASTED, { detail: toast }));

/** Where toasts appear, once in the page. It waits while a pointer or the focus is in it. */
export function Toasts() {
  const [toast, setToast] = useState<Toast | null>(null);
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    const show = (event: Event) => setToast((event as CustomEvent<Toast>).detail);
    window.addEventListener(TOASTED, show);
    return () => window.removeEventListener(TOASTED, show);
  }, []);
  useEffect(() => {
    if (!toast || isHeld) return;
    const timer = setTimeout(() => setToast(null), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast, isHeld]);
  const close = () => {
    setToast(null);
    setHeld(false);
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
            <button
              type="button"
              class="plain"
              onClick={() => {
                toast.onVerb?.();
                close();
              }}
            >
              {toast.verb}
            </button>
          )}
          <button type="button" class="plain icon-button" aria-label="Close" onClick={close}>
            <Icon of={X} />
          </button>
        </div>
      )}
    </div>
  );
}
