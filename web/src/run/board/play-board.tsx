import { useEffect, useRef } from 'preact/hooks';
import { ProblemNote } from '../../kit/problem-note';
import type { Frame } from '../fold-run';
import { Board } from './board';
import { gridOf } from './grid';
import { clickKey, readPlayKey } from './play-keys';
import { useAnimation } from './use-animation';
import { usePlay } from './use-play';

const CLICK = 'ACTION6';
const ARROWS: Readonly<Record<string, string>> = {
  ACTION1: '↑',
  ACTION2: '↓',
  ACTION3: '←',
  ACTION4: '→',
};

/** Lets a person play a copy of the game from one frame on. The run neither sees nor counts it. */
export function PlayBoard({ run, frame, onEnd }: { run: string; frame: Frame; onEnd: () => void }) {
  const { tried, moves, problem, isFull, move, undo, restart } = usePlay(run, frame.n);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[role="application"]')?.focus({ preventScroll: true });
    if ((box.current?.getBoundingClientRect().top ?? 0) < 0) box.current?.scrollIntoView();
  }, []);
  const grid = gridOf(useAnimation(tried) ?? frame.cells);
  const available = tried?.available ?? [];
  const before = tried && tried.moves > 0 && !tried.restarted ? gridOf(tried.before) : null;
  const over = tried !== null && tried.state !== 'NOT_FINISHED';
  const clicks = available.includes(CLICK);
  return (
    <section aria-label="Play" class="board-viewer playing" ref={box}>
      <p class="play-note">
        <strong>You play</strong> from frame {frame.n}, in a copy: the run does not notice, and nothing of it
        is evidence.
      </p>
      <Board
        readable
        grid={grid}
        before={before}
        name={`Your board after ${moves.length} moves`}
        onKey={(event) => {
          const command = readPlayKey(event, tried?.available ?? null);
          if (command === 'undo') undo();
          else if (command) move(command);
          return command !== null;
        }}
        onPick={(cell) => {
          if (clicks) move(clickKey(cell, grid.cols));
        }}
      />
      <p class="caption" aria-live="polite">
        {moves.length === 0 ? 'No move yet' : `${moves.length} ${moves.length === 1 ? 'move' : 'moves'}`}
        {moves.length > 0 && ` · ${moves.at(-1)}`}
        {tried?.summary ? ` · ${tried.restarted ? 'the level begins again' : tried.summary}` : ''}
        {tried && tried.level > 0 ? ` · level ${tried.level}` : ''}
      </p>
      {over && (
        <p class="play-note">
          <strong>{tried.state === 'WIN' ? 'You won.' : 'Game over.'}</strong> The next move begins the level
          again.
        </p>
      )}
      {isFull && (
        <p class="play-note">
          That was the last move that can be tried in a row. Begin again, or take some back.
        </p>
      )}
      {problem && <ProblemNote problem={problem} />}
      <div class="buttons pad">
        {available
          .filter((id) => id !== CLICK)
          .map((id) => (
            <button type="button" key={id} onClick={() => move(id)} disabled={isFull}>
              {ARROWS[id] && <span aria-hidden="true">{ARROWS[id]}&nbsp;</span>}
              {id}
            </button>
          ))}
      </div>
      <p class="quiet small">
        Arrow keys, 1 to 7{available.includes('ACTION5') ? ', space for ACTION5' : ''}
        {clicks ? '; click a cell for ACTION6, or Shift and arrow keys, then Enter' : ''}; Backspace takes a
        move back.
      </p>
      <div class="buttons">
        <button type="button" disabled={moves.length === 0} onClick={undo}>
          Take back
        </button>
        <button type="button" disabled={moves.length === 0} onClick={restart}>
          Begin again
        </button>
        <button type="button" onClick={onEnd}>
          Back to the run
        </button>
      </div>
    </section>
  );
}
