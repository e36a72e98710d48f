import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { exportRun } from '../../../src/explore/export';
import { reportMarkdown } from '../../../src/explore/report';
import { reduceRun } from '../../../src/explore/state';
import { createMemoryRun, playOneTurn, playToEnd, recordCalls } from '../../support/explore-run';

const room = createMemoryRun({ seed: 's1' });
await playToEnd(room);
const files = new Map([...exportRun(room.ledger, recordCalls(room))].map((file) => [file.path, file]));
const parse = (path: string) => JSON.parse(files.get(path)?.text ?? 'null');

describe('an export', () => {
  it('has the folder layout of the seed', () => {
    const top = [
      'state.json',
      'action_knowledge.json',
      'environment.json',
      'final_report.md',
      'ledger.jsonl',
    ];
    for (const path of top) expect(files.has(path)).toBe(true);
    expect(files.get('frames/before_001.png')?.base64).toBeTruthy();
    expect(files.get('frames/after_001.png')?.base64).toBeTruthy();
    const call = 'calls/002_ACTION1_first_observation';
    const names = [
      'before.png',
      'after.png',
      'prompt.txt',
      'response.json',
      'state_before.json',
      'state_after.json',
    ];
    for (const name of names) expect(files.has(`${call}/${name}`)).toBe(true);
  });

  it('numbers its folders from 001 over all calls, suggestions included', () => {
    const folders = [
      ...new Set([...files.keys()].filter((p) => p.startsWith('calls/')).map((p) => p.split('/')[1])),
    ];
    expect(folders).toHaveLength(room.state.used.calls);
    expect(folders.map((name) => Number(name?.slice(0, 3)))).toEqual(folders.map((_, i) => i + 1));
    expect(folders[0]).toBe('001_next_action_suggestion');
    expect(folders.some((name) => /^\d{3}_ACTION1_validation$/.test(name ?? ''))).toBe(true);
  });

  it('writes a path once', () => {
    const paths = [...exportRun(room.ledger, recordCalls(room))].map((file) => file.path);
    expect(new Set(paths).size).toBe(paths.length);
  });

  it('holds the state before the action was executed and after it was learnt', () => {
    const call = 'calls/002_ACTION1_first_observation';
    const before = parse(`${call}/state_before.json`);
    const after = parse(`${call}/state_after.json`);
    expect(before).toMatchObject({ action_count: 0 });
    expect(before.action_knowledge.ACTION1.observations).toEqual([]);
    expect(after).toMatchObject({ action_count: 1, llm_call_count: 2 });
    expect(after.action_knowledge.ACTION1.observations[0]).toMatchObject({
      before_frame_path: 'frames/before_001.png',
      after_frame_path: 'frames/after_001.png',
    });
  });

  it('names frames that are in it', () => {
    const knowledge = parse('action_knowledge.json');
    const paths = Object.values(knowledge).flatMap((known) =>
      (known as { observations: Record<string, string>[] }).observations.flatMap((seen) => [
        seen.before_frame_path,
        seen.after_frame_path,
      ]),
    );
    expect(paths.length).toBeGreaterThan(20);
    expect(paths.filter((path) => !files.has(path ?? ''))).toEqual([]);
  });

  it('holds pictures that can be looked at', () => {
    const png = decode(Buffer.from(files.get('frames/after_001.png')?.base64 ?? '', 'base64'));
    expect([png.width, png.height]).toEqual([512, 512]);
  });

  it('rebuilds the run from its ledger file', () => {
    const lines = (files.get('ledger.jsonl')?.text ?? '').trim().split('\n');
    const state = lines.map((line) => JSON.parse(line)).reduce(reduceRun, null);
    expect(state).toEqual(room.state);
  });

  it('places a call that led to nothing, and a run that has not begun', async () => {
    const broken = createMemoryRun({
      answer: () => {
        throw new Error('garbage');
      },
    });
    expect([...exportRun(broken.ledger, [])].map((file) => file.path)).toContain('state.json');
    await playOneTurn(broken);
    const paths = [...exportRun(broken.ledger, recordCalls(broken))].map((file) => file.path);
    expect(paths).toContain('calls/001_next_action_suggestion/response.json');
  });
});

describe('a report', () => {
  const report = reportMarkdown(room.state);

  it('says per action what is held true, how sure, and on what evidence', () => {
    expect(report).toContain('### ACTION1: verified');
    expect(report).toContain('Moves the blue 4×4 object up by 4 cells');
    expect(report).toContain('### ACTION5: exhausted: it never had an effect');
    const seen = room.state.knowledge.actions.ACTION1?.observations.at(-1);
    expect(report).toContain(`turn ${seen?.turn}, frames ${seen?.beforeFrame} and ${seen?.afterFrame}`);
  });

  it('says that the understudy answered', () => {
    expect(report).toContain('Answered by: **understudy**');
    expect(report).toContain('not a model');
  });

  it('calls itself not final while the run goes on', () => {
    expect(reportMarkdown(createMemoryRun().state)).toContain('this account is not final');
  });
});
