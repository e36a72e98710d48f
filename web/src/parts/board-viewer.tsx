import type { Frame } from '../fold-run';
import { changedCells } from '../grid';
import { Board } from './board';

interface BoardViewerProps {
  frames: Frame[];
  /** Index of the frame on show; null follows the newest. */
  shown: number | null;
  onShow: (index: number | null) => void;
}

/** The board with a slider through all its frames. At the right end it follows the game. */
export function BoardViewer({ frames, shown, onShow }: BoardViewerProps) {
  const newest = frames.length - 1;
  const index = Math.min(shown ?? newest, newest);
  const frame = frames[index];
  if (!frame) return <p class="quiet board-empty">The board appears with the first turn.</p>;
  const changed = changedCells(frame.before, frame.grid).size;
  const show = (next: number) => onShow(next >= newest ? null : Math.max(0, next));
  return (
    <section aria-label="Board" class="board-viewer">
      <Board grid={frame.grid} before={frame.before} name={`Frame ${frame.n}`} />
      <div class="scrub">
        <button
          type="button"
          aria-label="Frame before"
          disabled={index === 0}
          onClick={() => show(index - 1)}
        >
          ‹
        </button>
        <input
          type="range"
          aria-label="Frame"
          aria-valuetext={`Frame ${frame.n}`}
          min={0}
          max={newest}
          value={index}
          disabled={newest === 0}
          onInput={(moved) => show(Number(moved.currentTarget.value))}
        />
        <button
          type="button"
          aria-label="Frame after"
          disabled={index === newest}
          onClick={() => show(index + 1)}
        >
          ›
        </button>
        <button type="button" disabled={shown === null} onClick={() => onShow(null)}>
          Latest
        </button>
      </div>
      <p class="caption">
        Frame {frame.n}
        {frame.turn ? ` · turn ${frame.turn}` : ''}
        {frame.label ? ` · ${frame.label.replaceAll('_', ' ')}` : ''}
        {frame.action && (
          <>
            {' '}
            · <strong>{frame.action}</strong> changed{' '}
            {changed === 1 ? '1 cell' : changed === 0 ? 'nothing' : `${changed} cells`}
          </>
        )}
      </p>
    </section>
  );
}
