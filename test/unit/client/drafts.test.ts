import { describe, expect, it } from 'vitest';
import { foldDrafts } from '../../../packages/client/src/drafts';
import { readMessage } from '../../../packages/client/src/socket';
import type { Delta, Event } from '../../../packages/client/src/types';
import { makeEvent } from '../../support/loose-events';

const delta = (actor: string, step: string, part: number, text: string): Delta => ({
  kind: 'character.delta',
  at: '2026-01-01T00:00:00.000Z',
  actor,
  audience: ['*'],
  round: 1,
  payload: { text, step, part },
});
const event = (kind: Event['kind'], actor: string): Event =>
  makeEvent(kind, {}, { seq: 9, actor, round: 1 }) as Event;
const ADA = 'character:ada';
const BO = 'character:bo';

describe('lines that are still being written', () => {
  it('grow sentence by sentence, each actor its own', () => {
    const drafts = foldDrafts(
      [],
      [delta(ADA, 's1', 0, 'One.'), delta(BO, 's2', 0, 'Two.'), delta(ADA, 's1', 1, ' Three.')],
    );
    expect(drafts).toEqual([
      { actor: ADA, step: 's1', text: 'One. Three.', audience: ['*'] },
      { actor: BO, step: 's2', text: 'Two.', audience: ['*'] },
    ]);
  });

  it('begin anew when the model was asked again', () =>
    expect(
      foldDrafts([], [delta(ADA, 's1', 0, 'A bad start.'), delta(ADA, 's1/2', 0, 'A better one.')]),
    ).toEqual([{ actor: ADA, step: 's1/2', text: 'A better one.', audience: ['*'] }]));

  it('are not shown without their beginning', () => {
    expect(foldDrafts([], [delta(ADA, 's1', 3, ' the end.')])).toEqual([]);
    const other = foldDrafts([], [delta(ADA, 's1', 0, 'One.'), delta(ADA, 's2', 1, ' of another call.')]);
    expect(other).toEqual([{ actor: ADA, step: 's1', text: 'One.', audience: ['*'] }]);
  });

  it('give way to the line itself, spoken or skipped', () => {
    const drafts = foldDrafts([], [delta(ADA, 's1', 0, 'One.'), delta(BO, 's2', 0, 'Two.')]);
    expect(foldDrafts(drafts, [event('character.spoke', ADA)])).toHaveLength(1);
    expect(foldDrafts(drafts, [event('character.skipped', ADA), event('character.spoke', BO)])).toEqual([]);
  });

  it('are gone when the round is over, however it ends', () => {
    const drafts = foldDrafts([], [delta(ADA, 's1', 0, 'One.')]);
    for (const kind of ['round.completed', 'round.failed', 'round.cancelled', 'round.rolledback'] as const)
      expect(foldDrafts(drafts, [event(kind, 'system')])).toEqual([]);
  });

  it('come over the socket without a seq', () => {
    const sent = delta(ADA, 's1', 0, 'One.');
    expect(readMessage(JSON.stringify(sent))).toEqual([sent]);
  });
});
