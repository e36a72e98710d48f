import type { ComponentChildren } from 'preact';

/** Asks for confirmation before something is lost; `children` explain what. */
export function DangerNote(props: {
  verb: string;
  keep?: string;
  busy: boolean;
  onConfirm: () => void;
  onKeep: () => void;
  children: ComponentChildren;
}) {
  return (
    <div class="notice" role="alert">
      {props.children}
      <div class="buttons">
        <button type="button" class="danger" disabled={props.busy} onClick={props.onConfirm}>
          {props.verb}
        </button>
        <button type="button" onClick={props.onKeep}>
          {props.keep ?? 'Keep'}
        </button>
      </div>
    </div>
  );
}
