import { describe, expect, it } from 'vitest';
import { draftWith, fieldsOf } from '../../test/support/loose-events';
import { Unreachable } from '../../test/support/memory-room';
import {
  act,
  callOn,
  INN,
  openScene,
  PROFILES,
  playedScene,
  scene,
  UNDERSTUDY,
} from '../../test/support/play-scene';
import { type NewScene, newScene } from '../contract/create-scene';
import type { PayloadOf } from '../contract/events/events';
import { round as roundSchema } from '../contract/rounds';
import { scene as sceneSchema } from '../contract/scenes';
import { planNext } from './pace';
import { reduceScene } from './reduce';
import { sceneCreated } from './setup/create';
import { fillTexts } from './setup/fill-texts';
import { listTemplates, mergeTemplate, TEMPLATES } from './setup/templates';
import type { SceneState } from './state';
import { acceptTurn } from './turns';
import { roundView, sceneView, timeline } from './views';

const create = (body: NewScene) =>
  sceneCreated({ id: 'scn_00000000000000000000', body, profiles: PROFILES, seed: 's' });
const errorsOf = (result: ReturnType<typeof create | typeof acceptTurn>) =>
  !result.ok && result.failure.code === 'invalid' ? result.failure.errors.map((e) => e.pointer) : result;

describe('creating a scene', () => {
  it('refuses a scene without characters, naming the field and the fix', () => {
    const refused = create(newScene.parse({ title: 'Empty' }));
    expect(refused).toMatchObject({
      ok: false,
      failure: {
        code: 'invalid',
        errors: [{ pointer: '/characters', message: expect.stringMatching(/set `characters` or a/) }],
      },
    });
  });

  it('refuses two of one name and two of one id', () => {
    const body = newScene.parse({
      characters: [{ name: 'Ada' }, { name: 'ADA ' }, { name: 'Adá' }, { id: 'bo', name: 'X' }],
    });
    expect(errorsOf(create(body))).toEqual(['/characters/1/name', '/characters/2/id']);
  });

  it('refuses a persona with the name of a character, and whoever is called as the narrator', () => {
    const body = newScene.parse({
      characters: [{ name: 'Ada' }, { name: 'NARRATOR' }, { name: 'Bo', id: 'narrator' }],
      personas: [{ name: ' ada' }, { name: 'Narrator' }],
    });
    expect(errorsOf(create(body))).toEqual([
      '/characters/1/name',
      '/characters/2/id',
      '/personas/0/name',
      '/personas/1/name',
    ]);
  });

  it('refuses lengths and talkativeness of characters that it has not', () => {
    const settings = { lengths: { ada: 'long', eve: 2 }, talkativeness: { bo: 1, nobody: 0 } };
    const body = newScene.parse({ characters: [{ name: 'Ada' }, { name: 'Bo' }], settings });
    expect(errorsOf(create(body))).toEqual(['/settings/talkativeness/nobody', '/settings/lengths/eve']);
  });

  it('gives ids of its own to names that have no letters for one', () => {
    const body = newScene.parse({
      characters: [{ name: 'Анна' }, { name: '光' }, { name: 'C1' }, { name: 'Борис' }],
      personas: [{ name: '狐' }],
    });
    const created = create(body);
    if (!created.ok) throw new Error(JSON.stringify(created.failure));
    const payload = created.value[0]?.payload as unknown as PayloadOf<'scene.created'> | undefined;
    expect(payload?.characters.map(({ id }) => id)).toEqual(['c2', 'c3', 'c1', 'c4']);
    expect(payload?.personas.map(({ id }) => id)).toEqual(['p1']);
  });

  it.each([
    ['the one who says it', { by: 'bo' }, 'Bo nods at Jo.'],
    ['the first of the cast, told by the narrator', {}, 'Ada nods at Jo.'],
  ])('fills in who is meant in the opening: %s', (_, more, text) => {
    const opening = { text: '{{char}} nods at {{user}}.', ...more };
    const room = openScene(scene({ personas: [{ name: 'Jo' }], opening }));
    expect(fieldsOf(room.ledger.at(-1)?.payload).text).toBe(text);
  });

  it('fills in what its texts call the character and the player', () => {
    const room = openScene(
      newScene.parse({
        scenario: '{{user}} knocks.',
        notes: { scene: '{{char}} is asleep.' },
        characters: [{ name: 'Ada', description: '{{char}} waits for {{user}}.', voice: ['{{user}}?'] }],
        personas: [{ name: 'Mara' }],
      }),
    );
    const read = fillTexts(room.state);
    expect(read).toMatchObject({ scenario: 'Mara knocks.', notes: { scene: 'Ada is asleep.' } });
    expect(read.cast.ada).toMatchObject({ description: 'Ada waits for Mara.', voice: ['Mara?'] });
    expect(sceneView(room.state)).toMatchObject({
      scenario: 'Mara knocks.',
      cast: [{ description: 'Ada waits for Mara.' }],
      written: { scenario: '{{user}} knocks.', cast: { ada: '{{char}} waits for {{user}}.' } },
    });
  });

  it('makes ids from names, and a persona when there is none', () => {
    const room = openScene(newScene.parse({ characters: [{ name: 'Old Marlow' }, { name: 'Constructor' }] }));
    expect(room.state.castOrder).toEqual(['old-marlow', 'constructor']);
    expect(room.state.personas).toEqual([{ id: 'player', name: 'Player', description: '' }]);
  });

  it('gives a view that fits the contract', () =>
    expect(sceneSchema.safeParse(sceneView(openScene().state)).error).toBeUndefined());

  it.each(TEMPLATES.map((t) => t.id))('has the ready-made scene %s', (id) => {
    const merged = mergeTemplate(newScene.parse({ template: id, title: 'Mine' }));
    expect(merged.ok && merged.value.title).toBe('Mine');
    const body = newScene.parse({ template: id, title: 'Mine' });
    expect(create(body).ok).toBe(true);
    expect(merged.ok && create(merged.value)).toEqual(create(body));
    const template = TEMPLATES.find((t) => t.id === id);
    expect(newScene.safeParse(template?.scene).error).toBeUndefined();
    expect(listTemplates().find((t) => t.id === id)?.personas).not.toHaveLength(0);
  });

  it('refuses an unknown template', () =>
    expect(errorsOf(mergeTemplate(newScene.parse({ template: 'nope' })) as never)).toEqual(['/template']));
});

