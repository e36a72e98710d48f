import { findPoster, type PosterKind } from './posters';
import { useCover } from './use-cover';

export interface Bill {
  kind: PosterKind;
  id: string;
  title: string;
  /** A few words under the title. */
  line: string;
  /** The story has a cover picture. */
  hasCover?: boolean;
}

export function Poster({ bill, onChoose }: { bill: Bill; onChoose: () => void }) {
  const cover = useCover(bill.hasCover ? bill.id : null);
  return (
    <li>
      <button type="button" class="poster" onClick={onChoose} aria-haspopup="dialog">
        <img
          src={cover ?? findPoster(bill.kind, bill.id)}
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
