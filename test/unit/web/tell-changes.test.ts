import { describe, expect, it } from 'vitest';
import type { ChangeScene } from '../../../src/contract/change-scene';
import { describeChanges } from '../../../web/src/scene/settings/tell-changes';

const NAMES = { cast: [{ id: 'ada', name: 'Ada' }], personas: [{ id: 'jo', name: 'Jo' }] };

describe('changes of settings in words', () => {
  it('are none when nothing is changed', () => expect(describeChanges(null, NAMES)).toEqual([]));

  it('are told section by section, with people by their names', () => {
    const change = {
      budgets: { tokens: 5, perSeat: { money: null } },
      title: 'A cellar',
      world: { bridge: null, toll: '3' },
      characters: { change: { ada: { mood: 'cold' } }, add: [{ name: 'Cy' }] },
      personas: { add: [{ name: 'Di' }] },
      settings: { length: 'short', direction: { tone: 'Dry.' }, memory: { topK: 3 } },
      profiles: { narrator: null, characters: { ada: null } },
    } as unknown as ChangeScene;
    expect(describeChanges(change, NAMES)).toEqual([
      { section: 'scene', words: ['title'] },
      { section: 'play', words: ['length of replies', 'tone'] },
      { section: 'cast', words: ['Ada', '1 new'] },
      { section: 'players', words: ['1 new'] },
      { section: 'facts', words: ['bridge', 'toll'] },
      { section: 'answers', words: ['narrator', 'Ada'] },
      { section: 'limits', words: ['tokens', 'money per player'] },
      { section: 'prompts', words: ['max memories'] },
    ]);
  });
});
