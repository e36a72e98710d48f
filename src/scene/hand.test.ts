import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../test/support/loose-events';
import { Unreachable } from '../../test/support/memory-room';
import { must } from '../../test/support/must';
import {
  act,
  callOn,
  EVERYONE,
  eventsOf,
  live,
  openScene,
  PROFILES,
  playLine,
  promptOf,
  scene,
  speakersOf,
  stateBefore,
  stepsOf,
} from '../../test/support/play-scene';
import { newScene } from '../contract/create-scene';
import type { Event } from '../contract/events/events';
import {
  checkWordingChoice,
  chooseWording,
  continueLine,
  editLine,
  regenerateLine,
  rollbackRound,
} from './actions/lines';
import { findForkPoint, forkPast } from './fork';
import { reduceScene } from './reduce';
import { chooseNextSpeaker } from './round/next-speaker';
import { countUndone, type SceneState } from './state';
import { readMentions } from './turns';
import { roundView } from './views';

const textOf = (event: Event | undefined) => String(fieldsOf(event?.payload).text);

describe('calling on someone', () => {
  it('makes the next round theirs alone, once', async () => {
    const room = openScene();
    room.append(must(chooseNextSpeaker(room.state, { character: 'cy', skip: [] })));
    await playLine(room, 'one');
    await playLine(room, 'two');
    expect(speakersOf(room, 1)).toEqual(['cy']);
    expect(speakersOf(room, 2)).toHaveLength(3);
    const [audit] = eventsOf(room, 'round.audited');
    expect(fieldsOf(audit?.payload).notes).toContain('ada does not act: the owner said so');
  });

  it('brings in one who is not there', async () => {
    const room = openScene();
    room.append(must(chooseNextSpeaker(room.state, { character: 'dee', skip: [] })));
    await playLine(room, 'one');
    expect(speakersOf(room, 1)).toEqual(['dee']);
    expect(eventsOf(room, 'cast.entered').map(({ actor }) => actor)).toEqual(['character:dee']);
  });

  it('passes over whoever the owner names, also one who was addressed', async () => {
    const room = openScene();
    room.append(must(chooseNextSpeaker(room.state, { character: null, skip: ['ada'] })));
    await room.hear({ text: 'Ada?', to: ['ada'] }, EVERYONE);
    expect(speakersOf(room, 1)).toEqual(['bo', 'cy']);
  });

  it('leaves the second pass to the director if no other character was to act', async () => {
    const room = openScene();
    room.append(must(chooseNextSpeaker(room.state, { character: null, skip: ['ada'] })));
    await playLine(room, 'one', { ...callOn('ada'), 'director.2': { remainingActors: [act('bo')] } });
    expect(stepsOf(room)).toEqual(['director.1', 'director.2', 'character.2:bo']);
  });

  it('holds in the second pass as well', async () => {
    const room = openScene();
    room.append(must(chooseNextSpeaker(room.state, { character: 'ada', skip: [] })));
    await playLine(room, 'one', { 'director.2': { remainingActors: [act('bo'), act('cy')] } });
    expect(speakersOf(room, 1)).toEqual(['ada']);
    room.append(must(chooseNextSpeaker(room.state, { character: null, skip: ['bo'] })));
    const off = { deactivations: [{ id: 'bo', exitGuidance: 'go' }], remainingActors: [act('bo')] };
    await playLine(room, 'two', { 'director.2': off });
    expect(speakersOf(room, 2)).toEqual(['ada', 'cy']);
    expect(room.state.cast.bo?.active).toBe(false);
  });

  it('after a round is over holds for its retry', async () => {
    const room = openScene();
    await playLine(room, 'one');
    room.append(must(chooseNextSpeaker(room.state, { character: 'bo', skip: [] })));
    const start = room.ledger.find((event) => event.kind === 'round.started');
    room.append([
      { kind: 'round.rolledback', actor: 'system', round: 1, payload: { fromSeq: start?.seq ?? 0 } },
    ]);
    expect(room.state.called.next).toBe('bo');
  });

  it('refuses strangers, and one who is called and passed over at once', () => {
    const { state } = openScene();
    expect(chooseNextSpeaker(state, { character: 'zed', skip: ['yan'] })).toMatchObject({
      failure: { errors: [{ pointer: '/character' }, { pointer: '/skip/0' }] },
    });
    expect(chooseNextSpeaker(state, { character: 'ada', skip: ['ada'] })).toMatchObject({
      failure: { errors: [{ pointer: '/skip' }] },
    });
  });
});

