import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../test/support/loose-events';
import { Unreachable } from '../../../test/support/memory-room';
import {
  act,
  callOn,
  eventsOf,
  INN,
  openScene,
  PROFILES,
  playedScene,
  promptOf,
  scene,
  speakersOf,
  stepsOf,
  textOf,
} from '../../../test/support/play-scene';
import { newScene } from '../../contract/create-scene';
import { ROUND_STEPS } from './round';

const notesOf = (room: Parameters<typeof stepsOf>[0]) =>
  eventsOf(room, 'round.audited').flatMap((event) => fieldsOf(event.payload).notes as string[]);

describe('the flow of a round', () => {
  it('asks director, characters by priority, director; and completes', async () => {
    const room = await playedScene({
      'director.1': { actingCharacters: [act('bo'), act('cy', { priority: 2 }), act('ada')] },
    });
    expect(stepsOf(room)).toEqual([
      'director.1',
      'character.1:cy',
      'character.1:ada',
      'character.1:bo',
      'director.2',
    ]);
    expect(eventsOf(room, 'round.completed')[0]?.payload).toEqual({
      actors: ['cy', 'ada', 'bo'],
      skipped: [],
    });
    expect(room.state.cast.cy).toMatchObject({ lastSpokeRound: 1, flags: { hasActedThisRound: true } });
    for (const step of stepsOf(room)) expect(ROUND_STEPS).toContain(step.split(/[/:]/)[0]);
  });

  it('stores what the director changed before any character speaks', async () => {
    const room = await playedScene({
      'director.1': {
        actingCharacters: [act('dee')],
        activations: [{ id: 'dee', entryGuidance: 'through the window' }],
        stateUpdates: [
          { id: 'ada', field: 'mood', value: 'afraid' },
          { id: 'ada', field: 'intentions', value: 'SECRET-PLAN' },
        ],
      },
    });
    const kinds = room.ledger.map((event) => event.kind);
    const firstCue = kinds.indexOf('character.started');
    expect(kinds.slice(kinds.indexOf('director.completed'), firstCue)).toEqual([
      'director.completed',
      'state.updated',
      'state.updated',
      'cast.entered',
    ]);
    const prompt = promptOf(room, 'character.1:dee');
    expect(prompt).toContain('mood: "afraid"');
    expect(prompt).toContain('through the window');
    expect(prompt).not.toContain('SECRET-PLAN');
    const open = room.ledger.filter((event) => event.audience.includes('*'));
    expect(JSON.stringify(open)).not.toContain('SECRET-PLAN');
  });

  it('lets equal explicit orders act at once: neither hears the other, and they are stored in cast order', async () => {
    const room = await playedScene({
      'director.1': { actingCharacters: [act('cy', { order: 1 }), act('ada', { order: 1 }), act('bo')] },
      ada: { kind: 'say', text: 'ADA-LINE' },
      cy: { kind: 'say', text: 'CY-LINE' },
    });
    expect(promptOf(room, 'character.1:ada')).not.toContain('CY-LINE');
    expect(promptOf(room, 'character.1:cy')).not.toContain('ADA-LINE');
    expect(promptOf(room, 'character.1:bo')).toMatch(/ADA-LINE[\s\S]*CY-LINE/);
    const [ada, cy] = eventsOf(room, 'character.spoke');
    expect([ada?.actor, cy?.actor]).toEqual(['character:ada', 'character:cy']);
    expect(cy?.seq).toBe((ada?.seq ?? 0) + 1);
  });

  it('shows pass 2 every reply, who acted and who could not', async () => {
    const room = await playedScene({
      ...callOn('ada', 'bo', 'cy'),
      ada: { kind: 'say', text: 'ADA-LINE' },
      bo: new Error('mute'),
      cy: { kind: 'say', text: 'CY-LINE' },
    });
    const prompt = promptOf(room, 'director.2');
    expect(prompt).toContain('ADA-LINE');
    expect(prompt).toContain('CY-LINE');
    expect(prompt).toContain('Acted: ada, cy. Could not act: bo.');
  });

  it('skips and records a character whose answer is not usable; the others go on', async () => {
    const room = await playedScene({ ...callOn('ada', 'bo'), ada: new Error('mute') });
    expect(eventsOf(room, 'character.skipped')).toMatchObject([
      { actor: 'character:ada', payload: { reason: 'no usable line came' } },
    ]);
    // Details are for the owner only, because an endpoint may return any text.
    expect(notesOf(room)).toContain('character:ada gave no usable answer: mute');
    expect(speakersOf(room)).toEqual(['bo']);
    expect(eventsOf(room, 'round.completed')[0]?.payload).toMatchObject({ skipped: ['ada'] });
  });

  it('skips a line of a kind the profile does not grant', async () => {
    const room = await playedScene({ ...callOn('ada'), ada: { kind: 'verdict', text: 'x' } });
    expect(eventsOf(room, 'character.skipped')).toHaveLength(1);
    expect(notesOf(room).join()).toContain('kind');
  });

  it('keeps a thought for the owner alone, and out of every prompt', async () => {
    const room = openScene();
    const line = { kind: 'say', text: 'fine', thought: 'MY-THOUGHT' };
    for (let i = 0; i < 2; i += 1) {
      await room.round({ ...callOn('ada', 'bo'), ada: line });
    }
    const told = room.ledger.filter((event) => JSON.stringify(event).includes('MY-THOUGHT'));
    expect(told.map(({ kind, audience }) => [kind, audience])).toEqual([
      ['character.thought', ['owner']],
      ['character.thought', ['owner']],
    ]);
    for (const { ask } of room.asks) expect(textOf(ask.messages)).not.toContain('MY-THOUGHT');
  });

  it('keeps no thoughts where the scene says so', async () => {
    const room = openScene(scene({ settings: { thoughts: false } }));
    room.say({});
    const line = { kind: 'say', text: 'fine', thought: 'MY-THOUGHT' };
    await room.play({ ...callOn('ada'), ada: line });
    expect(JSON.stringify(room.ledger)).not.toContain('MY-THOUGHT');
  });
});

