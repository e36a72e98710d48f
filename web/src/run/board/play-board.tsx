import { ArrowLeft, RotateCcw, Undo2 } from 'lucide';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ActionId } from '../../../../src/contract/agents';
import { Icon, type IconShapes } from '../../kit/icon';
import { ProblemNote } from '../../kit/problem-note';
import { Board } from './board';
import { changedCells, type Grid, parseBoard } from './grid';
import { actionKeys, clickKey, readPlayKey } from './play-keys';
import { useAnimation } from './use-animation';
import { type OwnRun, useOwnPlay } from './use-own-play';
import { type Play, usePlay } from './use-play';

const CLICK = 'ACTION6';

/** The frame where a person starts playing; null cells: unknown before the game responds. */
export interface PlayedFrame {
  n: number;
  cells: string | null;
}

/** The game's opening, before any move. */
export const OPENING: PlayedFrame = { n: 0, cells: null };

/** Lets a person play a copy of the game from one frame on, without affecting the run. */
export function CopyBoard({ run, frame, onEnd }: { run: string; frame: PlayedFrame; onEnd: () => void }) {
  return (
    <PlayBoard play={usePlay(run, frame.n)} cells={frame.cells} canTakeBack onEnd={onEnd}>
      <strong>You are playing</strong> {frame.n === 0 ? 'from the start' : `from frame ${frame.n}, in a copy`}
      : this does not affect the agent.
    </PlayBoard>
  );
}

/** Lets a person play the run itself instead of its agent: each move is sent to the game and recorded. */
export function OwnBoard({ run, onEnd }: { run: OwnRun; onEnd: () => void }) {
  const play = useOwnPlay(run);
  const canTakeBack = play.tried?.available.includes('ACTION7') ?? false;
  return (
    <PlayBoard play={play} cells={run.cells} canTakeBack={canTakeBack} onEnd={onEnd}>
      <strong>You are playing</strong> instead of the agent. Every move is sent to the game and recorded.
    </PlayBoard>
  );
}

interface PlayBoardProps {
  play: Play;
  /** Packed frame to show before the first response; null: unknown. */
  cells: string | null;
  /** True if the last move can be undone. */
  canTakeBack: boolean;
  onEnd: () => void;
  /** Describes the game being played. */
  children: ComponentChildren;
}

function PlayBoard({ play, cells: openingCells, canTakeBack, onEnd, children }: PlayBoardProps) {
  const { tried, moves, problem, isFull, move, undo, restart } = play;
  const box = useRef<HTMLElement>(null);
  const cells = useAnimation(tried) ?? openingCells;
  const isShown = cells !== null;
  useEffect(() => {
    if (isShown)
      box.current?.querySelector<HTMLElement>('[role="application"]')?.focus({ preventScroll: true });
    if ((box.current?.getBoundingClientRect().top ?? 0) < 0) box.current?.scrollIntoView();
  }, [isShown]);
  const available = tried?.available ?? [];
  const before = tried && tried.moves > 0 && !tried.restarted ? parseBoard(tried.before) : null;
  const over = tried !== null && tried.state !== 'NOT_FINISHED';
  const press = (event: KeyboardEvent): boolean => {
    const command = readPlayKey(event, tried?.available ?? null);
    if (command === 'undo') undo();
    else if (command === 'restart') restart();
    else if (command) move(command);
    return command !== null;
  };
  usePlayKeys(press);
  const grid = cells === null ? null : parseBoard(cells);
  return (
    <section aria-label="Play" class="board-viewer playing" ref={box}>
      <div class="modes">
        <p class="play-note">{children}</p>
        <button type="button" onClick={onEnd} aria-label="Back to the run">
          <Icon of={ArrowLeft} />
          <span>Back to the run</span>
        </button>
      </div>
      {grid ? (
        <Board
          readable
          fills
          grid={grid}
          before={before}
          name={`Your board after ${moves.length} moves`}
          onKey={press}
          onPick={(cell) => {
            if (available.includes(CLICK)) move(clickKey(cell, grid.cols));
          }}
        />
      ) : (
        <p class="quiet board-empty">Opening the game…</p>
      )}
      <div class="board-foot">
        <p class="caption" aria-live="polite">
          {moves.length === 0 ? 'No moves yet' : `${moves.length} ${moves.length === 1 ? 'move' : 'moves'}`}
          {moves.length > 0 && ` · ${moves.at(-1)}`}
          {tried &&
            tried.moves > 0 &&
            ` · ${tried.restarted ? 'the level restarts' : describeChange(before, tried.cells)}`}
          {tried && tried.level > 0 ? ` · level ${tried.level}` : ''}
        </p>
        <div class="buttons">
          <PlainTool name="Undo" icon={Undo2} disabled={moves.length === 0 || !canTakeBack} onClick={undo} />
          <PlainTool name="Start over" icon={RotateCcw} disabled={moves.length === 0} onClick={restart} />
        </div>
      </div>
      {over && (
        <p class="play-note">
          <strong>{tried.state === 'WIN' ? 'You won.' : 'Game over.'}</strong> The next move restarts the
          level.
        </p>
      )}
      {isFull && (
        <p class="play-note">
          {canTakeBack
            ? 'You have reached the maximum number of moves. Restart or undo some.'
            : "The run's budget has no actions left."}
        </p>
      )}
      {problem && <ProblemNote problem={problem} />}
      <PlayPad available={available} isFull={isFull} onMove={move} />
    </section>
  );
}

