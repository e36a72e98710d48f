import type { ActionId } from '../../../../src/contract/agents';
import { keysOf } from './play-keys';

interface PlayPadProps {
  available: readonly ActionId[];
  isFull: boolean;
  onMove: (action: ActionId) => void;
}

/** The actions of a game as buttons, each with its keys; for fingers, and as the legend of the keyboard. */
export function PlayPad({ available, isFull, onMove }: PlayPadProps) {
  const clicks = available.includes('ACTION6');
  return (
    <div class="pad">
      <div class="buttons">
        {available
          .filter((id) => id !== 'ACTION6')
          .map((id) => (
            <button type="button" key={id} onClick={() => onMove(id)} disabled={isFull}>
              <kbd>{keysOf(id)[0]}</kbd>
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
          <kbd>1</kbd> to <kbd>7</kbd> are the actions as well
        </span>
        <span>
          <kbd>Backspace</kbd> takes a move back
        </span>
        <span>
          <kbd>R</kbd> begins again
        </span>
      </p>
    </div>
  );
}
