import { describe, expect, it } from 'vitest';
import { makeEvent } from '../../test/support/loose-events';
import {
  checkLines,
  checkNumbers,
  checkRevealed,
  checkRounds,
  checkSight,
  compareTranscript,
} from '../../test/support/transcripts';
import type { JsonObject } from '../base/json';
import type { Event } from '../contract/events/events';

/** Tests of the checks used by the load and fault runs: each must detect its fault. */

const make = (seq: number, kind: Event['kind'], more: object = {}): Event =>
  makeEvent(kind, {}, { seq, ...more });
const said = (seq: number, text: string, more: JsonObject = {}): Event =>
  make(seq, 'player.spoke', { actor: 'persona:ana', payload: { text, to: [], ...more } });
const started = (seq: number, round: number, ...inputs: number[]): Event =>
  make(seq, 'round.started', { round, payload: { n: round, inputs } });
const ended = (seq: number, round: number, kind: Event['kind'] = 'round.completed'): Event =>
  make(seq, kind, { round, payload: {} });

const GOOD = [
  make(1, 'scene.created'),
  said(2, 'one'),
  started(3, 1, 2),
  said(4, 'two'),
  make(5, 'character.spoke', { round: 1, payload: { text: 'Yes.' } }),
  ended(6, 1),
  started(7, 2, 4),
  ended(8, 2),
];

it('finds nothing wrong with a ledger that is right', () => {
  const lines = [
    { text: 'one', inputSeq: 2 },
    { text: 'two', inputSeq: 4 },
  ];
  expect([...checkNumbers(GOOD), ...checkRounds(GOOD), ...checkLines(GOOD, lines)]).toEqual([]);
  expect(compareTranscript(GOOD, GOOD)).toEqual([]);
});

it('sees a gap in the numbers', () =>
  expect(checkNumbers(GOOD.filter(({ seq }) => seq !== 4))).toEqual(['the ledger has 5 in place 4']));

it.each([
  ['lost', GOOD.filter(({ seq }) => seq !== 5), '5 (character.spoke) never came'],
  ['twice', [...GOOD, ended(8, 2)], '8 (round.completed) came twice'],
  [
    'out of order',
    [...GOOD.slice(0, 3), said(4, 'two'), ...GOOD.slice(2, 3), ...GOOD.slice(4)],
    '3 came after 4',
  ],
  ['in other words', [...GOOD.slice(0, 7), ended(8, 3)], 'came otherwise than it is in the ledger'],
  ['out of nowhere', [...GOOD, said(9, 'three')], '9 (player.spoke) came, and is not in the ledger'],
])('what a socket brought: %s', (_, heard, wrong) =>
  expect(compareTranscript(heard, GOOD).join('; ')).toContain(wrong),
);

it.each([
  ['is lost', GOOD.filter(({ seq }) => seq !== 4), 'no place'],
  ['is there twice', [...GOOD, said(9, 'two')], '2 times, at 4, 9'],
  ['is elsewhere', GOOD.map((event) => (event.seq === 4 ? said(9, 'two') : event)), 'is at 9'],
])('an acknowledged line: %s', (_, ledger, wrong) =>
  expect(checkLines(ledger, [{ text: 'two', inputSeq: 4 }]).join('; ')).toContain(wrong),
);

describe('rounds', () => {
  it.each([
    ['an input nobody answers', GOOD.slice(0, 6), 'input 4 is answered by 0 rounds'],
    [
      'an input that is answered twice',
      [...GOOD, started(9, 3, 4), ended(10, 3)],
      'input 4 is answered by 2',
    ],
    ['a round that never ends', GOOD.slice(0, 7), 'round 2 is still open'],
    ['a round completed twice', [...GOOD, started(9, 2, 4), ended(10, 2)], 'round 2 was completed 2 times'],
    ['rounds that overlap', [...GOOD.slice(0, 5), started(6, 2, 4)], 'while 1 was played'],
    [
      'a line after the end',
      [...GOOD, make(9, 'character.spoke', { round: 2, payload: { text: 'Oh.' } })],
      'which was not played',
    ],
  ])('%s', (_, ledger, wrong) => expect(checkRounds(ledger).join('; ')).toContain(wrong));

  it('is content with one that failed and went on, and with a whisper that nobody answers', () => {
    const ledger = [
      ...GOOD.slice(0, 5),
      ended(6, 1, 'round.failed'),
      started(7, 1, 2),
      ended(8, 1),
      started(9, 2, 4),
      ended(10, 2),
      said(11, 'psst', { whisper: true }),
    ];
    expect(checkRounds(ledger)).toEqual([]);
  });
});

it('sees what is shown to somebody whom it is not for, and what is kept from whom it is for', () => {
  const ledger = [
    make(1, 'scene.created'),
    make(2, 'player.spoke', { audience: ['persona:ana', 'persona:ben'] }),
    make(3, 'note.written', { audience: ['seat_b'] }),
  ];
  const ben = { seat: 'seat_b', persona: 'ben' };
  expect(checkSight(ledger, ledger, ben)).toEqual([]);
  expect(checkSight(ledger.slice(0, 2), ledger, ben)).toEqual(['3 is hidden from whom it is for']);
  expect(checkSight(ledger, ledger, { seat: 'seat_c', persona: 'cleo' })).toHaveLength(2);
});

describe('lines that were hidden', () => {
  const hide = (seq: number) => said(seq, `line ${seq}`, { hidden: true });
  const told = (seq: number, line: number) => make(seq, 'line.revealed', { payload: { seq: line } });
  const good = [hide(2), said(3, 'aloud'), told(4, 2), started(5, 1, 2, 3), ended(6, 1), hide(7)];

  it('are told once, before their round, and not before one', () => {
    expect(checkRevealed(good)).toEqual([]);
    expect(checkRevealed(GOOD)).toEqual([]);
  });

  it.each([
    ['never', good.filter(({ seq }) => seq !== 4), '2, which was hidden, was told 0 times'],
    ['twice', [...good, told(8, 2)], '2, which was hidden, was told 2 times'],
    ['too late', [hide(2), started(3, 1, 2), told(4, 2)], '2 was told at 4; its round began at 3'],
    ['too early', [...good, told(8, 7)], '7 was told before any round'],
    ['though they were not', [...good, told(8, 3)], '3 was told, and not hidden'],
  ])('are seen to be told %s', (_, ledger, wrong) => expect(checkRevealed(ledger)).toEqual([wrong]));
});
