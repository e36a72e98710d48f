import type { ComponentChildren } from 'preact';
import type { FieldMarks } from './form-context';

/** Draws label and input, and below them the mistakes, or else the hint. */
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

/** Draws several inputs under one name, and below them the mistakes, or else the hint. */
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
