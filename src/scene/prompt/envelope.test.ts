import { describe, expect, it } from 'vitest';
import { openScene, PROFILES, scene } from '../../../test/support/play-scene';
import type { Line } from '../state';
import { buildEnvelope, type EnvelopeInput } from './envelope';

const line = (round: number, text: string, audience = ['*']): Line => ({
  seq: round,
  round,
  actor: 'persona:mara',
  name: 'Mara',
  kind: 'say',
  text,
  to: ['ada'],
  audience,
});

const { state } = openScene();
const INPUT: EnvelopeInput = {
  state,
  viewer: 'character:ada',
  round: 3,
  past: [line(1, 'one'), line(1, 'for bo', ['character:bo']), line(2, 'two'), line(2, 'three')],
  inputs: [line(3, 'now')],
  type: 'user',
  persona: { id: 'mara', name: 'Mara', description: '' },
  world: { fire: 'out' },
  trackers: { hour: '9' },
  profile: PROFILES.character,
  count: (text) => Math.ceil(text.length / 4),
  seed: 's',
};
const texts = (lines: Line[]) => lines.map(({ text }) => text);

describe('the envelope', () => {
  it('has every section, empty where there is nothing yet', () => {
    const envelope = buildEnvelope(INPUT);
    expect(Object.values(envelope)).not.toContain(undefined);
    expect(envelope).toMatchObject({
      viewer: 'character:ada',
      request: { type: 'user', to: ['ada'] },
      round: { n: 3 },
      history: { summaries: [], isCut: false },
      roundBullets: [],
      runningSummary: null,
      lore: { raw: [], formatted: '', unsearched: [] },
      memories: [],
      scenario: 'An inn by the road, late.',
      notes: { world: '', campaign: '', arc: '', scene: '' },
      persona: { id: 'mara' },
      self: { id: 'ada', goals: 'G-ADA', voice: ['V-ADA'] },
      world: { fire: 'out' },
      trackers: { hour: '9' },
      directorPass: null,
      openGuidance: null,
      directive: null,
      replies: [],
      acted: [],
      skipped: [],
      budget: { maxContextTokens: 16_000, reserve: 800, form: 0, caps: {} },
    });
    expect(texts(envelope.lastRound)).toEqual(['two', 'three']);
  });

  it('holds only what its viewer may know', () => {
    const ada = buildEnvelope(INPUT);
    expect(texts(ada.history.raw)).toEqual(['one', 'two', 'three']);
    expect(ada.cast.map(({ id }) => id)).toEqual(['bo', 'cy', 'dee']);
    for (const other of ada.cast) {
      expect(Object.keys(other)).not.toContain('goals');
      expect(Object.keys(other.state)).not.toContain('intentions');
    }
    const director = buildEnvelope({ ...INPUT, viewer: 'director' });
    expect(texts(director.history.raw)).toContain('for bo');
    expect(director.self).toBeNull();
    expect(director.cast[0]).toMatchObject({ goals: 'G-ADA', state: { intentions: '' } });
  });

  it('is compact for agents of the house: descriptions to 400 characters, private parts to 200', () => {
    const long = 'x'.repeat(1500);
    const characters = ['Ada', 'Bo'].map((name) => ({
      name,
      description: long,
      personality: long,
      goals: long,
      secrets: long,
      instructions: long,
    }));
    const big = openScene(scene({ characters })).state;
    const [other] = buildEnvelope({ ...INPUT, state: big, viewer: 'director' }).cast;
    const [seen, kept] = [400, 200].map((chars) => `${'x'.repeat(chars)} […]`);
    expect(other).toMatchObject({ description: seen, personality: kept, goals: kept, secrets: kept });
    expect(Object.keys(other ?? {})).not.toContain('instructions');
    const { self } = buildEnvelope({ ...INPUT, state: big });
    expect(self).toMatchObject({
      description: long,
      personality: long,
      goals: long,
      secrets: long,
      instructions: long,
    });
  });

  it('keeps to the window of the scene, and says whether that left something out', () => {
    const within = (historyWindow: number, past = INPUT.past) =>
      buildEnvelope({ ...INPUT, past, state: { ...state, historyWindow } }).history;
    expect(texts(within(2).raw)).toEqual(['two', 'three']);
    expect(within(2).isCut).toBe(true);
    expect(within(4).isCut).toBe(false);
    // The caller passes one line more than the window, if there is one.
    expect(within(2, INPUT.past.slice(2)).isCut).toBe(false);
  });

  it('names the sections that its viewer may be given in this scene', () => {
    const sections = (viewer: EnvelopeInput['viewer'], changes: Partial<typeof state> = {}) =>
      buildEnvelope({ ...INPUT, viewer, state: { ...state, ...changes } }).budget.sections;
    expect(sections('director')).toEqual(['history', 'summaries', 'notes']);
    expect(
      sections('director', { lorebooks: [{ id: 'b', book: { name: 'b', entries: [] } as never }] }),
    ).toContain('lore');
    const guided = ['notes', 'directorGuidance', 'characterGuidance'];
    expect(sections('character:ada')).toEqual(['history', 'summaries', 'memories', ...guided]);
    const forgetful = { ...state.settings, memory: { ...state.settings.memory, enabled: false } };
    expect(sections('character:ada', { settings: forgetful })).toEqual(['history', 'summaries', ...guided]);
    expect(sections('character:ada', { table: {} as never })).toEqual(['history', 'summaries', 'notes']);
  });

  it('says how much of what is reserved is for the form of the answer', () =>
    expect(buildEnvelope({ ...INPUT, schemaTokens: 79 }).budget).toMatchObject({ reserve: 879, form: 79 }));

  it('takes what is put in its place', () =>
    expect(buildEnvelope({ ...INPUT, overrides: { runningSummary: 'so far' } }).runningSummary).toBe(
      'so far',
    ));
});
