import { describe, expect, it } from 'vitest';
import { CutOff, Unreachable } from '../../../test/support/memory-room';
import {
  act,
  eventsOf,
  INN,
  openScene,
  playedScene,
  promptOf,
  type Room,
  type Script,
  scene,
  stepsOf,
} from '../../../test/support/play-scene';
import type { PayloadOf } from '../../contract/events/events';
import { chooseNextSpeaker } from './next-speaker';

/** A plan whose other fields come before its actors, so that they are known when the first speaker begins. */
const plan = (actingCharacters: object[], more: object = {}) => ({
  openGuidance: 'Let it be quiet.',
  ...more,
  actingCharacters,
});
const inTurn = (...ids: string[]) => ids.map((id, index) => act(id, { order: index + 1 }));

async function playWith(script: Script, room: Room = openScene()): Promise<Room> {
  await room.round(script);
  return room;
}
const spokenBy = (room: Room) => eventsOf(room, 'character.spoke').map(({ actor }) => actor);
const recordOf = (room: Room) =>
  eventsOf(room, 'round.audited').at(-1)?.payload as PayloadOf<'round.audited'>;
const kindsOf = (room: Room) => room.ledger.map(({ kind }) => kind);
const upTo = (answer: object, words: string): CutOff => {
  const text = JSON.stringify(answer);
  return new CutOff(text.slice(0, text.indexOf(words) + words.length));
};

