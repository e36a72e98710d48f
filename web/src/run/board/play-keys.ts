import type { ActionId } from '../../../../src/contract/agents';

const KEYS: Readonly<Record<string, ActionId>> = {
  ArrowUp: 'ACTION1',
  ArrowDown: 'ACTION2',
  ArrowLeft: 'ACTION3',
  ArrowRight: 'ACTION4',
  ' ': 'ACTION5',
  '1': 'ACTION1',
  '2': 'ACTION2',
  '3': 'ACTION3',
  '4': 'ACTION4',
  '5': 'ACTION5',
  '7': 'ACTION7',
};

/**
 * Maps a key press to an action, to taking a move back, to beginning again, or to null.
 *
 * @param available actions that the game offers; null: not known yet. A game ignores actions that it does not offer
 */
export function readPlayKey(
  {
    key,
    shiftKey,
    altKey,
    ctrlKey,
    metaKey,
  }: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'altKey' | 'ctrlKey' | 'metaKey'>,
  available: readonly ActionId[] | null,
): ActionId | 'undo' | 'restart' | null {
  if (altKey || ctrlKey || metaKey || shiftKey) return null;
  if (key === 'Backspace') return 'undo';
  if (key === 'r' || key === 'R') return 'restart';
  const action = KEYS[key];
  return action && (available?.includes(action) ?? true) ? action : null;
}

/** Names the keys of an action as keyboards have them, the plainest first. */
export const actionKeys = (action: ActionId): string[] =>
  Object.entries(KEYS)
    .filter(([, id]) => id === action)
    .map(([key]) => NAMES[key] ?? key)
    .sort((a, b) => Number(/\d/.test(a)) - Number(/\d/.test(b)));

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  ' ': 'Space',
};

export const clickKey = (cell: number, cols: number): string =>
  `ACTION6@${cell % cols},${Math.floor(cell / cols)}`;
