import { type PosterKind, posterOf } from './posters';

/** Holds what a poster announces. */
export interface Bill {
  kind: PosterKind;
  id: string;
  title: string;
  /** A few words under the title. */
  line: string;
}

/** A poster that opens what it announces. */
export function Poster({ bill, onChoose }: { bill: Bill; onChoose: () => void }) {
  return (
    <li>
      <button type="button" class="poster" onClick={onChoose} aria-haspopup="dialog">
        <img
          src={posterOf(bill.kind, bill.id)}
          alt=""
          width="240"
          height="320"
          loading="lazy"
          decoding="async"
        />
        <span class="poster-title" dir="auto">
          {bill.title}
        </span>
        <span class="quiet poster-line">{bill.line}</span>
      </button>
    </li>
  );
}
