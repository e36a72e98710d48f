import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { onSubmit } from './form/on-submit';

interface SheetProps {
  title: string;
  verb: string;
  busy: boolean;
  /** False disables sending, for example without changes. */
  ready?: boolean;
  onSend: () => void;
  onClose: () => void;
  children: ComponentChildren;
}

/** A form in a dialog. Its content stays until it is accepted or the dialog is closed. */
export function Sheet(props: SheetProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sheet" aria-label={props.title} onClose={props.onClose}>
      <form class="sheet-form" onSubmit={onSubmit(() => !props.busy && props.onSend())}>
        <h2>{props.title}</h2>
        {props.children}
        <div class="row end">
          <button type="button" onClick={() => dialog.current?.close()}>
            Close
          </button>
          <button type="submit" class="primary" disabled={props.busy || props.ready === false}>
            {props.verb}
          </button>
        </div>
      </form>
    </dialog>
  );
}
