import { expect, it } from 'vitest';
import { changeScene } from '../../../src/contract/change-scene';
import { sceneSettings } from '../../../src/contract/context';
import type { Scene } from '../../../src/contract/scenes';
import { DEFAULT_PLAY, mergeCast, toPlayDraft } from '../../../web/src/scene/settings/play-draft';
import { BY_DEFAULT, listChanges, toDraft } from '../../../web/src/scene/settings/settings-form';

const NOTHING = { location: '', mood: '', clothing: '', activity: '', intentions: '' };
const scene = {
  title: 'A kitchen',
  status: 'open',
  scenario: 'Night.',
  notes: { world: '', campaign: '', arc: '', scene: 'Slow.' },
  world: { bridge: 'up', toll: '2' },
  trackers: {},
  cast: [
    { id: 'ada', name: 'Ada', active: true, description: 'A cook.', state: { ...NOTHING, mood: 'calm' } },
    { id: 'bo', name: 'Bo', active: false, description: '', state: NOTHING },
  ],
  personas: [{ id: 'jo', name: 'Jo', description: 'A guest.' }],
  lorebooks: [{ id: 'book-1', name: 'Ours' }],
  budgets: { ...{ calls: 40, tokens: null, money: null }, perSeat: { calls: null, tokens: null, money: 2 } },
  settings: {
    ...sceneSettings.parse({
      lengths: { ada: 'long' },
      talkativeness: { bo: 0.2 },
      rules: { narrator: 'Be brief.' },
    }),
    ...{ summarizeAfter: 10, maxDirectorPasses: 2, worldAgent: false, thoughts: true },
    memory: { enabled: true, topK: 5, halfLife: 50 },
  },
  turnMode: 'immediate',
  gatherSeconds: 60,
  hideLines: false,
  holdForTyping: null,
  historyWindow: 40,
  written: {
    scenario: '{{user}} knocks.',
    notes: { world: '', campaign: '', arc: '', scene: 'Slow.' },
    cast: { ada: 'A cook.', bo: '' },
    personas: [{ id: 'jo', name: 'Jo', description: 'A guest.' }],
  },
} as unknown as Scene;
const opened = toDraft(scene);

it('edits texts as they were written, with their macros', () =>
  expect(opened.scenario).toBe('{{user}} knocks.'));

it('changes nothing when nothing was changed', () => expect(listChanges(opened, toDraft(scene))).toBeNull());

it('sends what was touched alone, in a form that the API takes', () => {
  const change = listChanges(opened, {
    ...opened,
    title: ' A cellar ',
    notes: { ...opened.notes, scene: 'Fast.' },
    turnMode: 'gather',
    gatherSeconds: '30',
    holdForTyping: '5',
    finished: true,
  });
  expect(change).toEqual({
    title: 'A cellar',
    notes: { scene: 'Fast.' },
    turnMode: 'gather',
    gatherSeconds: 30,
    holdForTyping: 5,
    status: 'finished',
  });
  expect(changeScene.safeParse(change).success).toBe(true);
});

it('clears facts whose row is gone, empty or called otherwise', () => {
  const world = [
    { key: 'bridge', value: ' ' },
    { key: 'fare', value: '2' },
    { key: '', value: 'of nothing' },
  ];
  expect(listChanges(opened, { ...opened, world })).toEqual({
    world: { bridge: null, toll: null, fare: '2' },
  });
});

it('says who comes and who goes, and brings in somebody new only with a name', () => {
  const moved = { ...opened, present: ['bo'], newDescription: 'not assigned' };
  expect(listChanges(opened, moved)).toEqual({
    characters: { change: { bo: { active: true }, ada: { active: false } } },
  });
  const change = listChanges(opened, { ...opened, newName: ' Cy ', newDescription: 'A cat.' });
  expect(change?.characters?.add).toEqual([{ name: 'Cy', description: 'A cat.', personality: '' }]);
  expect(changeScene.safeParse(change).success).toBe(true);
});

it('gives typing its usual time back when the field is emptied', () => {
  const held = toDraft({ ...scene, holdForTyping: 20 });
  expect(listChanges(held, { ...held, holdForTyping: '' })).toEqual({ holdForTyping: null });
});

