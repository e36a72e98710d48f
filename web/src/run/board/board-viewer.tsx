import { Gamepad2, Pause, Play } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { GridRun } from '../../../../src/contract/runs';
import { Icon } from '../../kit/icon';
import { ProblemNote } from '../../kit/problem-note';
import { termLabel } from '../../words/terms';
import type { Frame } from '../fold-run';
import { Board } from './board';
import { changedCells, parseBoard } from './grid';
import { ObjectList } from './object-list';
import type { BoardMode } from './paint-board';
import { useAnimation } from './use-animation';
import { objectOutlines, useObjects } from './use-objects';
import { usePlayback } from './use-playback';

interface BoardViewerProps {
  run: string;
  frames: readonly Frame[];
  index: number;
  /** Number of the newest turn, while more has happened than is shown; null: nothing more has. */
  of: number | null;
  /** What the run waits for if its game is played elsewhere; null: nothing. */
  waits: GridRun['waitsFor'];
  /** Frames follow each other, so show their animations as well. */
  moves: boolean;
  /** The controls below the board. */
  bar: ComponentChildren;
  /** Undefined: playing from here is not possible. */
  onPlay?: () => void;
  /** True: a person plays the run itself from its current state; otherwise a copy from this frame. */
  playsOwn?: boolean;
}

const MODES: readonly [BoardMode, string][] = [
  ['after', 'After'],
  ['before', 'Before'],
  ['diff', 'Difference'],
];

/** Shows a frame in several modes, with its animation. The layout does not depend on the frame. */
export function BoardViewer({
  run,
  frames,
  index,
  of,
  waits,
  moves,
  bar,
  onPlay,
  playsOwn,
}: BoardViewerProps) {
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
  const moving = useAnimation(moves && frame ? frame : null);
  // Each frame begins with its settled picture.
  useEffect(() => setMoment(null), [frame?.n]);

  const before = frame?.before == null ? null : parseBoard(frame.before);
  const pictures = frame?.before == null ? [] : [frame.before, ...frame.animation, frame.cells];
  const passing = moment === null ? moving : (pictures[moment] ?? null);
  const playLabel = frame && !playsOwn ? 'Play from here' : 'Play it yourself';
  const looksBack = mode !== 'after' && before !== null;
  return (
    <section aria-label="Board" class="board-viewer">
      <div class="modes">
        <fieldset>
          <legend class="sr-only">View</legend>
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
        {onPlay && (
          <button type="button" onClick={onPlay} aria-label={playLabel}>
            <Icon of={Gamepad2} />
            <span>{playLabel}</span>
          </button>
        )}
      </div>
      {frame ? (
        <Board
          readable
          fills
          grid={parseBoard(passing ?? frame.cells)}
          before={before}
          mode={looksBack ? mode : 'after'}
          name={mode === 'before' && before ? `Before frame ${frame.n}` : `Frame ${frame.n}`}
          {...(objects && mode !== 'before' && moment === null
            ? { outlines: objectOutlines(objects), masked: objects.masked }
            : {})}
        />
      ) : (
        <p class="quiet board-empty">The board appears after the first turn.</p>
      )}
      <div class="board-foot">
        {frame ? <Caption frame={frame} of={of} waits={waits} /> : <p class="caption" />}
        {frames.some(({ animation }) => animation.length > 0) && (
          <Passing pictures={pictures.length} moment={moment} frame={frame} onMoment={setMoment} />
        )}
      </div>
      {bar}
      {problem && <ProblemNote problem={problem} />}
      {objects && <ObjectList objects={objects} />}
    </section>
  );
}

function Caption({ frame, of, waits }: { frame: Frame; of: number | null; waits: GridRun['waitsFor'] }) {
  const grid = parseBoard(frame.cells);
  const changedCount = changedCells(frame.before === null ? null : parseBoard(frame.before), grid).size;
  return (
    <p class="caption">
      Frame {frame.n}
      {frame.turn ? ` · turn ${frame.turn}${of ? ` of ${of}` : ''}` : ''}
      {frame.label && frame.label !== 'after' ? ` · ${termLabel(frame.label)}` : ''}
      {frame.action && (
        <>
          {' '}
          · <strong>{frame.action}</strong> changed{' '}
          {changedCount === 1 ? '1 cell' : changedCount === 0 ? 'nothing' : `${changedCount} cells`}
        </>
      )}
      {waits && ` · waiting for the game's answer ${waits.action ? `after ${waits.action.id}` : 'first'}`}
    </p>
  );
}

/** Shows the pictures of the game between the board before an action and the one after it. */
function Passing(props: {
  pictures: number;
  moment: number | null;
  frame: Frame | undefined;
  onMoment: (moment: number | null) => void;
}) {
  const { pictures, onMoment } = props;
  const last = Math.max(0, pictures - 1);
  const isStill = last < 2;
  const moment = props.moment ?? last;
  const show = (next: number) => onMoment(next >= last ? null : next);
  const { plays, toggle } = usePlayback(() => {
    show(moment + 1);
    return moment + 1 < last;
  });
  return (
    <div class={isStill ? 'scrub passing still' : 'scrub passing'}>
      <button
        type="button"
        class="plain icon-button"
        aria-label={plays ? 'Stop the animation' : 'Play the animation'}
        disabled={isStill}
        onClick={() => {
          if (!plays && moment >= last) onMoment(0);
          toggle();
        }}
      >
        <Icon of={plays ? Pause : Play} />
      </button>
      <input
        type="range"
        aria-label={`Animation frames of ${props.frame?.action ?? 'this frame'}`}
        aria-valuetext={moment === 0 ? 'before' : moment === last ? 'final' : `animation frame ${moment}`}
        min={0}
        max={Math.max(1, last)}
        value={moment}
        disabled={isStill}
        onInput={(moved) => show(Number(moved.currentTarget.value))}
      />
      <span class="quiet small">
        {moment === 0 ? 'before' : moment === last ? 'final' : `${moment} of ${last - 1}`}
      </span>
    </div>
  );
}