describe('a first speaker who begins before the plan is whole', () => {
  it('is asked once what it is told and what must be stored is stored, and is heard behind the plan', async () => {
    const room = await playWith({
      'director.1': plan(inTurn('cy', 'dee'), {
        activations: [{ id: 'dee', entryGuidance: 'through the window' }],
        stateUpdates: [
          { id: 'ada', field: 'mood', value: 'afraid' },
          { id: 'ada', field: 'intentions', value: 'SECRET-PLAN' },
        ],
        worldUpdates: [{ key: 'fire', value: 'out' }],
      }),
    });
    const kinds = kindsOf(room);
    expect(kinds.slice(kinds.indexOf('director.started'), kinds.lastIndexOf('director.started'))).toEqual([
      'director.started',
      'memory.recalled',
      'director.cued',
      'state.updated',
      'state.updated',
      'cast.entered',
      'character.started',
      'director.completed',
      'character.spoke',
      'character.started',
      'character.spoke',
    ]);
    expect(room.steps.slice(0, 5)).toEqual(['open', 'director.1', 'cue', 'character.1:cy', 'group.1:0']);
    const prompt = promptOf(room, 'character.1:cy');
    for (const told of ['mood: "afraid"', 'guidance for cy', 'Let it be quiet.', '- "fire": "out"'])
      expect(prompt).toContain(told);
    expect(prompt).not.toContain('SECRET-PLAN');
    expect(promptOf(room, 'character.1:dee')).toContain('line of cy');
    expect(room.state.world.fire).toBe('out');

    const record = recordOf(room);
    expect(record.agents.map(({ step }) => step)).toEqual([
      'director.1',
      'character.1:cy',
      'character.1:dee',
      'director.2',
    ]);
    expect(record.passes[0]).toMatchObject({
      by: 'director',
      acting: [[{ id: 'cy' }], [{ id: 'dee', entry: 'through the window' }]],
      entered: ['dee'],
      world: [{ key: 'fire', value: 'out' }],
    });
    expect(record.notes).toEqual([]);
    const [completed] = eventsOf(room, 'director.completed');
    expect(completed?.payload).toMatchObject({ plan: { actingCharacters: [{ id: 'cy' }, { id: 'dee' }] } });
  });

  it('does so as a round without an early start does: the same lines, states and record', async () => {
    const whole = plan(inTurn('cy', 'dee', 'ada'), {
      activations: [{ id: 'dee', entryGuidance: 'through the window' }],
      stateUpdates: [{ id: 'ada', field: 'mood', value: 'afraid' }],
    });
    const early = await playWith({ 'director.1': whole });
    // Without an order the first speaker waits.
    const actingCharacters = whole.actingCharacters.map(({ order, ...rest }: { order?: number }) => ({
      ...rest,
      priority: -(order ?? 0),
    }));
    const late = await playWith({ 'director.1': { ...whole, actingCharacters } });
    expect(kindsOf(early)).toContain('director.cued');
    expect(kindsOf(late)).not.toContain('director.cued');
    const linesOf = (room: Room) =>
      eventsOf(room, 'character.spoke', 'state.updated', 'cast.entered', 'round.completed').map(
        ({ kind, actor, audience, payload }) => ({ kind, actor, audience, payload }),
      );
    expect(linesOf(early)).toEqual(linesOf(late));
    expect(recordOf(early)).toEqual(recordOf(late));
    expect(early.state.cast).toEqual(late.state.cast);
    for (const step of stepsOf(early)) expect(promptOf(early, step)).toBe(promptOf(late, step));
  });

  it('needs nothing but its own cue: what the plan has behind it follows with the whole plan', async () => {
    const room = await playWith({
      'director.1': {
        actingCharacters: inTurn('ada', 'bo'),
        openGuidance: 'Let it be quiet.',
        deactivations: [{ id: 'ada', exitGuidance: 'Go.' }],
        stateUpdates: [{ id: 'bo', field: 'mood', value: 'afraid' }],
      },
    });
    const kinds = kindsOf(room);
    expect(kinds.indexOf('director.cued')).toBeLessThan(kinds.indexOf('state.updated'));
    const prompt = promptOf(room, 'character.1:ada');
    expect(prompt).toContain('guidance for ada');
    for (const later of ['Let it be quiet.', 'mood: "afraid"']) {
      expect(prompt).not.toContain(later);
      expect(promptOf(room, 'character.1:bo')).toContain(later);
    }
    // It leaves after its line, although it was not told to.
    expect(room.state.cast.ada?.active).toBe(false);
    expect(spokenBy(room)).toEqual(['character:ada', 'character:bo']);
  });

  it('speaks at the same time as those with the same order, who join it once the plan is whole', async () => {
    const actors = [act('cy', { order: 1 }), act('ada', { order: 1 }), act('bo', { order: 2 })];
    const room = await playWith({ 'director.1': { actingCharacters: actors } });
    expect(kindsOf(room)).toContain('director.cued');
    expect(spokenBy(room)).toEqual(['character:ada', 'character:cy', 'character:bo']);
    expect(promptOf(room, 'character.1:ada')).not.toContain('line of cy');
    expect(promptOf(room, 'character.1:cy')).not.toContain('line of ada');
    expect(promptOf(room, 'character.1:bo')).toMatch(/line of ada[\s\S]*line of cy/);
    expect(eventsOf(room, 'character.started').map(({ actor }) => actor)).toEqual([
      'character:cy',
      'character:ada',
      'character:bo',
    ]);
  });

  it('is told to the owner alone', async () => {
    const room = await playWith({ 'director.1': plan(inTurn('ada', 'bo')) });
    const [cued] = eventsOf(room, 'director.cued');
    expect(cued).toMatchObject({
      audience: ['owner'],
      payload: { pass: 1, plan: { openGuidance: 'Let it be quiet.', actingCharacters: [{ id: 'ada' }] } },
    });
  });

  it('is not told what repeats a secret of somebody else', async () => {
    const secrets = 'She sank the boat in the bay last winter.';
    const cast = (INN.characters ?? []).map((one) => (one.name === 'Ada' ? { ...one, secrets } : one));
    const room = openScene({ ...INN, characters: cast });
    await playWith(
      {
        'director.1': plan(
          [act('bo', { order: 1, guidance: `You know: ${secrets}` }), act('ada', { order: 2 })],
          { openGuidance: secrets, worldUpdates: [{ key: 'boat', value: secrets }] },
        ),
      },
      room,
    );
    expect(kindsOf(room)).toContain('director.cued');
    expect(promptOf(room, 'character.1:bo')).not.toContain('sank the boat');
    expect(JSON.stringify(room.ledger.filter(({ audience }) => audience.includes('*')))).not.toContain(
      'sank',
    );
    const notes = ['a fact', 'guidance for bo', 'guidance for everyone'].map(
      (what) => `${what} was withheld: it repeats a secret or a whisper`,
    );
    expect(
      recordOf(room)
        .notes.filter((note) => note.includes('withheld'))
        .toSorted(),
    ).toEqual(notes);
  });

  it('stays when the plan turns out to be unusable: by rule the others act', async () => {
    const room = await playWith({
      'director.1': plan([...inTurn('cy', 'bo'), act('nobody', { order: 3 })], {
        stateUpdates: [{ id: 'bo', field: 'mood', value: 'wary' }],
      }),
    });
    expect(spokenBy(room)).toEqual(['character:cy', 'character:ada', 'character:bo']);
    expect(room.state.cast.bo?.state.mood).toBe('wary');
    expect(eventsOf(room, 'state.updated')).toHaveLength(1);
    const record = recordOf(room);
    expect(record.passes[0]).toMatchObject({
      by: 'rule',
      acting: [[{ id: 'cy' }], [{ id: 'ada' }], [{ id: 'bo' }]],
    });
    expect(record.notes).toContain(
      'cy had begun to speak before the plan was whole: it stays so, first and with its cue',
    );
  });

  it('is waited for when the director breaks off, so that its answer is stored and nobody asks it again', async () => {
    const whole = plan(inTurn('ada', 'bo'), { worldUpdates: [{ key: 'fire', value: 'out' }] });
    const room = await playWith({ 'director.1': () => upTo(whole, '"order":2}') });
    expect(stepsOf(room)).toEqual(['director.1', 'character.1:ada']);
    expect(eventsOf(room, 'round.failed')[0]?.payload).toMatchObject({ retry: 'resume' });
    expect(recordOf(room).agents.map(({ step, ok }) => [step, ok])).toEqual([
      ['director.1', false],
      ['character.1:ada', true],
    ]);
    expect(spokenBy(room)).toEqual([]);
    expect(room.state.world.fire).toBe('out');
  });

  it('fails the round behind the whole plan when it can not be reached itself', async () => {
    const room = await playWith({ 'director.1': plan(inTurn('ada', 'bo')), ada: new Unreachable('gone') });
    expect(stepsOf(room)).toEqual(['director.1', 'character.1:ada']);
    expect(kindsOf(room)).toContain('director.completed');
    expect(eventsOf(room, 'round.failed')).toHaveLength(1);
  });

  it('is passed by when its answer is not usable, as ever', async () => {
    const room = await playWith({ 'director.1': plan(inTurn('ada', 'bo')), ada: new Error('no line') });
    expect(eventsOf(room, 'character.skipped').map(({ actor }) => actor)).toEqual(['character:ada']);
    expect(spokenBy(room)).toEqual(['character:bo']);
  });

  it('may be the only one', async () => {
    const room = await playWith({ 'director.1': plan(inTurn('ada')) });
    expect(kindsOf(room)).toContain('director.cued');
    expect(spokenBy(room)).toEqual(['character:ada']);
  });

  it('lets whoever is addressed come in before it, and act behind it', async () => {
    const room = openScene();
    await room.hear({ to: ['dee'] }, { 'director.1': plan(inTurn('ada', 'dee')) });
    const kinds = kindsOf(room);
    expect(kinds.indexOf('cast.entered')).toBeLessThan(kinds.indexOf('character.started'));
    expect(eventsOf(room, 'cast.entered')).toHaveLength(1);
    expect(spokenBy(room)).toEqual(['character:ada', 'character:dee']);
  });
});

