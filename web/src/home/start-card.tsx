import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import type { PageProblem } from '../api/api';
import { onSubmit } from '../kit/form/on-submit';

export function StartCard(props: {
  title: string;
  what: string;
  /** Words of its button, and those while it is under way. */
  verb: string;
  verbing: string;
  isReady: boolean;
  /** Opens the page of the new room, or returns the problem. */
  onStart: () => Promise<PageProblem | null>;
  onProblem: (problem: PageProblem | null) => void;
  /** Optional settings; drawn on unfolding, because they load the profiles of the library. */
  options: ComponentChildren;
  aside?: ComponentChildren;
  children: ComponentChildren;
}) {
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const id = useId();
  const start = async () => {
    if (!props.isReady || busy) return;
    setBusy(true);
    const problem = await props.onStart();
    if (!problem) return;
    setBusy(false);
    props.onProblem(problem);
  };
  return (
    <form class="card start" aria-labelledby={id} onSubmit={onSubmit(start)}>
      <h2 id={id}>{props.title}</h2>
      <p>{props.what}</p>
      {props.children}
      <details class="more" open={isOpen} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
        <summary>Options</summary>
        {isOpen && <div class="fields one-column">{props.options}</div>}
      </details>
      {props.aside}
      <button type="submit" class="primary big" disabled={!props.isReady || busy}>
        {busy ? props.verbing : props.verb}
      </button>
    </form>
  );
}
