import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';

/** Shows a secret once. */
export function NewSecret(props: {
  title: string;
  secret: string;
  onDone: () => void;
  children?: ComponentChildren;
}) {
  const { title, secret, onDone, children } = props;
  const [isCopied, setCopied] = useState<boolean | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(secret);
      setCopied(true);
    } catch {
      // Plain http has no clipboard API: select the text for manual copying.
      field.current?.select();
      setCopied(false);
    }
  };
  return (
    <section class="card new-secret" aria-label={title}>
      <h2>{title}</h2>
      <p>It won't be shown again. Store it with your other secrets.</p>
      <div class="row">
        <input ref={field} class="secret" type="text" readOnly aria-label="Secret" value={secret} />
        <button type="button" class="primary" onClick={() => void copy()}>
          Copy
        </button>
      </div>
      <p role="status" class="quiet">
        {isCopied === null ? '' : isCopied ? 'Copied.' : 'The text is selected. Copy it with your keyboard.'}
      </p>
      <div class="buttons">
        {children}
        <button type="button" onClick={onDone}>
          Done
        </button>
      </div>
    </section>
  );
}