describe('a mention', () => {
  const { state } = openScene(
    newScene.parse({
      characters: [{ name: 'Anna' }, { name: 'Anna Lee' }, { name: 'Bo' }, { name: 'Tom Reyes' }],
    }),
  );
  it.each([
    ['@Bo, come here', ['bo']],
    ['@bo!', ['bo']],
    ['@anna lee and @Bo', ['anna-lee', 'bo']],
    ['@Anna likes it', ['anna']],
    ['@anna-lee', ['anna-lee']],
    ['@Tom, you too', ['tom-reyes']],
    ['@Lee, too', ['anna-lee']],
    ['mail me at x@bo.example', []],
    ['@Bob', []],
    ['no one', []],
  ])('%s', (text, ids) => expect(readMentions(state, text)).toEqual(ids));

  it('addresses', () => {
    const room = openScene();
    expect(fieldsOf(room.say('@Cy, are you there?').payload).to).toEqual(['cy']);
  });
});

describe('a line', () => {
  it('says its new words in every later prompt', async () => {
    const room = openScene();
    await playLine(room, 'PLAYER-OLD', { ada: { kind: 'say', text: 'ADA-OLD' } });
    const line = (kind: 'player.spoke' | 'character.spoke') => eventsOf(room, kind)[0];
    room.append(must(editLine(room.state, live(line('character.spoke')), 'ADA-NEW')));
    room.append(must(editLine(room.state, live(line('player.spoke')), 'PLAYER-NEW')));
    await playLine(room, 'next');
    const prompt = promptOf(room, 'character.1:bo');
    expect(prompt).toContain('ADA-NEW');
    expect(prompt).toContain('PLAYER-NEW');
    expect(prompt).not.toContain('-OLD');
  });

  it('is spoken anew with what its character knew then', async () => {
    const room = openScene();
    await playLine(room, 'first', {
      ada: { kind: 'say', text: 'ADA-OLD' },
      bo: { kind: 'say', text: 'BO-LATER' },
    });
    const old = eventsOf(room, 'character.spoke').find(({ actor }) => actor === 'character:ada');
    room.append(must(regenerateLine(room.state, live(old))));
    await room.play({ ada: { kind: 'say', text: 'ADA-NEW' } });
    expect(stepsOf(room).at(-1)).toBe('regenerate:ada');
    const prompt = promptOf(room, 'regenerate:ada');
    expect(prompt).toContain('first');
    for (const later of ['ADA-OLD', 'BO-LATER']) expect(prompt).not.toContain(later);
    expect(eventsOf(room, 'line.edited')[0]).toMatchObject({
      actor: 'character:ada',
      payload: { seq: old?.seq, text: 'ADA-NEW', by: 'model' },
    });
    await playLine(room, 'next');
    expect(promptOf(room, 'character.1:cy')).toContain('ADA-NEW');
    expect(promptOf(room, 'character.1:cy')).not.toContain('ADA-OLD');
  });

  it('that was edited while it waits, or before its round is played again, is answered as it says now', async () => {
    const room = openScene();
    const said = await room.hear('OLD', { 'director.1': new Unreachable('no answer') });
    const waits = room.say('WAITS-OLD');
    room.append(must(editLine(room.state, live(said), 'NEW')));
    room.append(must(editLine(room.state, live(waits), 'WAITS-NEW')));
    expect(room.state.answering.map(({ text }) => text)).toEqual(['NEW']);
    await room.play(EVERYONE);
    expect(promptOf(room, 'director.1')).toContain('WAITS-NEW');
    expect(promptOf(room, 'director.1')).not.toMatch(/OLD/);
  });

  it('spoken anew knows nothing of what was summed up later', async () => {
    const room = openScene(scene({ settings: { summarizeAfter: 3 } }));
    await playLine(room, 'first');
    const line = eventsOf(room, 'character.spoke')[0];
    await playLine(room, 'second');
    expect(room.state.summary.running).toBe('So far.');
    room.append(must(regenerateLine(room.state, live(line))));
    await room.play({ ada: { kind: 'say', text: 'again' } });
    expect(promptOf(room, 'regenerate:ada')).not.toContain('So far.');
  });

  it('that was given many other words leaves the window to the conversation', async () => {
    const room = openScene(scene({ historyWindow: 8 }));
    await playLine(room, 'ONE');
    await playLine(room, 'TWO');
    const line = eventsOf(room, 'character.spoke')[0];
    for (let i = 0; i < 30; i += 1) {
      room.append(must(regenerateLine(room.state, live(line))));
      await room.play({ ada: { kind: 'say', text: `words ${i}` } });
    }
    await playLine(room, 'THREE');
    const prompt = promptOf(room, 'character.1:bo');
    expect(prompt).toMatch(/ONE[\s\S]*words 29[\s\S]*TWO/);
  });

  it('keeps its wordings; the chosen one is what everyone and every prompt sees', async () => {
    const room = openScene();
    await playLine(room, 'one');
    const line = eventsOf(room, 'character.spoke').find(({ actor }) => actor === 'character:ada');
    const first = textOf(line);
    const textNow = () => roundView(room.state, room.ledger, 1).lines.find(({ seq }) => seq === line?.seq);
    expect(textNow()).not.toHaveProperty('alternatives');
    for (const text of ['SECOND', 'THIRD']) {
      room.append(must(regenerateLine(room.state, live(line))));
      await room.play({ ada: { kind: 'say', text } });
    }
    expect(textNow()).toMatchObject({ text: 'THIRD', alternatives: [first, 'SECOND', 'THIRD'], chosen: 2 });
    room.append(must(chooseWording(room.state, live(line), 1)));
    expect(textNow()).toMatchObject({ text: 'SECOND', chosen: 1 });
    await playLine(room, 'two');
    const prompt = promptOf(room, 'character.1:bo');
    expect(prompt).toContain('SECOND');
    expect(prompt).not.toMatch(/THIRD/);
    room.append(must(editLine(room.state, live(line), 'MENDED')));
    expect(textNow()).toMatchObject({ text: 'MENDED', alternatives: [first, 'MENDED', 'THIRD'], chosen: 1 });
    room.append(must(chooseWording(room.state, live(line), 0)));
    expect(textNow()).toMatchObject({ text: first, chosen: 0 });
    expect(chooseWording(room.state, live(line), 3)).toMatchObject({
      failure: { code: 'invalid', errors: [{ pointer: '/index' }] },
    });
  });

  it('may have its wording chosen by the player whom it answers, where the owner lets players', async () => {
    const room = openScene(scene({ settings: { playersChoose: true } }));
    await playLine(room, 'one');
    const line = eventsOf(room, 'character.spoke').find(({ actor }) => actor === 'character:ada');
    const mara = { role: 'player' as const, persona: 'mara' };
    const actors = ['persona:mara'];
    const ask = (
      seat: Parameters<typeof checkWordingChoice>[1],
      settings = room.state.settings,
      event = line,
    ) => checkWordingChoice({ settings }, seat, live(event), actors);
    expect(ask(mara)).toEqual({ ok: true, value: null });
    const forbidden = { failure: { code: 'forbidden' } };
    expect(ask({ role: 'spectator', persona: null })).toMatchObject(forbidden);
    expect(ask({ role: 'player', persona: 'jo' })).toMatchObject(forbidden);
    expect(ask({ role: 'player', persona: null })).toMatchObject(forbidden);
    expect(ask(mara, { ...room.state.settings, playersChoose: false })).toMatchObject({
      failure: { code: 'forbidden', fix: expect.stringContaining('playersChoose') },
    });
    const whispered = line && { ...line, audience: ['persona:jo'] };
    expect(ask(mara, room.state.settings, whispered)).toMatchObject(forbidden);
  });

  it('is spoken anew with the cue and the memories it was spoken with, and a word of direction', async () => {
    const room = openScene();
    room.memory.give = { ada: [{ text: 'MEMORY', scene: 'other', round: 1, score: 1 }] };
    await room.hear('one', {
      'director.1': { openGuidance: 'OPEN', actingCharacters: [{ id: 'ada', guidance: 'CUE' }] },
    });
    room.memory.give = {};
    const line = eventsOf(room, 'character.spoke').find(({ actor }) => actor === 'character:ada');
    room.append(must(regenerateLine(room.state, live(line), 'Shorter.')));
    await room.play({ regenerate: { kind: 'say', text: 'again' } });
    const prompt = promptOf(room, 'regenerate:ada');
    expect(prompt).toMatch(/MEMORY[\s\S]*OPEN[\s\S]*CUE[\s\S]*Shorter\./);
    expect(room.asks.filter(({ step }) => step === 'regenerate:ada')).toHaveLength(1);
  });

  it('has the cue of its own pass when its character spoke in both', async () => {
    const room = openScene();
    await room.hear('one', {
      'director.1': { openGuidance: 'OPEN-1', actingCharacters: [{ ...act('ada'), guidance: 'CUE-1' }] },
      'director.2': { openGuidance: 'OPEN-2', remainingActors: [{ ...act('ada'), guidance: 'CUE-2' }] },
    });
    const lines = eventsOf(room, 'character.spoke');
    expect(lines.map(({ payload }) => fieldsOf(payload).pass)).toEqual([1, 2]);
    for (const [index, line] of lines.entries()) {
      room.append(must(regenerateLine(room.state, live(line))));
      await room.play({ regenerate: { kind: 'say', text: `again ${index}` } });
      room.append(must(continueLine(room.state, live(line))));
      await room.play({ continue: { kind: 'say', text: 'And more.' } });
    }
    const cues = room.asks
      .filter(({ step }) => /^(regenerate|continue):ada$/.test(step))
      .map(({ ask }) => JSON.stringify(ask.messages).match(/(OPEN|CUE)-\d/g));
    const [first, second] = [
      ['OPEN-1', 'CUE-1'],
      ['OPEN-2', 'CUE-2'],
    ];
    expect(cues).toEqual([first, first, second, second]);
  });

  it('is gone on with in one call: its words grow, and are no alternative', async () => {
    const room = openScene();
    await playLine(room, 'one');
    const line = eventsOf(room, 'character.spoke').find(({ actor }) => actor === 'character:ada');
    const before = room.asks.length;
    room.append(must(continueLine(room.state, live(line))));
    await room.play({ ada: { kind: 'say', text: 'And more.' } });
    expect(room.asks.length - before).toBe(1);
    const shown = roundView(room.state, room.ledger, 1).lines.find(({ seq }) => seq === line?.seq);
    expect(shown?.text).toBe(`${textOf(line)} And more.`);
    expect(shown).not.toHaveProperty('alternatives');
    const prompt = promptOf(room, 'continue:ada');
    expect(prompt).toContain(textOf(line));
    expect(prompt).toContain('Continue your last line');
  });

  it('loses the wordings of rounds that are taken back', async () => {
    const room = openScene();
    await playLine(room, 'one');
    const line = eventsOf(room, 'character.spoke').find(({ actor }) => actor === 'character:ada');
    room.append(must(regenerateLine(room.state, live(line))));
    await room.play({ ada: { kind: 'say', text: 'SECOND' } });
    room.append(must(rollbackRound(room.state, 1, stateBefore(room))));
    const shown = roundView(room.state, room.ledger, 1).lines.find(({ seq }) => seq === line?.seq);
    expect(shown).toMatchObject({ text: textOf(line) });
    expect(shown).not.toHaveProperty('alternatives');
  });

  it('of a player or of nobody is not spoken anew', async () => {
    const room = openScene();
    await playLine(room, 'one');
    expect(regenerateLine(room.state, live(eventsOf(room, 'player.spoke')[0]))).toMatchObject({
      failure: { code: 'conflict' },
    });
    expect(regenerateLine(room.state, live(room.ledger[0]))).toMatchObject({
      failure: { code: 'not_found' },
    });
    expect(editLine(room.state, live(undefined), 'x')).toMatchObject({ failure: { code: 'not_found' } });
  });
});

