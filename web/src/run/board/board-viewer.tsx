import { useEffect, useState } from 'preact/hooks';
import { ProblemNote } from '../../kit/problem-note';
import type { Frame } from '../fold-run';
import { Board } from './board';
import { changedCells, gridOf } from './grid';
import { ObjectList } from './object-list';
import type { BoardMode } from './paint-board';
import { outlinesOf, useObjects } from './use-objects';
import { usePlayback } from './use-playback';

interface BoardViewerProps {
  run: string;
  frames: readonly Frame[];
  index: number;
  /** The newest frame is on show, and newer ones replace it. */
  follows: boolean;
  /** Null: the newest. */
  onShow: (index: number | null) => void;
  /** Undefined: nobody can play on from here. */
  onPlay?: () => void;
}

const MODES: readonly [BoardMode, string][] = [
  ['after', 'After'],
  ['before', 'Before'],
  ['diff', 'Difference'],
];

/** Shows a frame of the run in several modes, its animation, and a slider through all frames. */
export function BoardViewer({ run, frames, index, follows, onShow, onPlay }: BoardViewerProps) {
  const [mode, setMode] = useState<BoardMode>('after');
  const [withObjects, setWithObjects] = useState(false);
  /** Index in the pictures of the action; null: the settled one. */
  const [moment, setMoment] = useState<number | null>(null);
  const frame = frames[index];
  const previous = frame?.before != null ? frames[index - 1] : undefined;
  const { objects, problem } = useObjects(
    run,
    withObjects && frame ? frame.n : null,
    previous ? previous.n : null,
  );
  const newest = frames.length - 1;
  const show = (next: number) => onShow(next >= newest ? null : Math.max(0, next));
  const replay = usePlayback(() => {
    if (index >= newest) return false;
    show(index + 1);
    return index + 1 < newest;
  });
  // Each frame begins with its settled picture.
  useEffect(() => setMoment(null), [frame?.n]);
  if (!frame) return <p class="quiet board-empty">The board appears with the first turn.</p>;

  const pictures = frame.before === null ? [] : [frame.before, ...frame.animation, frame.cells];
  const passing = moment === null ? null : (pictures[moment] ?? null);
  const grid = gridOf(passing ?? frame.cells);
  const before = frame.before === null ? null : gridOf(frame.before);
  const looksBack = mode !== 'after' && before !== null;
  return (
    <section aria-label="Board" class="board-viewer">
      <fieldset class="modes">
        <legend class="sr-only">What is shown</legend>
        {MODES.map(([id, label]) => (
          <label key={id} class={mode === id ? 'chosen' : ''}>
            <input
              type="radio"
              name="board-mode"
              checked={mode === id}
              disabled={id !== 'after' && before === null}
              onChange={() => setMode(id)}
            />
            {label}
          </label>
        ))}
        <label class={withObjects ? 'chosen apart' : 'apart'}>
          <input
            type="checkbox"
            checked={withObjects}
            onChange={(change) => setWithObjects(change.currentTarget.checked)}
          />
          Objects
        </label>
      </fieldset>
      <Board
        readable
        grid={grid}
        before={before}
        mode={looksBack ? mode : 'after'}
        name={mode === 'before' && before ? `Before frame ${frame.n}` : `Frame ${frame.n}`}
        {...(objects && mode !== 'before' && passing === null
          ? { outlines: outlinesOf(objects), masked: objects.masked }
          : {})}
      />
      <Caption frame={frame} />
      {frame.animation.length > 0 && (
        <Passing pictures={pictures.length} moment={moment} frame={frame} onMoment={setMoment} />
      )}
      <div class="scrub">
        <button
          type="button"
          aria-label={replay.plays ? 'Stop playing the frames' : 'Play the frames from here'}
          disabled={!replay.plays && index >= newest}
          onClick={replay.toggle}
        >
          {replay.plays ? '❚❚' : '▶'}
        </button>
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
          aria-valuetext={`Frame ${frame.n}${frame.turn ? `, turn ${frame.turn}` : ''}`}
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
        <button type="button" disabled={follows} onClick={() => onShow(null)}>
          Latest
        </button>
      </div>
      {onPlay && (
        <div class="buttons">
          <button type="button" onClick={onPlay}>
            Play from here
          </button>
        </div>
      )}
      {problem && <ProblemNote problem={problem} />}
      {objects && <ObjectList objects={objects} />}
    </section>
  );
}

function Caption({ frame }: { frame: Frame }) {
  const grid = gridOf(frame.cells);
  const changedCount = changedCells(frame.before === null ? null : gridOf(frame.before), grid).size;
  return (
    <p class="caption">
      Frame {frame.n}
      {frame.turn ? ` · turn ${frame.turn}` : ''}
      {frame.label && frame.label !== 'after' ? ` · ${frame.label}` : ''}
      {frame.action && (
        <>
          {' '}
          · <strong>{frame.action}</strong> changed{' '}
          {changedCount === 1 ? '1 cell' : changedCount === 0 ? 'nothing' : `${changedCount} cells`}
        </>
      )}
    </p>
  );
}

/** Shows the pictures of the game between the board before an action and the one after it. */
function Passing(props: {
  pictures: number;
  moment: number | null;
  frame: Frame;
  onMoment: (moment: number | null) => void;
}) {
  const { pictures, onMoment } = props;
  const last = pictures - 1;
  const moment = props.moment ?? last;
  const show = (next: number) => onMoment(next >= last ? null : next);
  const { plays, toggle } = usePlayback(() => {
    show(moment + 1);
    return moment + 1 < last;
  });
  return (
    <div class="scrub passing">
      <button
        type="button"
        aria-label={plays ? 'Stop the animation' : 'Play the animation'}
        onClick={() => {
          if (!plays && moment >= last) onMoment(0);
          toggle();
        }}
      >
        {plays ? '❚❚' : '▶'}
      </button>
      <input
        type="range"
        aria-label={`Pictures of ${props.frame.action ?? 'this frame'}`}
        aria-valuetext={moment === 0 ? 'before' : moment === last ? 'settled' : `picture ${moment}`}
        min={0}
        max={last}
        value={moment}
        onInput={(moved) => show(Number(moved.currentTarget.value))}
      />
      <span class="quiet small">
        {moment === 0 ? 'before' : moment === last ? 'settled' : `${moment} of ${last - 1}`}
      </span>
    </div>
  );
}