it('says how a character is, and brings in others of the library', () => {
  const from = `chr_${'a'.repeat(20)}`;
  const ada = { ...opened.cast.ada, mood: 'cross', intentions: 'to leave' } as (typeof opened.cast)[string];
  const change = listChanges(opened, { ...opened, cast: { ...opened.cast, ada }, newCharacters: [from] });
  expect(change).toEqual({
    characters: { change: { ada: { mood: 'cross', intentions: 'to leave' } }, add: [{ from }] },
  });
  expect(changeScene.safeParse(change).success).toBe(true);
});

it('calls a player otherwise, gives it a secret, and makes room for more', () => {
  const from = `per_${'a'.repeat(20)}`;
  const personas = [{ id: 'jo', name: 'Joan ', description: 'A guest.', secrets: 'Has the key.' }];
  const change = listChanges(opened, { ...opened, personas, newPersona: 'Kit', newPersonas: [from] });
  expect(change).toEqual({
    personas: {
      change: { jo: { name: 'Joan', secrets: 'Has the key.' } },
      add: [{ name: 'Kit', description: '' }, { from }],
    },
  });
  expect(changeScene.safeParse(change).error).toBeUndefined();
});

it('gives books, profiles and budgets as the API takes them', () => {
  const [book, profile] = [`lor_${'a'.repeat(20)}`, `prf_${'a'.repeat(20)}`];
  const change = listChanges(opened, {
    ...opened,
    books: ['book-1', book],
    profiles: { director: profile, judge: BY_DEFAULT, narrator: '' },
    characterProfiles: { bo: profile },
    budgets: { calls: null, tokens: 9000, money: null, perSeat: { calls: null, tokens: null, money: 0.5 } },
  });
  expect(change).toEqual({
    lorebooks: ['book-1', book],
    profiles: { director: profile, judge: null, characters: { bo: profile } },
    budgets: { calls: null, tokens: 9000, perSeat: { money: 0.5 } },
  });
  expect(changeScene.safeParse(change).error).toBeUndefined();
});

it('changes of prompts and memory what was touched, and nothing where a number was emptied', () => {
  const context = { ...opened.context, reconciles: false, topK: 2, summarizeAfter: null, historyWindow: 20 };
  const change = listChanges(opened, { ...opened, context });
  expect(change).toEqual({ historyWindow: 20, settings: { maxDirectorPasses: 1, memory: { topK: 2 } } });
  expect(changeScene.safeParse(change).success).toBe(true);
  const emptied = { ...opened.context, topK: null };
  expect(listChanges(opened, { ...opened, context: emptied })).toBeNull();
});

it('begins with the settings that the server takes for those that are left out', () =>
  expect(toPlayDraft(sceneSettings.parse({}))).toEqual(DEFAULT_PLAY));

it('says who leads, who speaks and how long, of what was touched', () => {
  const play = {
    ...opened.play,
    ...{ director: 'off' as const, speakers: 'inTurn' as const, maxActors: 2, length: '4' },
    lengths: { ada: '', bo: 'short' },
    talkativeness: { bo: null, ada: 70 },
    rules: { character: 'Rhyme.', narrator: ' ' },
    direction: { ...opened.play.direction, tone: 'Dry.', yields: 'late' as const },
  };
  const change = listChanges(opened, { ...opened, play });
  expect(change).toEqual({
    settings: {
      ...{ director: 'off', speakers: 'inTurn', maxActors: 2, length: 4 },
      lengths: { ada: null, bo: 'short' },
      talkativeness: { bo: null, ada: 0.7 },
      rules: { character: 'Rhyme.', narrator: null },
      direction: { tone: 'Dry.', yields: 'late' },
    },
  });
  expect(changeScene.safeParse(change).error).toBeUndefined();
  expect(listChanges(opened, { ...opened, play: { ...opened.play, maxActors: null } })).toBeNull();
});

it('gives the tone back with an empty text', () => {
  const before = toDraft({
    ...scene,
    settings: { ...scene.settings, direction: { ...DEFAULT_PLAY.direction, tone: 'Dry.' } },
  });
  const play = { ...before.play, direction: { ...before.play.direction, tone: '' } };
  expect(listChanges(before, { ...before, play })).toEqual({ settings: { direction: { tone: null } } });
});

it('forgets what was said of characters that were taken out of a plan', () => {
  const play = { ...DEFAULT_PLAY, lengths: { ada: 'long', eve: '2' }, talkativeness: { eve: 10 } };
  expect(mergeCast(play, ['ada'])).toEqual({ ...DEFAULT_PLAY, lengths: { ada: 'long' } });
});
