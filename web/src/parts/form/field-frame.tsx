import type { ComponentChildren } from 'preact';
import type { FieldMarks } from './form-context';

/** Label, input, and below it what is wrong, or else what it is for. */
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
