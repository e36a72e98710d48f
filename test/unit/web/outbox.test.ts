import { expect, it } from 'vitest';
import type { Event } from '../../../src/contract/events/events';
import {
  listPending,
  markAnswered,
  markArrived,
  type Outgoing,
  outgoingPersona,
  outgoingText,
  resumeOutgoing,
} from '../../../web/src/scene/lines/outbox';
import { eventWith, makeEvent } from '../../support/loose-events';

const NOW = Date.parse('2026-01-02T00:00:00.000Z');
const said = (text: string, more: Partial<Outgoing> = {}): Outgoing => ({
  key: text,
  said: { type: 'turn', input: { type: 'user', text, personaId: 'ada', to: [] } },
  at: '2026-01-01T23:00:00.000Z',
  since: 10,
  state: 'sending',
  seq: null,
  problem: null,
  ...more,
});
const spoke = (seq: number, text: string, actor = 'persona:ada'): Event =>
  makeEvent('player.spoke', { text }, { seq, at: '2026-01-01T23:00:01.000Z', actor });
const problem = (status: number) => ({ title: 'No', status, detail: 'no' });

it('sends again, under the same key, what a reload cut off', () => {
  const [first, second] = resumeOutgoing(
    [said('later', { at: '2026-01-01T23:30:00.000Z' }), said('earlier')],
    NOW,
  );
  expect(first).toMatchObject({ key: 'earlier', state: 'waiting' });
  expect(second).toMatchObject({ key: 'later', state: 'waiting' });
});

it('asks the person where the stage may have forgotten the key', () =>
  expect(resumeOutgoing([said('old', { at: '2025-12-31T00:00:00.000Z' })], NOW)[0]).toMatchObject({
    state: 'refused',
  }));

it('keeps for later what nothing answered, and hands back what was refused', () => {
  for (const status of [0, 429, 500, 503])
    expect(markAnswered(said('a'), { ok: false, problem: problem(status) }).state).toBe('waiting');
  for (const status of [400, 401, 403, 409])
    expect(markAnswered(said('a'), { ok: false, problem: problem(status) }).state).toBe('refused');
  expect(markAnswered(said('a'), { ok: true, value: 12 })).toMatchObject({ state: 'accepted', seq: 12 });
});

it('lets go of what is in the ledger, and of nothing else', () => {
  const list = [
    said('a', { state: 'accepted', seq: 12 }),
    said('b', { state: 'accepted', seq: 14 }),
    said('c'),
  ];
  expect(markArrived(list, 13).map(({ key }) => key)).toEqual(['a']);
});

it('shows a line once when its event comes before its answer', () => {
  expect(listPending([said('a')], [spoke(11, 'a')])).toEqual([]);
  expect(listPending([said('a', { state: 'accepted', seq: 11 })], [spoke(11, 'a')])).toEqual([]);
});

it('does not take an older line, or another person’s, for the one that is sent', () =>
  expect(listPending([said('a')], [spoke(9, 'a'), spoke(12, 'a', 'persona:ben')])).toHaveLength(1));

it('lets each event stand for one of two equal lines', () => {
  const twice = [said('yes'), said('yes', { key: 'second' })];
  expect(listPending(twice, [spoke(11, 'yes')])).toHaveLength(1);
});

it('knows a note by its words', () => {
  const note = said('n', { said: { type: 'note', text: 'remember' } });
  const written = eventWith({ ...spoke(11, 'remember', 'seat_000000000000'), kind: 'note.written' });
  expect(listPending([note], [written])).toEqual([]);
});

it('knows its roll again, and puts it back into the field as it was typed', () => {
  const roll = said('roll', { said: { type: 'roll', roll: { notation: '2d6+1', personaId: 'ada' } } });
  const rolled = (seq: number, notation: string, personaId: string) =>
    makeEvent('dice.rolled', { notation, personaId }, { seq, actor: `persona:${personaId}` });
  expect(listPending([roll], [rolled(11, '2d6', 'ada'), rolled(12, '2d6+1', 'bo')])).toEqual([roll]);
  expect(listPending([roll], [rolled(11, '2d6+1', 'ada')])).toEqual([]);
  expect([outgoingText(roll.said), outgoingPersona(roll.said)]).toEqual(['/roll 2d6+1', 'ada']);
});
