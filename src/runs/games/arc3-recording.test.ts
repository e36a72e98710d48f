import { describe, expect, it } from 'vitest';
import type { RunRecord } from '../../grid/reporting/evidence';
import { replayPage } from '../../grid/reporting/replay';
import { listFacts } from '../../grid/reporting/report/words';
import { runView } from '../../grid/reporting/views';
import { type RunState, reduceRun } from '../../grid/state';
import { readRecording } from './arc3/read-recording';
import { recordStep } from './recording';

const NOW = '2026-01-01T00:00:00.000Z';
const board = (at: number) => [[0, 1, 2, 3].map((col) => (col === at ? 9 : 0))];

/** The recorder's format: Pydantic names, Python timestamps, a final scorecard. */
const frame = (at: number, action: object, more: object = {}) =>
  JSON.stringify({
    timestamp: `2025-08-01T10:00:0${at}.123456+00:00`,
    data: {
      game_id: 'ls20-016295f7601e',
      frame: [board(at)],
      state: 'NOT_FINISHED',
      score: 0,
      win_levels: 7,
      action_input: { data: { game_id: 'ls20-016295f7601e' }, reasoning: null, ...action },
      guid: '7adbe30c-af6c-406e-90e4-cba864bf69c5',
      full_reset: false,
      available_actions: [1, 2, 6],
      ...more,
    },
  });
const RECORDING = [
  frame(0, { id: 0 }, { full_reset: true }),
  frame(1, { id: 1, reasoning: { model: 'o4-mini', reasoning: 'go right' } }),
  frame(2, { id: 6, data: { x: 3, y: 0 } }, { score: 1, frame: [board(1), board(2)] }),
  frame(3, { id: 'ACTION2' }, { score: 1, state: 'GAME_OVER' }),
  frame(0, { id: 0 }, { score: 1 }),
  frame(1, { id: 2 }, { score: 2, state: 'WIN' }),
  JSON.stringify({ timestamp: NOW, data: { won: 1, played: 1, total_actions: 4 } }),
];

const must = (text: string) => {
  const events = readRecording(text, NOW);
  if (!events.ok) throw new Error(JSON.stringify(events.failure));
  return events.value;
};
const complain = (text: string) => {
  const events = readRecording(text, NOW);
  return events.ok ? '' : JSON.stringify(events.failure);
};

describe('a recording of ARC-AGI-3-Agents', () => {
  const events = must(RECORDING.join('\n'));

  it('becomes the ledger of a run that is over, a turn for each line', () => {
    const state = events.reduce<RunState | null>((before, event) => reduceRun(before, event), null);
    expect(state).toMatchObject({
      config: { game: 'arc3:ls20-016295f7601e' },
      status: 'finished',
      finishReason: 'win',
      rounds: 6,
      frames: 6,
      used: { actions: 4, calls: 0 },
      game: { level: 2, winLevels: 7, state: 'WIN' },
    });
    expect(state?.answerers).toEqual([{ provider: 'recording' }]);
    expect(events.map(({ seq }) => seq)).toEqual(events.map((_, i) => i + 1));
    expect(events.at(-1)?.at).toBe('2025-08-01T10:00:01.123Z');
  });

  it('says how many levels the game has, in the run and in its report', () => {
    const state = events.reduce<RunState | null>((before, event) => reduceRun(before, event), null);
    if (!state) throw new Error('no run');
    expect(runView(state)).toMatchObject({ level: 2, winLevels: 7 });
    const facts = Object.fromEntries(listFacts({ state } as RunRecord));
    expect(facts['Game state']).toBe('WIN, levels completed: 2 of 7');
  });

  it('is played back with its boards, clicks, levels and reasons', () => {
    const { items } = replayPage(events, { after: 0, limit: 100 });
    expect(items.map(({ kind, action, level, reason }) => [kind, action?.id ?? null, level, reason])).toEqual(
      [
        ['start', null, 0, null],
        ['action', 'ACTION1', 0, 'go right'],
        ['action', 'ACTION6', 1, ''],
        ['action', 'ACTION2', 1, ''],
        ['reset', null, 1, null],
        ['action', 'ACTION2', 2, ''],
      ],
    );
    expect(items[2]).toMatchObject({ action: { x: 3, y: 0 }, animation: ['0900'], cells: '0090' });
    expect(items[4]?.note).toBe('game over');
  });

  it('comes out again with the same frames, states and commands', () => {
    const { items } = replayPage(events, { after: 0, limit: 100 });
    const run = { id: 'run_1', game: 'arc3:ls20-016295f7601e', winLevels: 7 };
    const lines = items.map((step) => JSON.parse(recordStep(run, step) ?? ''));
    const given = RECORDING.slice(0, -1).map((line) => JSON.parse(line));
    for (const part of ['game_id', 'frame', 'state', 'score', 'win_levels', 'available_actions'] as const)
      expect(lines.map(({ data }) => data[part])).toEqual(given.map(({ data }) => data[part]));
    expect(lines.map(({ data }) => data.action_input.id)).toEqual([0, 1, 6, 2, 0, 2]);
    expect(lines[2].data.action_input.data).toMatchObject({ x: 3, y: 0 });
    expect(lines[1].data.action_input.reasoning).toMatchObject({ reasoning: 'go right' });
  });

  it('without actions is imported for its boards, and says so in its title and at each step', () => {
    const boards = [0, 1, 2].map((at) => frame(at, { id: 0 })).join('\n');
    const [creation, ...others] = must(boards);
    expect(creation?.payload).toMatchObject({
      title: 'Recording of ls20-016295f7601e (actions not recorded)',
    });
    const { items } = replayPage([...(creation ? [creation] : []), ...others], { after: 0, limit: 100 });
    expect(items.map(({ cells, note }) => [cells, note])).toEqual([
      ['9000', null],
      ['0900', expect.stringContaining('does not say which action')],
      ['0090', expect.stringContaining('does not say which action')],
    ]);
  });

  it('that holds nothing but resets is not taken for one without actions', () => {
    const [creation] = must([0, 0].map((at) => frame(at, { id: 0 })).join('\n'));
    expect(creation?.payload).toMatchObject({ title: 'Recording of ls20-016295f7601e' });
  });

  it('is refused with the line that is wrong', () => {
    expect(complain(`${RECORDING[0]}\n{"data": 1}`)).toContain('line 2: it has no `data`');
    expect(complain('{')).toContain('line 1: it is no JSON');
    expect(complain(frame(0, { id: 9 }))).toContain('action_input');
    expect(complain(frame(0, { id: 'UP' }))).toContain('is no action');
    expect(complain(frame(0, { id: 0 }, { frame: [[[16]]] }))).toContain('not a colour');
    expect(complain(frame(0, { id: 0 }, { game_id: '../x' }))).toContain('no id of a game');
    expect(complain(RECORDING.at(-1) ?? '')).toContain('no line with a frame');
  });
});
