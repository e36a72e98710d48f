import { expect, it } from 'vitest';
import type { Event } from '../../../src/contract/events/events';
import {
  describeAutonomy,
  describeNext,
  describeWaiting,
  formatSeconds,
  secondsUntil,
  withoutKnown,
} from '../../../web/src/scene/direct/fold-pace';
import { lineMaker } from '../../../web/src/scene/lines/fold-scene';
import { makeEvent } from '../../support/loose-events';

let seq = 0;
const event = <K extends Event['kind']>(kind: K, payload: object, more: object = {}) => {
  seq += 1;
  return makeEvent(kind, payload, { seq, actor: 'persona:ada', ...more });
};
const toLines = lineMaker(new Map([['ada', 'Ada']]));
const texts = (events: Event[]) =>
  toLines(events).flatMap((line) => (line.type === 'speech' ? [`${line.name}: ${line.text}`] : []));

it('announces a revealed line to those alone who had not seen it being said', () => {
  const said = event('player.spoke', { type: 'user', name: 'Ada', text: 'At last.', hidden: true, to: [] });
  const revealed = event('line.revealed', { seq: said.seq, name: 'Ada', text: 'At last.', to: [] });
  expect(withoutKnown([revealed], [said, revealed])).toEqual([]);
  expect(withoutKnown([revealed], [revealed])).toEqual([revealed]);
});

it('knows a revealed line by the input that keeps it: edited, and taken back with its round', () => {
  const revealed = event('line.revealed', { seq: 700, name: 'Ada', text: 'Old words.', to: [] });
  const edited = event('line.edited', { seq: 700, text: 'New words.', by: 'owner' });
  expect(texts([revealed, edited])).toEqual(['Ada: New words.']);
  const started = event('round.started', { n: 4, attempt: 1, inputs: [700] }, { round: 4, actor: 'system' });
  const back = event('round.rolledback', { fromSeq: started.seq }, { round: 4, actor: 'system' });
  expect(texts([revealed, started, back])).toEqual([]);
});

it('says who is ready without what was said', () => {
  const [line] = toLines([event('player.ready', { personaId: 'ada', name: 'Ada' })]);
  expect(line).toMatchObject({ type: 'note', text: 'Ada is ready.' });
});

it('says why a scene goes on by itself no more', () => {
  const ended = (reason: string) =>
    describeAutonomy(event('autonomy.ended', { reason, played: 3, rounds: 10 }));
  expect(ended('budget')).toBe('Auto-play stopped after 3 of 10 rounds: a budget is spent.');
  expect(ended('something-new')).toContain('something-new');
  expect(describeAutonomy(event('autonomy.started', { rounds: 1, pauseSeconds: 0 }))).toBe(
    'Auto-play started for 1 round.',
  );
});

it('counts down in whole seconds and never below 0', () => {
  const now = Date.parse('2026-01-01T00:00:00.000Z');
  expect(secondsUntil('2026-01-01T00:00:09.200Z', now)).toBe(10);
  expect(secondsUntil('2025-12-31T23:59:00.000Z', now)).toBe(0);
  expect(secondsUntil('no time', now)).toBeNull();
  expect(secondsUntil(null, now)).toBeNull();
});

it.each([
  [9, '9 s'],
  [65, '1 min 05 s'],
  [7260, '2 h 01 min'],
  [604_800, '7 days'],
])('shows %i seconds as %s', (seconds, shown) => expect(formatSeconds(seconds)).toBe(shown));

it('tells a player that the round waits for them, and not for their name', () => {
  const names = new Map([
    ['ada', 'Ada'],
    ['ben', 'Ben'],
  ]);
  const waiting = { waitsFor: ['ben', 'ada'], spoken: [] };
  expect(describeWaiting(waiting, names, 'ada').waits).toBe('Waiting for you, Ben');
  expect(describeWaiting(waiting, names, 'ben').waits).toBe('Waiting for you, Ada');
  expect(describeWaiting(waiting, names, null).waits).toBe('Waiting for Ben, Ada');
  expect(describeWaiting({ waitsFor: [], spoken: ['ada'] }, names, 'ada')).toEqual({
    waits: 'The next round is waiting',
    ready: 'you',
  });
});

it('says by what rule somebody speaks next where no director chooses', () => {
  expect(describeNext({ director: 'light', speakers: 'all' })).toBe("director's choice");
  const byRule = (['natural', 'inTurn', 'all'] as const).map((speakers) =>
    describeNext({ director: 'off', speakers }),
  );
  expect(byRule).toEqual(['by talkativeness', 'one at a time', 'everyone present']);
});
