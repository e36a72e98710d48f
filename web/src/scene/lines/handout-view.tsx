import { ScrollText } from 'lucide';
import { useEffect, useRef, useState } from 'preact/hooks';
import { hand } from '../../api/scene';
import { CloseButton } from '../../kit/close-button';
import { Icon } from '../../kit/icon';
import { Markdown } from '../../kit/markdown';
import { usePicture } from '../../kit/use-pictures';
import { type AnyScene, isOwn } from '../who';
import type { Line } from './fold-scene';
import { Time } from './line-view';

interface HandoutProps {
  scene: AnyScene;
  line: Extract<Line, { type: 'handout' }>;
}

/** Marks of Markdown, which the card leaves out. */
const MARKS = /[*_`#>]+/g;

/** A handout as a card, which opens large. */
export function HandoutCard({ scene, line }: HandoutProps) {
  const { seq, title, text, to, hasPicture, knownToCast, at } = line;
  const [isOpen, setOpen] = useState(false);
  const picture = usePicture(
    hasPicture ? () => hand.handoutPicture(scene.id, seq) : null,
    `${scene.id} ${seq}`,
  );
  return (
    <>
      <span class="face">
        <span class="avatar offstage">
          <Icon of={ScrollText} />
        </span>
      </span>
      <div class="said">
        <p class="who">
          <strong>Handout</strong>
          {to && <span class="quiet">for {to.join(', ')}</span>}
          {isOwn(scene) && knownToCast && <span class="mark">known to the characters</span>}
          <Time at={at} />
        </p>
        <button type="button" class="handout-card" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {picture && <img src={picture} alt="" />}
          <span class="handout-words">
            <strong dir="auto">{title}</strong>
            {text && (
              <span class="clamped" dir="auto">
                {text.replace(MARKS, '')}
              </span>
            )}
          </span>
        </button>
        {isOpen && <OpenHandout line={line} picture={picture} onClose={() => setOpen(false)} />}
      </div>
    </>
  );
}

function OpenHandout(props: { line: HandoutProps['line']; picture: string | null; onClose: () => void }) {
  const { title, text } = props.line;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sheet handout-open" aria-label={title} onClose={props.onClose}>
      <header>
        <h2 dir="auto">{title}</h2>
        <CloseButton onClose={() => dialog.current?.close()} />
      </header>
      {props.picture && <img src={props.picture} alt={title} />}
      {text && (
        <div class="handout-text" dir="auto">
          <Markdown text={text} />
        </div>
      )}
    </dialog>
  );
}
