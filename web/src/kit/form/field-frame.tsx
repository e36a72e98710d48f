import type { ComponentChildren } from 'preact';
import type { FieldMarks } from './form-context';

/** Label and input, with errors or a hint below. */
export function FieldFrame(props: {
  label: string;
  marks: FieldMarks;
  hint?: string | undefined;
  wide?: boolean;
  children: ComponentChildren;
}) {
  const { label, marks, hint, children } = props;
  return (
    <div class={`form-field${marks.messages.length > 0 ? ' wrong' : ''}${props.wide ? ' wide' : ''}`}>
      <label for={marks.id}>{label}</label>
      {children}
      <FieldNote marks={marks} hint={hint} />
    </div>
  );
}

/** Several inputs under one label, with errors or a hint below. */
export function GroupFrame(props: {
  label: string;
  marks: FieldMarks;
  hint?: string | undefined;
  children: ComponentChildren;
}) {
  const { label, marks, hint, children } = props;
  return (
    <fieldset class={`form-field wide group${marks.messages.length > 0 ? ' wrong' : ''}`}>
      <legend>{label}</legend>
      {children}
      <FieldNote marks={marks} hint={hint} />
    </fieldset>
  );
}

export function FieldNote({ marks, hint }: { marks: FieldMarks; hint?: string | undefined }) {
  if (marks.messages.length === 0 && !hint) return null;
  return (
    <div id={marks.noteId} class="field-note">
      {marks.messages.length === 0
        ? hint
        : marks.messages.map((message) => (
            <p key={message} class="mistake">
              {message}
            </p>
          ))}
    </div>
  );
}