describe('accepting a turn', () => {
  const { state } = openScene();
  const turn = (body: object, on: SceneState = state) =>
    acceptTurn(on, { type: 'user', text: 'Hi', to: [], ...body } as never);

  it('names an unknown persona and unknown characters; "constructor" is nobody', () =>
    expect(errorsOf(turn({ personaId: 'zed', to: ['ada', 'zed', 'constructor'] }))).toEqual([
      '/personaId',
      '/to/1',
      '/to/2',
    ]));

  it('asks who speaks when there are several personas, except for a continuation', () => {
    expect(errorsOf(turn({}))).toEqual(['/personaId']);
    expect(acceptTurn(state, { type: 'continuation', to: [] })).toMatchObject({
      value: { kind: 'round.requested', actor: 'system' },
    });
  });

  it('takes the only persona for granted', () => {
    const one = openScene({ ...INN, personas: [{ name: 'Solo', description: '' }] }).state;
    expect(turn({}, one)).toMatchObject({ value: { actor: 'persona:solo', audience: ['*'] } });
  });

  it('refuses a finished scene', () =>
    expect(turn({ personaId: 'mara' }, { ...state, status: 'finished' })).toMatchObject({
      failure: { code: 'finished' },
    }));
});

describe('the queue', () => {
  const next = (state: SceneState) => planNext(state, { now: Date.now(), typists: [], heldSince: null }).seqs;

  it('gives each input its own round, in order of arrival', async () => {
    const room = openScene();
    const first = room.say('one');
    const second = room.say({ text: 'two', personaId: 'jo' });
    expect(next(room.state)).toEqual([first.seq]);
    await room.play();
    expect(next(room.state)).toEqual([second.seq]);
    await room.play();
    expect(next(room.state)).toBeNull();
  });

  it('starts nothing in a round that is open, nor in a finished scene', () => {
    const room = openScene();
    room.say({});
    expect(next({ ...room.state, status: 'finished' })).toBeNull();
    room.open('round.started', 1, 's', []);
    expect(next(room.state)).toBeNull();
  });
});

