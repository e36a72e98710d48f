import { type PosterKind, posterOf } from './posters';
import { useCover } from './use-cover';

/** Holds what a poster announces. */
export interface Bill {
  kind: PosterKind;
  id: string;
  title: string;
  /** A few words under the title. */
  line: string;
  /** It is a story that came with a picture for its front. */
  hasCover?: boolean;
}

/** A poster that opens what it announces. */
export function Poster({ bill, onChoose }: { bill: Bill; onChoose: () => void }) {
  const cover = useCover(bill.hasCover ? bill.id : null);
  return (
    <li>
      <button type="button" class="poster" onClick={onChoose} aria-haspopup="dialog">
        <img
          src={cover ?? posterOf(bill.kind, bill.id)}
          alt=""
          width="240"
          height="320"
          loading="lazy"
          decoding="async"
        />
        <span class="poster-title" dir="auto">
          {bill.title}
        </span>
        <span class="quiet poster-line" dir="auto">
          {bill.line}
        </span>
      </button>
    </li>
  );
}
