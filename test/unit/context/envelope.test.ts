import { describe, expect, it } from 'vitest';
import { buildEnvelope, type EnvelopeInput, type Line } from '../../../src/context/envelope';
import { openScene, PROFILES } from '../scene/play';

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
      history: { summaries: [] },
      roundBullets: [],
      runningSummary: null,
      lore: { raw: [], formatted: '' },
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
      budget: { maxContextTokens: 16_000, reserve: 800 },
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

  it('keeps to the window of the scene', () => {
    const short = buildEnvelope({ ...INPUT, state: { ...state, historyWindow: 2 } });
    expect(texts(short.history.raw)).toEqual(['two', 'three']);
  });

  it('takes what is put in its place', () => {
    expect(buildEnvelope({ ...INPUT, overrides: { runningSummary: 'so far' } }).runningSummary).toBe(
      'so far',
    );
  });
});
