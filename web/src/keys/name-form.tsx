import { useState } from 'preact/hooks';
import { onSubmit } from '../kit/form/on-submit';

export function NameForm(props: {
  label: string;
  placeholder: string;
  verb: string;
  busy: boolean;
  class?: string;
  /** Returns true when it was made; the field is then cleared for the next name. */
  onSend: (name: string) => Promise<boolean>;
}) {
  const [text, setText] = useState('');
  const name = text.trim();
  const send = async () => {
    if (name !== '' && !props.busy && (await props.onSend(name))) setText('');
  };
  return (
    <form class="row make-key" onSubmit={onSubmit(send)}>
      <input
        type="text"
        aria-label={props.label}
        placeholder={props.placeholder}
        maxLength={80}
        autocapitalize="off"
        spellcheck={false}
        value={text}
        onInput={(typed) => setText(typed.currentTarget.value)}
      />
      <button type="submit" class={props.class} disabled={props.busy || name === ''}>
        {props.verb}
      </button>
    </form>
  );
}