describe('the fold', () => {
  it('rebuilds the state from the ledger, after rounds of every sort', async () => {
    const room = openScene();
    for (const text of ['Ada, where is the key?', 'Dee, come in!', 'Goodbye, Bo.']) {
      await room.hear(text, UNDERSTUDY);
    }
    await room.hear({ type: 'continuation' }, { 'director.2': new Unreachable('no answer') });
    room.append([{ kind: 'scene.changed', actor: 'system', payload: { status: 'finished' } }]);
    const ledger = JSON.parse(JSON.stringify(room.ledger)) as typeof room.ledger;
    const rebuilt = ledger.reduce<SceneState | null>(reduceScene, null);
    expect(rebuilt).toEqual(room.state);
    expect(room.state.cast.dee?.active).toBe(true);
    expect(room.state.cast.bo?.active).toBe(false);
    expect(room.state.status).toBe('finished');
  });

  it('goes back to before the round when it is rolled back', async () => {
    const room = await playedScene({
      'director.1': { actingCharacters: [act('ada')], trackers: [{ key: 'rounds', value: '1' }] },
    });
    const before = room.state;
    await room.round({
      'director.1': {
        actingCharacters: [],
        activations: [{ id: 'dee', entryGuidance: 'in' }],
        deactivations: [{ id: 'ada', exitGuidance: 'out' }],
        stateUpdates: [{ id: 'bo', field: 'mood', value: 'angry' }],
        worldUpdates: [{ key: 'fire', value: null }],
        trackers: [{ key: 'rounds', value: '2' }],
      },
    });
    expect(room.state.world).toEqual({ door: 'shut' });
    expect(room.state.cast.ada?.active).toBe(false);
    room.append([{ kind: 'round.rolledback', actor: 'system', round: 2, payload: { fromSeq: 1 } }]);
    expect(room.state.cast).toEqual(before.cast);
    expect(room.state.world).toEqual(before.world);
    expect(room.state.trackers).toEqual({ rounds: '1' });
    expect(room.state.open).toBeNull();
  });

  it('keeps what a failed attempt changed when a retry resumes it, and its inputs', async () => {
    const room = openScene();
    const input = await room.hear(
      { to: ['ada'] },
      {
        'director.1': { stateUpdates: [{ id: 'bo', field: 'mood', value: 'angry' }] },
        'director.2': new Unreachable('no answer'),
      },
    );
    const { failed, cast } = room.state;
    const open = failed?.open;
    if (!open) throw new Error('the round did not fail');
    room.append([
      {
        kind: 'round.started',
        actor: 'system',
        round: 1,
        payload: { ...open, attempt: 2, startSeq: open.startSeq },
      },
    ]);
    expect(room.state.cast).toEqual(cast);
    expect(room.state.answering.map((i) => i.seq)).toEqual([input.seq]);
    expect(room.state.queue).toEqual([]);
  });
});

describe('the timeline', () => {
  it('says who of the cast acted, came in and left', async () => {
    const room = openScene();
    await room.hear('Who is there?', {
      'director.1': {
        actingCharacters: [act('ada'), act('dee'), act('bo')],
        activations: [{ id: 'dee', entryGuidance: 'Knock.' }],
        deactivations: [{ id: 'bo', exitGuidance: 'Bow.' }],
      },
    });
    const { cast } = roundView(room.state, room.ledger, 1);
    expect(cast.map(({ id, ...flags }) => [id, ...Object.values(flags)])).toEqual([
      ['ada', true, false, false],
      ['bo', true, false, true],
      ['cy', false, false, false],
      ['dee', true, true, false],
    ]);
  });

  it('shows inputs, passes, lines and skips of a round, and fits the contract', async () => {
    const room = openScene();
    const input = await room.hear('Who is there?', { ...callOn('ada', 'bo'), bo: new Error('mute') });
    const shown = timeline(room.ledger, 1);
    expect(roundSchema.safeParse(shown).error).toBeUndefined();
    expect(shown).toMatchObject({ n: 1, status: 'completed', problem: null });
    expect(shown.inputs).toEqual([
      { seq: input.seq, actor: 'persona:mara', audience: ['*'], text: 'Who is there?' },
    ]);
    expect(shown.passes.map((p) => p.pass)).toEqual([1, 2]);
    expect(shown.lines.map((l) => l.actor)).toEqual(['character:ada']);
    expect(shown.skipped.map((s) => s.actor)).toEqual(['character:bo']);
  });

  it('shows a failed round with its problem', async () => {
    const room = await playedScene({ 'director.1': new Unreachable('nonsense') });
    expect(timeline(room.ledger, 1)).toMatchObject({ status: 'failed', problem: { status: 502 }, lines: [] });
  });

  it('shows the latest attempt that was not rolled back', async () => {
    const room = openScene();
    const input = await room.round({ ...callOn('ada'), ada: { kind: 'say', text: 'first' } });
    room.append([{ kind: 'round.rolledback', actor: 'system', round: 1, payload: { fromSeq: 3 } }]);
    expect(timeline(room.ledger, 1)).toMatchObject({ status: 'rolledback' });
    room.open('round.started', 1, 'again', [input.seq]);
    room.append([
      draftWith({
        kind: 'character.spoke',
        actor: 'character:ada',
        round: 1,
        payload: { text: 'second', name: 'Ada', kind: 'say', provider: 'x' },
      }),
    ]);
    const shown = timeline(room.ledger, 1);
    expect(shown.status).toBe('running');
    expect(shown.lines.map((line) => line.text)).toEqual(['second']);
  });
});
