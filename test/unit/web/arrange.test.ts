import { describe, expect, it } from 'vitest';
import { findLines } from '../../../web/src/scene/find/find-lines';
import { arrangeLines, isContinued, isWaiting, withoutAfter } from '../../../web/src/scene/lines/arrange';
import type { Line } from '../../../web/src/scene/lines/fold-scene';

type Speech = Extract<Line, { type: 'speech' }>;
const speech = (seq: number, actor: string, round: number | null, more: Partial<Speech> = {}): Speech => ({
  ...{ type: 'speech', seq, at: '', actor, name: actor, text: `line ${seq}`, kind: 'say', to: [] },
  ...{ whisper: null, hidden: false, round, provider: '' },
  ...more,
});
const rule = (seq: number, n: number): Line => ({ type: 'round', seq, n, attempt: 1, notices: [] });
const note = (seq: number, text: string, tone: 'plain' | 'stage' | 'bad' = 'plain'): Line => ({
  ...{ type: 'note', seq, text, tone },
});
const seqs = (lines: readonly Line[]) => lines.map(({ seq }) => seq);

describe('the order of lines', () => {
  it('puts what a round answers under its rule, and what still waits at the end', () => {
    const lines = [
      speech(1, 'persona:ada', 1),
      rule(2, 1),
      speech(3, 'character:mara', 1),
      speech(4, 'persona:ben', 2),
      speech(5, 'persona:ada', null),
      speech(6, 'character:teo', 1),
      rule(7, 2),
      speech(8, 'character:teo', 2),
    ];
    expect(seqs(arrangeLines(lines))).toEqual([2, 1, 3, 6, 7, 4, 8, 5]);
  });

  it('leaves a whisper among players where it was said', () => {
    const lines = [
      rule(1, 1),
      speech(2, 'persona:ada', null, { whisper: ['Ben'], isAside: true }),
      speech(3, 'character:mara', 1),
      speech(4, 'persona:ben', null),
    ];
    expect(seqs(arrangeLines(lines))).toEqual([1, 2, 3, 4]);
    expect(lines.map(isWaiting)).toEqual([false, false, false, true]);
  });

  it('folds plain notes into the rule they follow, and keeps what belongs to the play', () => {
    const lines = [
      note(1, 'Ben is here.'),
      rule(2, 1),
      note(3, 'Mara enters.', 'stage'),
      note(4, 'Teo stays silent.'),
    ];
    const [before, first, entrance] = arrangeLines(lines);
    expect(before).toMatchObject({ type: 'round', n: null, notices: [{ text: 'Ben is here.' }] });
    expect(first).toMatchObject({ type: 'round', n: 1, notices: [{ text: 'Teo stays silent.' }] });
    expect(entrance).toMatchObject({ type: 'note', text: 'Mara enters.' });
  });

  it('leaves out the rounds that are being taken back', () => {
    const lines = [
      speech(1, 'persona:ada', 1),
      rule(2, 1),
      speech(3, 'persona:ada', 2),
      rule(4, 2),
      note(5, 'x'),
    ];
    expect(seqs(withoutAfter(lines, 1))).toEqual([1, 2, 5]);
    expect(withoutAfter(lines, 0).every((line) => line.type === 'note')).toBe(true);
  });

  it('draws face and name once while the same voice goes on as before', () => {
    const first = speech(1, 'character:mara', 1);
    expect(isContinued(speech(2, 'character:mara', 1), first)).toBe(true);
    expect(isContinued(speech(2, 'character:teo', 1), first)).toBe(false);
    expect(isContinued(speech(2, 'character:mara', 1, { whisper: ['Ada'] }), first)).toBe(false);
    expect(isContinued(rule(2, 2), first)).toBe(false);
  });
});

it('finds lines that hold every word, by what was said and by who said it', () => {
  const lines = [
    speech(1, 'character:mara', 1, { name: 'Mara', text: 'The BRAKE was pulled.' }),
    speech(2, 'character:teo', 1, { name: 'Teo', text: 'Who pulled it?' }),
    note(3, 'Mara enters.', 'stage'),
  ];
  expect(findLines(lines, 'pulled')).toEqual([1, 2]);
  expect(findLines(lines, 'mara brake')).toEqual([1]);
  expect(findLines(lines, '  ')).toEqual([]);
});
