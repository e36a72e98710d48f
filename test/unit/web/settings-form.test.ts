import { expect, it } from 'vitest';
import { changeScene } from '../../../src/contract/change-scene';
import type { Scene } from '../../../src/contract/scenes';
import { changesIn, draftOf } from '../../../web/src/settings-form';

const scene = {
  title: 'A kitchen',
  status: 'open',
  scenario: 'Night.',
  notes: { world: '', campaign: '', arc: '', scene: 'Slow.' },
  world: { bridge: 'up', toll: '2' },
  trackers: {},
  cast: [
    { id: 'ada', name: 'Ada', active: true },
    { id: 'bo', name: 'Bo', active: false },
  ],
  turnMode: 'immediate',
  gatherSeconds: 60,
  hideLines: false,
  holdForTyping: null,
  historyWindow: 40,
} as unknown as Scene;
const opened = draftOf(scene);

it('changes nothing when nothing was changed', () => {
  expect(changesIn(opened, draftOf(scene))).toBeNull();
});

it('sends what was touched alone, in a form that the API takes', () => {
  const change = changesIn(opened, {
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
  expect(changesIn(opened, { ...opened, world })).toEqual({
    world: { bridge: null, toll: null, fare: '2' },
  });
});

it('says who comes and who goes, and brings in somebody new only with a name', () => {
  const moved = { ...opened, present: ['bo'], newDescription: 'nobody yet' };
  expect(changesIn(opened, moved)).toEqual({
    characters: { change: { bo: { active: true }, ada: { active: false } } },
  });
  const change = changesIn(opened, { ...opened, newName: ' Cy ', newDescription: 'A cat.' });
  expect(change?.characters?.add).toEqual([{ name: 'Cy', description: 'A cat.', personality: '' }]);
  expect(changeScene.safeParse(change).success).toBe(true);
});

it('gives typing its usual time back when the field is emptied', () => {
  const held = draftOf({ ...scene, holdForTyping: 20 });
  expect(changesIn(held, { ...held, holdForTyping: '' })).toEqual({ holdForTyping: null });
});
