import { ChevronLeft, ChevronRight } from 'lucide';
import { Icon } from './icon';
import './wordings.css';

/** Buttons to browse the versions of a line, or the greetings of a card. Keys and swipes are handled by the parent. */
export function Wordings(props: {
  legend: string;
  count: number;
  chosen: number;
  busy: boolean;
  onChoose: (index: number) => void;
  /** Makes a new version after the last one. Absent: not possible. */
  onAdd?: (() => void) | undefined;
}) {
  const { count, chosen, busy, onChoose, onAdd } = props;
  const isLast = chosen + 1 === count;
  const turn = (by: number) => {
    const index = chosen + by;
    if (!busy && index >= 0 && index < count) onChoose(index);
  };
  return (
    <fieldset class="wordings">
      <legend class="sr-only">{props.legend}</legend>
      <button
        type="button"
        class="plain"
        tabIndex={-1}
        aria-disabled={busy || chosen === 0}
        onClick={() => turn(-1)}
        aria-label="Previous version"
      >
        <Icon of={ChevronLeft} />
      </button>
      <span aria-live="polite">
        {chosen + 1}/{count}
      </span>
      <button
        type="button"
        class="plain"
        tabIndex={-1}
        aria-disabled={busy || (isLast && !onAdd)}
        onClick={() => (isLast ? !busy && onAdd?.() : turn(1))}
        aria-label={isLast && onAdd ? 'New version' : 'Next version'}
      >
        <Icon of={ChevronRight} />
      </button>
    </fieldset>
  );
}
