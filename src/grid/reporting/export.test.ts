import { decode } from 'fast-png';
import { Model } from 'rule-learner';
import { describe, expect, it } from 'vitest';
import {
  answerAsUnderstudy,
  createMemoryRun,
  playedRun,
  playOneTurn,
  recordCalls,
} from '../../../test/support/explore-run';
import { Unreachable } from '../../../test/support/memory-room';
import { playTroubledRun } from '../../../test/support/troubled-run';
import { reduceRun } from '../state';
import { exportRun } from './export';

const room = await playedRun({ seed: 's1' });
const files = new Map([...exportRun(room.ledger, recordCalls(room))].map((file) => [file.path, file]));
const parse = (path: string) => JSON.parse(files.get(path)?.text ?? 'null');

describe('an export', () => {
  it('has the folders that docs/runs.md#export-and-import lists', () => {
    const top = [
      'state.json',
      'action_knowledge.json',
      'environment.json',
      'final_report.md',
      'report.html',
      'actions.json',
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

  it('has the history of definitions, what was predicted, and the rules', () => {
    const known = parse('action_knowledge.json').ACTION1;
    const { definitions } = room.state.knowledge.actions.ACTION1 ?? { definitions: [] };
    expect(known.definition_history.map((one: { definition: string }) => one.definition)).toEqual(
      definitions.map(({ text }) => text),
    );
    expect(known.predictions.length).toBeGreaterThan(0);
    expect(known.predictions).toContainEqual(expect.objectContaining({ had_effect: true, result: 'right' }));
    expect(known.definition_basis).toBe('inferred');
    const { rules, model, masked } = parse('rules.json');
    expect(rules.some(({ action }: { action: string }) => action === 'ACTION1')).toBe(true);
    expect(Model.fromJSON(model).define('ACTION1')).toBe(known.current_definition);
    expect(masked).toEqual(room.state.hud);
    expect(parse('state.json')).toMatchObject({ phase: 'planning' });
  });

  it('lists everything that was sent, with frames that are in it', async () => {
    const { actions } = parse('actions.json');
    expect(actions).toHaveLength(room.state.used.actions + 1);
    const paths = actions.flatMap((one: Record<string, string | null>) => [
      one.before_frame_path,
      one.frame_path,
    ]);
    expect(paths.filter((path: string | null) => path !== null && !files.has(path))).toEqual([]);
  });

  it('has what was in doubt, what was refused, and what was seen again after it', async () => {
    const troubled = await playTroubledRun();
    const exported = new Map(
      [...exportRun(troubled.ledger, recordCalls(troubled))].map((file) => [file.path, file]),
    );
    const { actions } = JSON.parse(exported.get('actions.json')?.text ?? '');
    const odd = actions.filter(({ kind }: { kind: string }) => kind === 'doubt' || kind === 'refused');
    expect(odd.map(({ frame_path }: { frame_path: null }) => frame_path)).toEqual([null, null, null]);
    const refresh = actions.find(({ role }: { role: string }) => role === 'refresh');
    expect(refresh.frame_path).toMatch(/^frames\/refresh_\d{3}\.png$/);
    expect(exported.has(refresh.frame_path)).toBe(true);
  });

  it('keeps the frame of a target that was never analysed', async () => {
    let asked = 0;
    const broken = createMemoryRun({
      seed: 's1',
      answer: (ask) => {
        asked += 1;
        if (asked === 4) throw new Unreachable('nobody there');
        return answerAsUnderstudy(ask);
      },
    });
    await playOneTurn(broken);
    await playOneTurn(broken);
    expect(broken.state.failed).not.toBeNull();
    const paths = [...exportRun(broken.ledger, recordCalls(broken))].map(({ path }) => path);
    expect(paths).toContain(`frames/unanalyzed_00${broken.state.frames}.png`);
  });

  it('says with each call which pictures and what else was sent', () => {
    const call = 'calls/002_ACTION1_first_observation';
    expect(parse(`${call}/response.json`)).toMatchObject({
      call_id: 2,
      action_being_analyzed: 'ACTION1',
      images_sent: [`${call}/before.png`, `${call}/after.png`],
      context_provided: expect.stringContaining('THE GAME AFTER THE ACTION'),
    });
    expect(parse('calls/001_next_action_suggestion/response.json')).toMatchObject({
      action_being_analyzed: null,
      suggested_action: 'ACTION1',
    });
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