describe('a failed round', () => {
  const fail = async () => {
    const room = openScene();
    const said = await room.hear('OLD', { 'director.2': new Unreachable('no answer'), ...EVERYONE });
    expect(room.state.failed?.retry).toBe('resume');
    return { room, said };
  };

  it('begins anew when it is tried again after an edit, or after somebody was called', async () => {
    const { room, said } = await fail();
    room.append(must(editLine(room.state, live(said), 'NEW')));
    expect(room.state.failed?.retry).toBe('restart');
    const other = (await fail()).room;
    other.append(must(chooseNextSpeaker(other.state, { character: 'bo', skip: [] })));
    expect(other.state.failed?.retry).toBe('restart');
  });

  it('that was asked of others when it was begun begins anew as well', async () => {
    const room = openScene();
    await room.hear(
      {},
      {
        'director.1': () => {
          const profiles = { director: { ...PROFILES.director, model: 'another' } };
          room.append([
            { kind: 'scene.changed', actor: 'system', audience: ['owner'], payload: { profiles } },
          ]);
          throw new Unreachable('no answer');
        },
      },
    );
    expect(room.state.failed?.retry).toBe('restart');
  });
});

describe('rolling back', () => {
  const changed = {
    'director.1': {
      actingCharacters: [act('ada')],
      stateUpdates: [{ id: 'ada', field: 'mood', value: 'LATE-MOOD' }],
      activations: [{ id: 'dee', entryGuidance: 'come in' }],
      worldUpdates: [{ key: 'fire', value: 'LATE-FIRE' }],
      trackers: [{ key: 'hour', value: 'LATE-HOUR' }],
    },
  };

  it('brings back cast, moods, world, trackers and summary, and forgets what was said', async () => {
    const room = openScene(scene({ settings: { summarizeAfter: 3 } }));
    await playLine(room, 'EARLY');
    const early = room.state;
    await playLine(room, 'LATE-INPUT', changed);
    await playLine(room, 'LATER');
    expect(room.state.summary.running).not.toBeNull();
    room.say('WAITING');
    room.append(must(rollbackRound(room.state, 1, stateBefore(room))));
    const { cast, world, trackers, summary, queue } = room.state;
    expect({ cast, world, trackers, summary }).toEqual({
      cast: early.cast,
      world: early.world,
      trackers: early.trackers,
      summary: early.summary,
    });
    expect(queue).toEqual([]);
    await playLine(room, 'again');
    expect(room.state.rounds).toBe(4);
    const prompt = promptOf(room, 'director.1');
    expect(prompt).toContain('EARLY');
    expect(prompt).not.toMatch(/LATE|WAITING/);
  });

  it('goes back to the beginning, and twice', async () => {
    const room = openScene();
    await playLine(room, 'ONE');
    await playLine(room, 'TWO');
    room.append(must(rollbackRound(room.state, 1, stateBefore(room))));
    await playLine(room, 'THREE');
    room.append(must(rollbackRound(room.state, 0, stateBefore(room))));
    expect(room.state.undone).toEqual([
      [2, 2],
      [1, 3],
    ]);
    await playLine(room, 'FOUR');
    expect(countUndone(room.state.undone)).toBe(3);
    expect(promptOf(room, 'director.1')).not.toMatch(/ONE|TWO|THREE/);
  });

  it('is refused while a round is played, to an undone round, and where there is nothing to undo', async () => {
    const room = openScene();
    await playLine(room, 'one');
    await playLine(room, 'two');
    expect(rollbackRound(room.state, 2, stateBefore(room))).toMatchObject({ failure: { code: 'conflict' } });
    expect(rollbackRound(room.state, 9, stateBefore(room))).toMatchObject({ failure: { code: 'not_found' } });
    room.append(must(rollbackRound(room.state, 0, stateBefore(room))));
    expect(rollbackRound(room.state, 1, stateBefore(room))).toMatchObject({ failure: { code: 'conflict' } });
    const open = { ...room.state, open: { n: 3 } } as SceneState;
    expect(rollbackRound(open, 1, stateBefore(room))).toMatchObject({ failure: { code: 'conflict' } });
  });
});

