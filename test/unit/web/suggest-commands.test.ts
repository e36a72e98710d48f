import { describe, expect, it } from 'vitest';
import type { MapView } from '../../../src/contract/adventures';
import type { Entry, StoryState } from '../../../web/src/adventure/fold-adventure';
import { suggestCommands } from '../../../web/src/adventure/play/suggest-commands';

const MAP: MapView = {
  here: 'L1',
  places: [],
  ways: [
    { from: 'L1', to: 'L2', direction: 'east', how: 'walked', turn: 1 },
    { from: 'L1', to: 'L3', direction: 'up', how: 'probed', turn: 1 },
    { from: 'L2', to: 'L1', direction: 'south', how: 'probed', turn: 1 },
  ],
  blocked: [],
  unexplored: [
    { place: 'L1', direction: 'north' },
    { place: 'L2', direction: 'west' },
    { place: 'L1', direction: 'up' },
  ],
  mermaid: '',
};
const thing = (id: number, name: string, more: object = {}) => ({ id, name, holds: [], ...more });
const nowOf = (more: Partial<StoryState>): StoryState => ({
  ...{ place: { id: 'L1', name: 'Hall' }, score: 0, moves: 1, time: null },
  ...{ inventory: [], visible: [], text: '', upper: [], awaits: 'line' as const },
  confidence: { location: 'read', score: 'read', inventory: 'read' },
  ...more,
});
const typed = (command: string): Entry =>
  ({
    ...{ type: 'move', seq: 1, turn: 1, command, by: 'player', provider: '', thinking: '', verdict: null },
    ...{ text: '', moved: null, effect: true, died: false, score: 0, gained: 0, notes: [], stopped: '' },
  }) as Entry;

describe('commands to try', () => {
  it('are ways that were not gone, and things that were not looked at', () => {
    const now = nowOf({
      visible: [thing(1, 'the Chest', { note: 'closed' })],
      inventory: [thing(2, 'lamp'), thing(3, 'sack', { holds: [{ id: 4, name: 'some garlic' }] })],
    });
    expect(suggestCommands(MAP, now, [typed('Examine lamp')])).toEqual([
      'north',
      'up',
      'open chest',
      'examine chest',
      'examine sack',
      'examine garlic',
    ]);
  });

  it('are few, and none where nothing is in sight', () => {
    const visible = Array.from({ length: 30 }, (_, id) => thing(id, `thing ${id}`));
    expect(suggestCommands(MAP, nowOf({ visible }), [])).toHaveLength(8);
    expect(suggestCommands(null, null, [])).toEqual([]);
  });
});
