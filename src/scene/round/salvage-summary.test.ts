import { rejectionReason } from 'answer-reader';
import { describe, expect, it } from 'vitest';
import { type SummaryTask, salvageSummary } from './summaries';

const asked: SummaryTask = { rounds: new Set([3, 4]), running: null };
const DREW = 'Ada drew the map and Bo kept it.';
const LEFT = 'They left for the coast at dawn.';
const SUM = 'Ada and Bo planned a journey to the coast.';
const of = (json: object, more = asked) => salvageSummary(JSON.stringify(json), json as never, more);

describe('what can be used of a summary', () => {
  it('is sentences of the rounds that were asked about, whatever else there is', () => {
    const bullets = [
      { round: '3', text: DREW, mood: 'dry' },
      { round: 3, text: LEFT },
      { round: 77, text: LEFT },
      { round: 4, text: '...' },
      7,
      null,
    ];
    expect(of({ bullets, running: SUM, note: 1 })).toEqual({
      bullets: [{ round: 3, text: DREW }],
      running: SUM,
    });
  });

  it('is a sentence without the scene so far, and the scene so far without sentences', () => {
    const bullets = [`Round 3: ${DREW}`, { round: 4, sentence: LEFT }];
    const sentences = [
      { round: 3, text: DREW },
      { round: 4, text: LEFT },
    ];
    expect(of({ bullets })).toEqual({ bullets: sentences, running: `${DREW} ${LEFT}` });
    expect(of({ bullets, running: '…' }, { ...asked, running: 'BEFORE' })).toEqual({
      bullets: sentences,
      running: 'BEFORE',
    });
    expect(of({ summary: SUM })).toEqual({ bullets: [], running: SUM });
    expect(of({ bullets: 'none', running: SUM })).toEqual({ bullets: [], running: SUM });
  });

  it('is prose, with the rounds it names', () => {
    const prose = `**Summary**\n- Round 3: ${DREW}\n* Round 4 - ${LEFT}\n\n${SUM}`;
    expect(salvageSummary(prose, null, asked)).toEqual({
      bullets: [
        { round: 3, text: DREW },
        { round: 4, text: LEFT },
      ],
      running: expect.stringContaining(SUM),
    });
    expect(salvageSummary(SUM, null, asked)).toEqual({ bullets: [], running: SUM });
  });

  it.each([
    ['', null],
    ['...', null],
    ['%% }{ ]] 0x1f {{"": ,,, <<>>', null],
    ["I'm sorry, but I can't help with that.", null],
    ['{"bullets": [{"round": 3, "text": "...', null],
    ['', { bullets: [{ round: 3, text: '...' }], running: '...' }],
    ['', { bullets: [{ round: 3, text: 'string' }], running: '<summary>' }],
    ['', { bullets: [], running: 'n/a' }],
    ['', { running: 7 }],
    ['', {}],
  ])('is nothing in %j %j', (answer, json) =>
    expect(salvageSummary(answer, json as never, asked)).toBeNull(),
  );

  it('is cut after a sentence where it is much too long', () => {
    const running = of({ running: `${SUM} `.repeat(200) })?.running ?? '';
    expect(running.length).toBeLessThanOrEqual(1_500);
    expect(running.endsWith('coast.')).toBe(true);
  });
});

it('tells placeholders from words', () => {
  for (const text of ['...', '…', ' "..." ', 'string', '<summary>', '[text]', '{running}', 'N/A', 'null', ''])
    expect([text, rejectionReason(text, { only: 'blank' }) !== null]).toEqual([text, true]);
  for (const text of ['Nothing happened.', 'Ada <smiles> at Bo.', SUM])
    expect([text, rejectionReason(text, { only: 'blank' }) !== null]).toEqual([text, false]);
});
