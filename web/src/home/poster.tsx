import { useRef } from 'preact/hooks';
import { useInSight } from '../kit/use-in-sight';
import { type PosterKind, usePoster } from './posters';
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
  const place = useRef<HTMLLIElement>(null);
  const isInSight = useInSight(place);
  const cover = useCover(bill.hasCover && isInSight ? bill.id : null);
  const poster = usePoster(bill.kind, bill.id, isInSight);
  return (
    <li ref={place}>
      <button type="button" class="poster" onClick={onChoose} aria-haspopup="dialog">
        <img src={cover ?? poster} alt="" width="240" height="320" decoding="async" />
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
