import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { PageProblem } from '../api/api';
import { Drawer } from '../kit/drawer';
import { onSubmit } from '../kit/form/on-submit';
import { ProblemNote } from '../kit/problem-note';
import type { Bill } from './poster';
import { usePoster } from './posters';
import { useCover } from './use-cover';
import '../kit/form/form.css';
import './start-form.css';

/** One way to start, with its button. Enter presses the first one. */
export interface Beginning {
  verb: string;
  /** Opens the page of the new room, or returns the problem. */
  onBegin: () => Promise<PageProblem | null>;
}

interface StartFormProps {
  bill: Bill;
  what: string;
  /** Label while starting. */
  verbing: string;
  beginnings: readonly [Beginning, ...Beginning[]];
  /** Optional settings; rendered when opened, because they load the library's profiles. */
  options: ComponentChildren;
  onClose: () => void;
  children?: ComponentChildren;
}

/** The dialog behind a poster: a description, a few options and the start buttons. */
export function StartForm(props: StartFormProps) {
  const { bill, beginnings } = props;
  const cover = useCover(bill.hasCover ? bill.id : null);
  const poster = usePoster(bill.kind, bill.id);
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<PageProblem | null>(null);
  const begin = async ({ onBegin }: Beginning) => {
    if (busy) return;
    setBusy(true);
    const refusal = await onBegin();
    if (!refusal) return;
    setBusy(false);
    setProblem(refusal);
  };
  const [first, ...others] = beginnings;
  return (
    <Drawer title={bill.title} onClose={props.onClose}>
      <form class="start" aria-label={bill.title} onSubmit={onSubmit(() => begin(first))}>
        <div class="start-what">
          <img class="start-poster" src={cover ?? poster} alt="" width="120" height="160" />
          <p dir="auto">{props.what}</p>
        </div>
        {props.children}
        <details class="more" open={isOpen} onToggle={(toggled) => setOpen(toggled.currentTarget.open)}>
          <summary>Options</summary>
          {isOpen && <div class="fields one-column">{props.options}</div>}
        </details>
        {problem && <ProblemNote problem={problem} />}
        <button type="submit" class="primary big" disabled={busy}>
          {busy ? props.verbing : first.verb}
        </button>
        {others.map((one) => (
          <button type="button" class="big" key={one.verb} disabled={busy} onClick={() => void begin(one)}>
            {one.verb}
          </button>
        ))}
      </form>
    </Drawer>
  );
}
