import { describe, expect, it } from 'vitest';
import { moveInHistory, START } from '../../../web/src/adventure/use-command-history';

/** Presses ↑ and ↓ (`u`, `d`), or types a line, from a draft. Returns the line after each. */
function press(history: readonly string[], draft: string, keys: readonly ('u' | 'd' | { type: string })[]) {
  let [place, text] = [START, draft];
  return keys.map((key) => {
    if (typeof key === 'object') text = key.type;
    else {
      const moved = moveInHistory(place, key === 'u' ? 1 : -1, history, text);
      if (moved) ({ place, text } = moved);
    }
    return text;
  });
}

describe('the history of typed commands', () => {
  it('gives the draft back after ↑ and ↓', () =>
    expect(press(['look', 'north'], 'take la', ['u', 'u', 'u', 'd', 'd', 'd'])).toEqual([
      ...['north', 'look', 'look', 'north', 'take la', 'take la'],
    ]));

  it('keeps a line that was changed on the way, and the draft apart from it', () => {
    const keys = ['u', { type: 'north, then east' }, 'u', 'd', 'd'] as const;
    expect(press(['look', 'north'], 'x', keys).slice(-3)).toEqual(['look', 'north, then east', 'x']);
  });

  it('leaves an empty history and an empty draft alone', () => {
    expect(press([], 'take la', ['u', 'd'])).toEqual(['take la', 'take la']);
    expect(press(['look'], '', ['u', 'd'])).toEqual(['look', '']);
  });
});