describe('who acts', () => {
  it('without a list: everyone present, least recently spoken first, audited', async () => {
    const room = await playedScene(callOn('ada'));
    await room.round({ 'director.1': { actingCharacters: null } });
    expect(speakersOf(room)).toEqual(['ada', 'bo', 'cy', 'ada']);
    expect(notesOf(room).join()).toMatch(/least recently spoken/);
  });

  it('with an explicitly empty list: nobody, and the round closes', async () => {
    const room = await playedScene({
      'director.1': { actingCharacters: [], worldUpdates: [{ key: 'fire', value: 'out' }] },
    });
    expect(stepsOf(room)).toEqual(['director.1']);
    expect(room.ledger.at(-1)?.kind).toBe('round.completed');
    expect(room.state.world.fire).toBe('out');
    expect(notesOf(room).join()).toMatch(/empty list/);
  });

  it('lets whoever was addressed act, whatever the director says, even from outside', async () => {
    const room = openScene();
    await room.hear({ to: ['cy', 'dee'] }, { 'director.1': { actingCharacters: [] } });
    expect(speakersOf(room)).toEqual(['cy', 'dee']);
    expect(room.state.cast.dee).toMatchObject({ active: true, flags: { enteredThisRound: true } });
    expect(notesOf(room).join()).toMatch(/cy was called for/);
  });

  it('refuses unknown characters with the place of the mistake; names in any case will do', async () => {
    const room = await playedScene({
      'director.1': {
        actingCharacters: [act('ADA'), act('Zed')],
        stateUpdates: [{ id: 'constructor', field: 'mood', value: 'x' }],
      },
    });
    const notes = notesOf(room).join();
    expect(notes).toContain('/actingCharacters/1/id');
    expect(notes).toContain('/stateUpdates/0/id');
    expect(notes).not.toContain('/actingCharacters/0');
    expect(speakersOf(room)).toEqual(['ada', 'bo', 'cy']);
    expect(room.state.castOrder).toHaveLength(4);
  });

  it('lets someone who is named to act come in, and says so', async () => {
    const room = await playedScene(callOn('dee', 'ada'));
    expect(speakersOf(room)).toEqual(['ada', 'dee']);
    expect(notesOf(room)).toContain('dee was to act and comes in');
  });

  it('does not carry guidance from one pass or round to the next', async () => {
    const room = await playedScene({
      'director.1': {
        openGuidance: 'OPEN-ONE',
        actingCharacters: [act('ada', { guidance: 'OWN-ONE' }), act('bo')],
      },
      'director.2': { remainingActors: [act('cy', { guidance: 'OWN-TWO' })] },
    });
    expect(promptOf(room, 'character.1:ada')).toContain('OWN-ONE');
    for (const step of ['character.1:bo', 'director.2', 'character.2:cy'])
      expect(promptOf(room, step)).not.toContain('OWN-ONE');
    expect(promptOf(room, 'character.2:cy')).not.toContain('OPEN-ONE');
    await room.round({ 'director.1': { actingCharacters: [act('ada', { guidance: 'OWN-THREE' })] } });
    expect(promptOf(room, 'director.1')).not.toMatch(/OPEN-ONE|OWN-ONE|OWN-TWO/);
    expect(promptOf(room, 'character.1:ada')).not.toMatch(/OPEN-ONE|OWN-ONE|OWN-TWO/);
  });
});

