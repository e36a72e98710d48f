import { useEffect, useRef, useState } from 'preact/hooks';

interface ConfirmProps {
  label: string;
  /** What will happen and what will be lost. */
  question: string;
  verb: string;
  disabled?: boolean;
  class?: string;
  onConfirm: () => void;
}

export function ConfirmButton(props: ConfirmProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <button
        type="button"
        class={props.class ?? ''}
        disabled={props.disabled}
        onClick={() => setAsking(true)}
      >
        {props.label}
      </button>
      {asking && (
        <Ask
          {...props}
          onClose={(yes) => {
            setAsking(false);
            if (yes) props.onConfirm();
          }}
        />
      )}
    </>
  );
}

function Ask(props: ConfirmProps & { onClose: (yes: boolean) => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  // The browser gives the focus back to the button when the dialog closes.
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      class="ask"
      aria-label={props.label}
      onClose={() => props.onClose(dialog.current?.returnValue === 'yes')}
    >
      <p>{props.question}</p>
      <div class="buttons">
        <button type="button" onClick={() => dialog.current?.close()}>
          Keep
        </button>
        <button type="button" class="primary" onClick={() => dialog.current?.close('yes')}>
          {props.verb}
        </button>
      </div>
    </dialog>
  );
}
