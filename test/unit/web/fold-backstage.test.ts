import { expect, it } from 'vitest';
import type { JsonObject } from '../../../src/base/json';
import type { Event } from '../../../src/contract/events/events';
import type { Round } from '../../../src/contract/rounds';
import {
  readAgents,
  readInferred,
  readNotes,
  readPasses,
  readSteps,
  readThoughts,
  sumRounds,
} from '../../../web/src/scene/backstage/fold-backstage';
import { parseBackstage } from '../../../web/src/scene/backstage/use-backstage';
import { makeEvent } from '../../support/loose-events';

const names = new Map([
  ['ada', 'Ada'],
  ['bo', 'Bo'],
]);
const PLAN: JsonObject = {
  openGuidance: 'It is late.',
  actingCharacters: [
    { id: 'ada', guidance: 'Be quick.', priority: 3, order: null },
    { id: 'bo', guidance: null, priority: null, order: 2 },
  ],
  activations: [{ id: 'bo', entryGuidance: 'Through the window.' }],
  deactivations: [{ id: 'ada', exitGuidance: 'Slam the door.' }],
  stateUpdates: [{ id: 'ada', field: 'mood', value: 'cross' }],
  worldUpdates: [{ key: 'bridge', value: null }],
  trackers: [{ key: 'hour', value: '23' }],
};
const round = (over: Partial<Round> = {}): Round => ({
  n: 1,
  attempt: 1,
  status: 'completed',
  startedAt: '2026-01-01T00:00:00.000Z',
  endedAt: null,
  inputs: [],
  cast: [],
  passes: [
    { pass: 1, provider: 'understudy', rung: 'understudy', plan: PLAN, audited: ['Bo was not there'] },
  ],
  lines: [],
  skipped: [],
  problem: null,
  record: null,
  events: [3, 4],
  ...over,
});
const event = (seq: number, kind: Event['kind'], more: object = {}): Event =>
  makeEvent(kind, {}, { seq, round: 1, ...more });

it('shows whom the director chose, what it told each, who comes and goes, and what it says is so', () => {
  const [pass] = readPasses(round(), names);
  expect(pass).toMatchObject({
    openGuidance: 'It is late.',
    chosen: [
      { name: 'Ada', guidance: 'Be quick.', place: 'priority 3' },
      { name: 'Bo', guidance: '', place: 'position 2' },
    ],
    coming: [{ name: 'Bo', guidance: 'Through the window.' }],
    leaving: [{ name: 'Ada', guidance: 'Slam the door.' }],
    changes: [
      { what: 'Ada: mood', value: 'cross' },
      { what: 'world: bridge', value: null },
      { what: 'tracker: hour', value: '23' },
    ],
    order: null,
    audited: ['Bo was not there'],
  });
});

it('tells a director that named nobody from one that left the choice to the service', () => {
  const chosen = (acting: JsonObject['x']) =>
    readPasses(
      round({
        passes: [
          {
            pass: 1,
            provider: 'p',
            rung: 'json_schema',
            plan: { actingCharacters: acting ?? null },
            audited: [],
          },
        ],
      }),
      names,
    )[0]?.chosen;
  expect(chosen([])).toEqual([]);
  expect(chosen(null)).toBeNull();
});

it('shows the order that was acted in, and of what was read from the lines what the director took over', () => {
  const told = (value: string) => ({ id: 'ada', field: 'location', value });
  const record = {
    passes: [
      { pass: 1, acting: [[{ id: 'ada' }, { id: 'bo' }], [{ id: 'nobody-known' }]] },
      { pass: 2, updates: [told('the cellar')] },
    ],
    suggested: [
      { ...told('the cellar'), evidence: 'goes down' },
      { ...told('the roof'), evidence: 'looks up' },
    ],
    notes: ['bo could not be heard any more'],
  };
  const shown = round({ record });
  expect(readPasses(shown, names)[0]?.order).toEqual([['Ada', 'Bo'], ['nobody-known']]);
  expect(readInferred(shown, names).map(({ value, taken }) => [value, taken])).toEqual([
    ['the cellar', true],
    ['the roof', false],
  ]);
  expect(readNotes(shown)).toEqual(['bo could not be heard any more']);
});

it('reads a record that lacks what it should have as one without', () => {
  const shown = round({ record: { passes: null, agents: [{ agent: 'character:ada' }, 7] } });
  expect(readPasses(shown, names)[0]?.order).toBeNull();
  expect(readInferred(shown, names)).toEqual([]);
  expect(readAgents(shown, names)).toMatchObject([{ name: 'Ada', ok: false, prompt: null, promptTokens: 0 }]);
});

it('shows the thoughts of this try of the round alone', () => {
  const thought = (seq: number, text: string) =>
    event(seq, 'character.thought', { actor: 'character:ada', payload: { text, name: 'Ada', pass: 1 } });
  const thoughts = readThoughts([thought(2, 'of the try before'), thought(3, 'of this one')], round());
  expect(thoughts.map(({ text }) => text)).toEqual(['of this one']);
});

it('tells how long each step took, and what the character was told for it', () => {
  const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
  const steps = readSteps(
    [
      event(1, 'director.started', { at: at(0), actor: 'director', payload: { pass: 1 } }),
      event(2, 'director.completed', { at: at(2), actor: 'director', payload: { pass: 1, plan: PLAN } }),
      event(3, 'character.started', { at: at(2), actor: 'character:ada', payload: { pass: 1 } }),
      event(4, 'character.spoke', { at: at(5), actor: 'character:ada', payload: { pass: 1 } }),
      event(5, 'character.started', { at: at(5), actor: 'character:bo', payload: { pass: 1 } }),
    ],
    1,
  );
  expect(steps.get('director.1')?.took).toBe(2000);
  expect(steps.get('ada.1')).toEqual({ took: 3000, guidance: 'Be quick.' });
  expect(steps.get('bo.1')).toEqual({ took: null, guidance: '' });
});

it('adds up prompts by round, oldest first', () => {
  const prompt = (n: number, total: number) => ({
    round: n,
    promptTokens: 5,
    completionTokens: 1,
    prompt: { total },
  });
  expect(sumRounds([prompt(2, 10), prompt(1, 3), prompt(2, 30)])).toEqual([
    { n: 1, prompts: 1, sent: 3, billed: 6 },
    { n: 2, prompts: 2, sent: 40, billed: 12 },
  ]);
});

it.each([
  ['#/scenes/scn_1?backstage=3', 3],
  ['#/scenes/scn_1?at=7&backstage=12', 12],
  ['#/scenes/scn_1?backstage', 0],
  ['#/scenes/scn_1?backstage=first', 0],
  ['#/scenes/scn_1?backstage=-1', 0],
  ['#/scenes/scn_1', null],
])('reads from %s which round is looked at', (hash, n) => expect(parseBackstage(hash)).toBe(n));
