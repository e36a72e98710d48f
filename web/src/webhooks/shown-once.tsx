import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { CopyButton } from '../kit/copy-button';
import { lower } from '../words/say';

/** A text that is to be copied whole, with its button. */
export function CopyRow({ label, text }: { label: string; text: string }) {
  const id = useId();
  return (
    <div class="field copy-row">
      <label for={id}>{label}</label>
      <div class="row">
        <input
          id={id}
          type="text"
          readOnly
          value={text}
          onFocus={(focused) => focused.currentTarget.select()}
        />
        <CopyButton label={`Copy the ${lower(label)}`} text={() => text} />
      </div>
    </div>
  );
}

/** Code to copy as a whole. */
export function CopyCode({ title, code }: { title: string; code: string }) {
  return (
    <figure class="copy-code">
      <figcaption class="row between">
        {title}
        <CopyButton label="Copy" class="plain" text={() => code} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls is reached by the keyboard */}
      <pre tabIndex={0}>{code}</pre>
    </figure>
  );
}

/** Shows a secret once, with related information. Moves the focus there, for screen readers. */
export function ShownOnce(props: {
  title: string;
  /** Where deliveries go; absent of a webhook. */
  address?: string;
  secret: string | null;
  onDone: () => void;
  children?: ComponentChildren;
}) {
  const { title, address, secret, onDone, children } = props;
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), [title, secret]);
  return (
    <section ref={section} class="card shown-once" aria-label={title} tabIndex={-1}>
      <h2>{title}</h2>
      {address !== undefined && <CopyRow label="Address" text={address} />}
      {secret !== null && (
        <>
          <CopyRow label="Secret" text={secret} />
          <p class="quiet small">The secret won't be shown again. Store it with your other secrets.</p>
        </>
      )}
      {children}
      <div class="buttons">
        <button type="button" class="primary" onClick={onDone}>
          Done
        </button>
      </div>
    </section>
  );
}