describe('a first speaker waits for the whole plan', () => {
  const PLAN = plan(inTurn('ada', 'bo'));
  const expectLate = (room: Room) => {
    expect(kindsOf(room)).not.toContain('director.cued');
    expect(room.steps).not.toContain('cue');
    expect(kindsOf(room)).toContain('round.completed');
  };

  it.each<[string, object]>([
    ['has no order', plan([act('ada'), act('bo', { order: 2 })])],
    ['comes after another', plan([act('ada', { order: 2 }), act('bo', { order: 1 })])],
    ['is not present', plan(inTurn('dee', 'bo'))],
    ['is nobody', plan(inTurn('nobody', 'bo'))],
    [
      'acts where somebody leaves',
      plan(inTurn('ada', 'bo'), { deactivations: [{ id: 'cy', exitGuidance: 'Go.' }] }),
    ],
    [
      'acts where nobody comes in',
      plan(inTurn('ada', 'bo'), { activations: [{ id: 'nobody', entryGuidance: '' }] }),
    ],
    ['is not there', plan([])],
  ])('who %s', async (_, answer) => {
    expectLate(await playWith({ 'director.1': answer }));
  });

  it('whom the owner has called, or passed over', async () => {
    for (const choice of [
      { character: 'ada', skip: [] },
      { character: null, skip: ['cy'] },
    ]) {
      const room = openScene();
      const events = chooseNextSpeaker(room.state, choice);
      if (!events.ok) throw new Error('not chosen');
      room.append(events.value);
      expectLate(await playWith({ 'director.1': PLAN }, room));
    }
  });

  it('after a whisper', async () => {
    const room = openScene();
    await room.hear({ to: ['ada'], whisper: true }, { 'director.1': PLAN });
    expectLate(room);
  });

  it('where no more may act than were addressed', async () => {
    const room = openScene(scene({ settings: { maxActors: 1 } }));
    await room.hear({ to: ['bo'] }, { 'director.1': PLAN });
    expectLate(room);
    expect(spokenBy(room)).toEqual(['character:bo']);
  });

  it('of a light director', async () => {
    const room = await playedScene(
      { 'director.1': { who: ['ada'], cue: null } },
      scene({ settings: { director: 'light' } }),
    );
    expectLate(room);
  });
});