describe('a fork', () => {
  it('has the past up to its round, its own future, and the memories of that past', async () => {
    const room = openScene();
    await playLine(room, 'SHARED');
    await playLine(room, 'NOT-SHARED');
    room.say('WAITING');
    const ofRound = (n: number) => room.ledger.filter((event) => event.round === n);
    const point = must(findForkPoint(room.state, 1, ofRound));
    const copied = room.ledger.filter(({ seq }) => seq <= point.seq);
    const { past, first } = forkPast(
      'scn_11111111111111111111',
      { past: copied, later: [], round: point.round },
      { title: 'Other way' },
    );
    const state = past.reduce<SceneState | null>((s, event) => reduceScene(s, event), null);
    const [draft] = first;
    if (!draft) throw new Error('no first event');
    const forked = reduceScene(state, { seq: past.length + 1, at: 'now', audience: ['*'], ...draft });
    expect(forked).toMatchObject({
      id: 'scn_11111111111111111111',
      title: 'Other way',
      rounds: 1,
      queue: [],
      forkedFrom: { scene: room.state.id, round: 1 },
      memory: { world: room.state.memory.world, lineage: [{ scene: room.state.id, upTo: 1 }] },
    });
    expect(JSON.stringify(past)).toContain('SHARED');
    expect(JSON.stringify(past)).not.toMatch(/NOT-SHARED|WAITING/);
  });

  it('is made at the last round that was completed, or at one that was', async () => {
    const room = openScene();
    await playLine(room, 'one');
    await room.hear('two', { 'director.1': new Unreachable('no answer') });
    const ofRound = (n: number) => room.ledger.filter((event) => event.round === n);
    expect(must(findForkPoint(room.state, null, ofRound)).round).toBe(1);
    expect(must(findForkPoint(room.state, 0, ofRound))).toEqual({ round: 0, seq: 1 });
    expect(findForkPoint(room.state, 2, ofRound)).toMatchObject({ failure: { code: 'conflict' } });
    expect(findForkPoint(room.state, 7, ofRound)).toMatchObject({ failure: { code: 'not_found' } });
  });
});