describe('coming and going', () => {
  it('lets someone who leaves speak last and then be gone', async () => {
    const room = await playedScene({
      'director.1': {
        actingCharacters: [act('ada', { priority: 9 }), act('bo'), act('cy')],
        deactivations: [{ id: 'ada', exitGuidance: 'EXIT-LINE' }],
      },
    });
    expect(speakersOf(room)).toEqual(['bo', 'cy', 'ada']);
    expect(promptOf(room, 'character.1:ada')).toContain('EXIT-LINE');
    expect(promptOf(room, 'director.2')).toMatch(/Available, not present\n- "Ada"/);
    expect(room.state.cast.ada).toMatchObject({
      active: false,
      exiting: false,
      flags: { exitedThisRound: true },
    });
  });

  it('lets someone who leaves keep an explicit place, and speak though nobody else does', async () => {
    const ordered = await playedScene({
      'director.1': {
        actingCharacters: [act('ada', { order: 1 }), act('bo')],
        deactivations: [{ id: 'ada', exitGuidance: 'go' }],
      },
    });
    expect(speakersOf(ordered)).toEqual(['ada', 'bo']);
    const alone = await playedScene({
      'director.1': { actingCharacters: [], deactivations: [{ id: 'bo', exitGuidance: 'go' }] },
    });
    expect(speakersOf(alone)).toEqual(['bo']);
  });

  it('counts someone as gone whose exit could not be spoken', async () => {
    const room = await playedScene({
      'director.1': { actingCharacters: [act('bo')], deactivations: [{ id: 'ada', exitGuidance: 'go' }] },
      ada: new Error('mute'),
    });
    expect(room.state.cast.ada).toMatchObject({ active: false, exiting: false });
  });

  it('lets someone who comes in be present, and speak only if also acting', async () => {
    const room = await playedScene({
      'director.1': { actingCharacters: [act('ada')], activations: [{ id: 'dee', entryGuidance: 'in' }] },
    });
    expect(speakersOf(room)).toEqual(['ada']);
    expect(room.state.cast.dee?.active).toBe(true);
    expect(promptOf(room, 'character.1:ada')).toContain('- "Dee" (dee)');
  });
});

describe('the second pass', () => {
  it('brings one more pass for remaining actors and new arrivals, and never a third', async () => {
    const room = await playedScene({
      ...callOn('ada'),
      'director.2': {
        remainingActors: [act('bo')],
        newActivations: [{ id: 'dee', entryGuidance: 'LATE-ENTRY' }],
      },
      ada: { kind: 'say', text: 'ADA-LINE' },
    });
    expect(stepsOf(room)).toEqual([
      'director.1',
      'character.1:ada',
      'director.2',
      'character.2:bo',
      'character.2:dee',
    ]);
    expect(promptOf(room, 'character.2:dee')).toContain('LATE-ENTRY');
    expect(promptOf(room, 'character.2:bo')).toContain('ADA-LINE');
    expect(room.ledger.at(-1)?.kind).toBe('round.completed');
  });

  it('wins over the first in state and world, and what it does not mention stays', async () => {
    const room = await playedScene({
      'director.1': {
        actingCharacters: [act('ada')],
        stateUpdates: [
          { id: 'ada', field: 'mood', value: 'one' },
          { id: 'bo', field: 'mood', value: 'kept' },
        ],
        worldUpdates: [
          { key: 'fire', value: 'OVERLAY' },
          { key: 'rain', value: 'yes' },
        ],
      },
      'director.2': {
        stateUpdates: [{ id: 'ada', field: 'mood', value: 'two' }],
        worldUpdates: [{ key: 'fire', value: 'out' }],
        trackers: [{ key: 'hour', value: '9' }],
      },
    });
    expect(promptOf(room, 'character.1:ada')).toContain('"fire": "OVERLAY');
    expect(eventsOf(room, 'world.updated')).toHaveLength(1);
    expect(room.state.world).toEqual({ fire: 'out', door: 'shut', rain: 'yes' });
    expect(room.state.trackers).toEqual({ hour: '9' });
    expect(room.state.cast.ada?.state.mood).toBe('two');
    expect(room.state.cast.bo?.state.mood).toBe('kept');
  });

  it('sees off someone who has spoken without another line, and lets a silent one speak its exit', async () => {
    const room = await playedScene({
      ...callOn('ada'),
      'director.2': {
        deactivations: [
          { id: 'ada', exitGuidance: 'go' },
          { id: 'bo', exitGuidance: 'go' },
        ],
      },
    });
    expect(speakersOf(room)).toEqual(['ada', 'bo']);
    expect(room.state.cast.ada?.active).toBe(false);
    expect(room.state.cast.bo?.active).toBe(false);
  });

  it('audits whoever was still to act and could not', async () => {
    const room = await playedScene({
      ...callOn('ada'),
      'director.2': { remainingActors: [act('bo')] },
      'bo.2': new Error('mute'),
    });
    expect(notesOf(room)).toContain('bo was still to act and could not');
  });
});