function PlainTool(props: { name: string; icon: IconShapes; disabled: boolean; onClick: () => void }) {
  return (
    <button
      type="button"
      class="plain icon-button"
      disabled={props.disabled}
      title={props.name}
      aria-label={props.name}
      onClick={props.onClick}
    >
      <Icon of={props.icon} />
    </button>
  );
}

/** Formats the size of a change, like a run's caption. */
function describeChange(before: Grid | null, cells: string): string {
  const { size } = changedCells(before, parseBoard(cells));
  return size === 0 ? 'changed nothing' : size === 1 ? 'changed 1 cell' : `changed ${size} cells`;
}

/** Things that take keys for themselves (words: keep). */
const TYPING = 'input, textarea, select, [role="menu"], [role="tablist"], dialog';
/** Things that are pressed by these keys, and stay so (words: keep). */
const PRESSED = 'button, a, summary';

/**
 * Handles keys anywhere on the page, regardless of focus.
 *
 * @param press returns true if it used the key
 */
function usePlayKeys(press: (event: KeyboardEvent) => boolean): void {
  const newest = useRef(press);
  newest.current = press;
  useEffect(() => {
    const follow = (event: KeyboardEvent) => {
      const { target } = event;
      // The board has already handled its keys.
      if (event.defaultPrevented || (target instanceof Element && target.closest(TYPING))) return;
      const presses = event.key === ' ' || event.key === 'Enter';
      if (presses && target instanceof Element && target.closest(PRESSED)) return;
      if (newest.current(event)) event.preventDefault();
    };
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, []);
}

interface PlayPadProps {
  available: readonly ActionId[];
  isFull: boolean;
  onMove: (action: ActionId) => void;
}

/** A game's actions as buttons with their keys: for touch, and as the keyboard legend. */
function PlayPad({ available, isFull, onMove }: PlayPadProps) {
  const clicks = available.includes('ACTION6');
  return (
    <div class="pad">
      <div class="buttons">
        {available
          .filter((id) => id !== 'ACTION6')
          .map((id) => (
            <button type="button" key={id} onClick={() => onMove(id)} disabled={isFull}>
              <kbd>{actionKeys(id)[0]}</kbd>
              {id}
            </button>
          ))}
      </div>
      <p class="keys-legend quiet small">
        {clicks && (
          <span>
            click a cell for ACTION6, or <kbd>Shift</kbd> <kbd>↑↓←→</kbd> and <kbd>Enter</kbd>
          </span>
        )}
        <span>
          <kbd>1</kbd> to <kbd>7</kbd> play the actions too
        </span>
        <span>
          <kbd>Backspace</kbd> undoes a move
        </span>
        <span>
          <kbd>R</kbd> restarts
        </span>
      </p>
    </div>
  );
}
