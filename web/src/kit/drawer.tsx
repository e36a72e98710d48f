import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { CloseButton } from './close-button';
import './drawer.css';

interface DrawerProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
}

/**
 * A panel that slides in from the side, or from below on phones. It is a dialog: Escape, the close button and a click
 * outside close it, and the browser restores the focus.
 */
export function Drawer({ title, onClose, children }: DrawerProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    // A press on the dialog itself is one beside its content: on the backdrop.
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same
    <dialog
      ref={dialog}
      class="drawer"
      aria-label={title}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
    >
      <div class="drawer-body">
        <header class="drawer-head">
          <h2>{title}</h2>
          <CloseButton onClose={() => dialog.current?.close()} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