describe('a director whose answer is not usable', () => {
  const unusable = { 'director.1': new Error('nonsense'), 'director.2': new Error('nonsense') };
  const passesOf = (room: Parameters<typeof stepsOf>[0]) =>
    eventsOf(room, 'round.audited').flatMap(({ payload }) => fieldsOf(payload).passes as object[]);

  it('in pass 1: everyone present acts, least recently spoken first, and the record says so', async () => {
    const room = await playedScene(callOn('ada'));
    const { world } = room.state;
    await room.round(unusable);
    expect(speakersOf(room)).toEqual(['ada', 'bo', 'cy', 'ada']);
    expect(room.ledger.at(-1)?.kind).toBe('round.completed');
    expect(room.state.world).toEqual(world);
    expect(passesOf(room).slice(2)).toMatchObject([
      { pass: 1, by: 'rule', openGuidance: null, acting: [[{ id: 'bo' }], [{ id: 'cy' }], [{ id: 'ada' }]] },
      { pass: 2, by: 'rule', acting: [] },
    ]);
    expect(passesOf(room)[0]).toMatchObject({ by: 'director' });
    const notes = notesOf(room).join('\n');
    expect(notes).toContain('director gave no usable answer: nonsense');
    expect(notes).toContain("the director's plan was not usable; by rule, everyone present acts");
    const [, , told] = eventsOf(room, 'director.completed');
    expect(told).toMatchObject({
      audience: ['owner'],
      payload: { pass: 1, rung: 'unusable', plan: { actingCharacters: null, worldUpdates: null } },
    });
  });

  it('in pass 1: who was addressed acts, also from outside, and nobody else', async () => {
    const room = openScene();
    await room.hear({ to: ['cy', 'dee'] }, unusable);
    expect(speakersOf(room)).toEqual(['cy', 'dee']);
    expect(notesOf(room)).toContain("the director's plan was not usable; by rule, who was addressed acts");
  });

  it('in pass 1: no more act than may, and whoever waits is first in the next round', async () => {
    const characters = Array.from({ length: 10 }, (_, k) => ({ name: `C${k}` }));
    const room = await playedScene(unusable, newScene.parse({ characters, personas: [{ name: 'Mara' }] }));
    expect(speakersOf(room)).toEqual(['c0', 'c1', 'c2']);
    expect(notesOf(room)).toContain('at most 3 act in a pass; not now: c3, c4, c5, c6, c7, c8, c9');
    await room.round(unusable);
    expect(speakersOf(room).slice(3)).toEqual(['c3', 'c4', 'c5']);
  });

  it('in pass 2: what was said and the state of pass 1 stay, and the round completes', async () => {
    const room = await playedScene({
      ...unusable,
      'director.1': {
        actingCharacters: [act('ada')],
        stateUpdates: [{ id: 'bo', field: 'mood', value: 'angry' }],
        worldUpdates: [{ key: 'fire', value: 'out' }],
      },
    });
    expect(speakersOf(room)).toEqual(['ada']);
    expect(room.state.cast.bo?.state.mood).toBe('angry');
    expect(room.state.world.fire).toBe('out');
    expect(room.state.failed).toBeNull();
    expect(notesOf(room).join()).toContain("the director's second plan was not usable");
  });

  it('is no more than that where the fallback profile is out of reach', async () => {
    const director = { ...PROFILES.director, fallback: { ...PROFILES.director, model: 'other' } };
    const room = openScene(INN, {}, 'seed', { ...PROFILES, director });
    await room.hear(
      { to: ['bo'] },
      {
        'director.1': ({ profile }: { profile: { model: string } }) => {
          throw profile.model === 'other' ? new Unreachable('nobody there') : new Error('nonsense');
        },
      },
    );
    expect(speakersOf(room)).toEqual(['bo']);
    expect(room.ledger.at(-1)?.kind).toBe('round.completed');
  });
});

describe('a model that can not be reached', () => {
  const gone = new Unreachable('connection refused');
  const UNREACHED = { failure: { code: 'model_unreachable', detail: 'connection refused' }, retry: 'resume' };

  it('in pass 1 of the director fails the round: nothing has changed', async () => {
    const room = openScene();
    room.say({});
    const { cast, world } = room.state;
    await room.play({ 'director.1': gone });
    expect(room.ledger.at(-1)).toMatchObject({ kind: 'round.failed', audience: ['*'], payload: UNREACHED });
    expect(room.state.cast).toEqual(cast);
    expect(room.state.world).toEqual(world);
    expect(notesOf(room)).toContain('director could not be asked: connection refused');
  });

  it('in pass 2 fails the round: the lines and the state of pass 1 stay', async () => {
    const room = await playedScene({
      'director.1': {
        actingCharacters: [act('ada')],
        stateUpdates: [{ id: 'bo', field: 'mood', value: 'angry' }],
      },
      'director.2': gone,
    });
    expect(speakersOf(room)).toEqual(['ada']);
    expect(room.state.cast.bo?.state.mood).toBe('angry');
    expect(room.ledger.at(-1)).toMatchObject({ kind: 'round.failed', payload: UNREACHED });
  });

  it('for a character fails the round, and nobody is skipped', async () => {
    const room = await playedScene({ ...callOn('ada', 'bo', 'cy'), bo: gone });
    expect(speakersOf(room)).toEqual(['ada']);
    expect(eventsOf(room, 'character.skipped')).toEqual([]);
    expect(stepsOf(room)).toEqual(['director.1', 'character.1:ada', 'character.1:bo']);
    expect(room.ledger.at(-1)).toMatchObject({ kind: 'round.failed', payload: UNREACHED });
  });

  it('for one of those who act at the same time fails the round once all are over', async () => {
    const room = openScene();
    room.say({});
    const together = ['ada', 'bo', 'cy'].map((id) => act(id, { order: 1 }));
    await room.play({ 'director.1': { actingCharacters: together }, ada: gone, cy: gone });
    expect(stepsOf(room)).toHaveLength(4);
    expect(eventsOf(room, 'character.spoke', 'character.skipped')).toEqual([]);
    expect(room.ledger.at(-1)).toMatchObject({ kind: 'round.failed', payload: UNREACHED });
  });

  it('for the narrator, or a line spoken anew, fails the round', async () => {
    const room = openScene();
    room.append([
      { kind: 'round.requested', actor: 'system', payload: { type: 'narration', to: [], text: 'rain' } },
    ]);
    await room.play({ narrator: gone });
    expect(room.ledger.at(-1)).toMatchObject({ kind: 'round.failed', payload: UNREACHED });

    const again = await playedScene(callOn('ada'));
    const [speakersOf] = eventsOf(again, 'character.spoke');
    again.append([
      {
        kind: 'round.requested',
        actor: 'system',
        audience: ['owner'],
        payload: { type: 'regenerate', to: [], line: speakersOf?.seq ?? 0 },
      },
    ]);
    await again.play({ ada: gone });
    expect(again.ledger.at(-1)).toMatchObject({ kind: 'round.failed', payload: UNREACHED });
    expect(eventsOf(again, 'line.edited')).toEqual([]);
  });

  it('for the world agent costs nothing but the record', async () => {
    const room = await playedScene(
      { ...callOn('ada'), world: gone },
      scene({ settings: { worldAgent: true } }),
    );
    expect(room.ledger.at(-1)?.kind).toBe('round.completed');
    expect(notesOf(room)).toContain('world could not be asked: connection refused');
  });
});

describe('the ledger', () => {
  it('takes few commits for a round of three characters', async () => {
    const room = openScene();
    room.say({});
    const before = room.ledger.length;
    await room.play(callOn('ada', 'bo', 'cy'));
    // Start and end of each of five requests, the start of the round, recalled memories; memories, record and
    // end at the close.
    expect(room.ledger.length - before).toBe(15);
  });

  it('says so when somebody comes in without acting: what it was told reaches nobody', async () => {
    const room = openScene();
    room.say({});
    const activations = [{ id: 'dee', entryGuidance: 'limp in' }];
    await room.play({ 'director.1': { activations, actingCharacters: [act('ada')] } });
    expect(notesOf(room).join()).toMatch(/dee comes in and does not act/);
  });
});
