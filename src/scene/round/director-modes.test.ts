import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../../test/support/loose-events';
import {
  act,
  eventsOf,
  openScene,
  PROFILES,
  type Room,
  type Script,
  scene,
  speakersOf,
  stepsOf,
  textOf,
  UNDERSTUDY,
  writtenMemories,
} from '../../../test/support/play-scene';
import { newScene } from '../../contract/create-scene';
import { chooseSpeakers } from './choose-speakers';

const open = (settings: object, seed = 'seed'): Room => openScene(scene({ settings }), {}, seed, PROFILES);
const line = (text: string) => ({ kind: 'say', text, thought: null });

describe('a scene without a director', () => {
  it('costs one call for one reply, of whom was addressed', async () => {
    const room = open({ director: 'off' });
    await room.hear({ text: 'A room, please.', to: ['bo'] });
    expect(stepsOf(room)).toEqual(['character.1:bo']);
    expect(room.ledger.map(({ kind }) => kind)).not.toContain('director.started');
    expect(room.ledger.at(-1)?.kind).toBe('round.completed');
  });

  it('lets whoever is named in the words answer, in their order, in words of their own only', async () => {
    const room = open({ director: 'off' });
    await room.hear('Cy, and you, Ada: who is it? Not Adam.');
    expect(speakersOf(room)).toEqual(['cy', 'ada']);
  });

  it('brings in whoever is addressed and not there', async () => {
    const room = open({ director: 'off' });
    await room.hear({ text: 'Open up.', to: ['dee'] });
    expect(speakersOf(room)).toEqual(['dee']);
    expect(room.state.cast.dee?.active).toBe(true);
  });

  it('lets speak by turns, or everyone, as the scene says, and no more than may', async () => {
    const turns = open({ director: 'off', speakers: 'inTurn' });
    for (let n = 0; n < 4; n += 1) {
      await turns.hear('And?');
    }
    expect(speakersOf(turns)).toEqual(['ada', 'bo', 'cy', 'ada']);
    const all = open({ director: 'off', speakers: 'all', maxActors: 2 });
    for (let n = 0; n < 2; n += 1) {
      await all.hear('And?');
    }
    expect(speakersOf(all)).toEqual(['ada', 'bo', 'ada', 'cy']);
  });

  it('lets whoever spoke last answer a person again, and goes on with somebody else', async () => {
    const room = open({ director: 'off', talkativeness: { ada: 1, bo: 0, cy: 0 } });
    for (const said of [{ text: 'And?' }, { text: 'And then?' }, { type: 'continuation' as const }]) {
      await room.hear(said);
    }
    expect(speakersOf(room).slice(0, 2)).toEqual(['ada', 'ada']);
    expect(speakersOf(room).at(2)).not.toBe('ada');
  });

  it('goes by talkativeness, and somebody always speaks', () => {
    const { state } = open({ director: 'off', talkativeness: { ada: 1, bo: 0, cy: 0.2 } });
    const choose = (n: number, lastSpeaker: string | null = null) =>
      chooseSpeakers(state, { inputs: [], addressed: [], lastSpeaker }, `seed ${n}`);
    const rounds = Array.from({ length: 200 }, (_, n) => choose(n));
    expect(rounds.every((ids) => ids.includes('ada') && !ids.includes('bo'))).toBe(true);
    const often = rounds.filter((ids) => ids.includes('cy')).length;
    expect(often).toBeGreaterThan(20);
    expect(often).toBeLessThan(60);
    expect(choose(1)).toEqual(choose(1));
    expect(Array.from({ length: 50 }, (_, n) => choose(n, 'ada')).every((ids) => ids.includes('cy'))).toBe(
      true,
    );
  });

  it('keeps to the owner’s call', async () => {
    const room = open({ director: 'off', speakers: 'all' });
    room.append([
      { kind: 'cast.called', actor: 'system', audience: ['owner'], payload: { next: null, skip: ['ada'] } },
    ]);
    await room.hear('And?');
    expect(speakersOf(room)).toEqual(['bo', 'cy']);
  });

  it('still changes states, by what the lines say', async () => {
    const room = open({ director: 'off' });
    await room.hear(
      { text: 'Hello.', to: ['ada'] },
      { ada: line('*She goes to the kitchen, angry now.* Wait here.') },
    );
    expect(room.state.cast.ada?.state).toMatchObject({ location: expect.stringContaining('kitchen') });
  });

  it('remembers, sums up and recalls as any other', async () => {
    const room = open({ director: 'off', summarizeAfter: 2 });
    await room.hear({ text: 'Hello.', to: ['ada'] });
    await room.hear({ text: 'Hello again.', to: ['ada'] });
    expect(room.memory.recalls).toHaveLength(2);
    expect(writtenMemories(room)).toHaveLength(2);
    expect(stepsOf(room)).toContain('summary');
  });

  it('is played by the understudy', async () => {
    const room = open({ director: 'off' });
    await room.hear('Hello, Ada.', UNDERSTUDY);
    expect(speakersOf(room)).toEqual(['ada']);
  });
});

describe('a light director', () => {
  it('says in one short call who speaks and with what cue; the state follows the lines', async () => {
    const room = open({ director: 'light' });
    await room.round({
      'director.1': { who: ['bo'], cue: 'Complain of the knee.' },
      'director.2': { stateUpdates: [{ id: 'bo', field: 'mood', value: 'sour' }] },
    });
    expect(stepsOf(room)).toEqual(['director.1', 'character.1:bo', 'director.2']);
    expect(textOf(room.asks[1]?.ask.messages ?? [])).toContain('Complain of the knee.');
    expect(room.state.cast.bo?.state.mood).toBe('sour');
    const asked = room.asks[0]?.ask;
    expect(Object.keys((asked?.example ?? {}) as object)).toEqual(['who', 'cue']);
    expect(textOf(asked?.messages ?? [])).not.toContain('deactivations');
  });

  it('has them act in the order in which it names them, the first of them where there are too many', async () => {
    const room = open({ director: 'light', maxActors: 2 });
    await room.round({ 'director.1': { who: ['cy', 'ada', 'bo'], cue: null } });
    expect(speakersOf(room)).toEqual(['cy', 'ada']);
  });

  it('keeps nobody waiting: where somebody has spoken meanwhile, the lines say what is so', async () => {
    const room = open({ director: 'light' });
    await room.hear('Hello.', {
      'director.1': { who: ['bo'], cue: null },
      bo: () => {
        room.say('One more thing.');
        return line('*He sits down by the fire.* Yes?');
      },
    });
    expect(stepsOf(room)).toEqual(['director.1', 'character.1:bo']);
    expect(room.ledger.at(-1)?.kind).toBe('round.completed');
  });

  it('is played by the understudy', async () => {
    const room = open({ director: 'light' });
    await room.hear({ text: 'Hello, Ada.', to: ['ada'] }, UNDERSTUDY);
    expect(speakersOf(room)).toContain('ada');
    expect(stepsOf(room).at(-1)).toBe('director.2');
  });
});

describe('a scene whose director is not set', () => {
  const openPair = (more: object = {}): Room =>
    openScene(newScene.parse({ characters: [{ name: 'Ada' }], personas: [{ name: 'Mara' }], ...more }));
  const playHello = async (room: Room, script: Script = {}): Promise<string[]> => {
    await room.round(script);
    return stepsOf(room);
  };

  it('answers one player with one character in one call', async () => {
    const room = openPair();
    expect(await playHello(room)).toEqual(['character.1:ada']);
    expect(room.ledger.map(({ kind }) => kind)).not.toContain('director.started');
  });

  it.each([
    ['a fact', { world: { fire: 'lit' } }],
    ['a tracker', { trackers: { hour: 'nine' } }],
    ['a state', { characters: [{ name: 'Ada', mood: 'calm' }] }],
  ])('updates what it tracks after the line: %s', async (_, more) => {
    const room = openPair(more);
    const stateUpdates = [{ id: 'ada', field: 'mood', value: 'glad' }];
    expect(await playHello(room, { 'director.2': { stateUpdates } })).toEqual([
      'character.1:ada',
      'director.2',
    ]);
    expect(room.state.cast.ada?.state.mood).toBe('glad');
    expect(room.asks.at(-1)?.ask.schemaName).toBe('state_report');
  });

  it('lets somebody come in after the line, and has a director from then on', async () => {
    const room = openPair({ characters: [{ name: 'Ada' }, { name: 'Bo', active: false }] });
    const enter = { newActivations: [{ id: 'bo', entryGuidance: 'Knock first.' }] };
    expect(await playHello(room, { 'director.2': enter })).toEqual([
      'character.1:ada',
      'director.2',
      'character.2:bo',
    ]);
    expect((await playHello(room)).slice(3)).toContain('director.1');
  });

  it.each([
    ['several characters', { characters: [{ name: 'Ada' }, { name: 'Bo' }] }],
    ['several players', { personas: [{ name: 'Mara' }, { name: 'Jo' }] }],
    ['a full director', { settings: { director: 'full' } }],
  ])('keeps both passes for %s', async (_, more) => {
    const steps = await playHello(openPair(more));
    expect([steps[0], steps.at(-1)]).toEqual(['director.1', 'director.2']);
  });
});

describe('a player’s line that is due', () => {
  const interrupt = (room: Room, id: string) => ({
    [id]: () => {
      room.say('One more thing.');
      return line('*She goes to the kitchen, angry now.* Yes?');
    },
  });
  const playInterrupted = async (room: Room, script: Script = {}) => {
    await room.round({ 'director.1': { actingCharacters: [act('ada'), act('bo'), act('cy')] }, ...script });
    return stepsOf(room);
  };
  const notesOf = ({ ledger }: Room) =>
    ledger.flatMap((event) => (event.kind === 'round.audited' ? event.payload.notes : []));

  it('ends the round after the current line; suggested changes replace the second pass', async () => {
    const room = open({ director: 'full' });
    expect(await playInterrupted(room, interrupt(room, 'ada'))).toEqual(['director.1', 'character.1:ada']);
    expect(room.state.cast.ada?.state.location).toContain('kitchen');
    expect(notesOf(room)[0]).toBe('a line was waiting: bo, cy did not act');
    expect(eventsOf(room, 'character.started')).toHaveLength(1);
    expect(room.ledger.at(-1)?.kind).toBe('round.completed');
    await room.play({ 'director.1': { actingCharacters: [act('cy')] } });
    expect(speakersOf(room, 2)).toEqual(['cy']);
  });

  it('lets characters leave without the lines that are cut', async () => {
    const room = open({ director: 'full' });
    const plan = {
      actingCharacters: [act('ada'), act('bo')],
      deactivations: [{ id: 'cy', exitGuidance: 'go' }],
    };
    await playInterrupted(room, { ...interrupt(room, 'ada'), 'director.1': plan });
    expect(speakersOf(room)).toEqual(['ada']);
    const exits = eventsOf(room, 'cast.exited').map(({ actor, payload }) => [
      actor,
      fieldsOf(payload).status,
    ]);
    expect(exits).toEqual([
      ['character:cy', 'leaving'],
      ['character:cy', 'left'],
    ]);
    expect(room.state.cast.cy).toMatchObject({ active: false, exiting: false });
    const other = open({ director: 'full' });
    const leave = () => {
      other.say('One more thing.');
      return { deactivations: [{ id: 'cy', exitGuidance: 'go' }] };
    };
    await playInterrupted(other, { 'director.1': { actingCharacters: [act('ada')] }, 'director.2': leave });
    expect(speakersOf(other)).toEqual(['ada']);
    expect(other.state.cast.cy).toMatchObject({ active: false, exiting: false });
  });

  it('keeps the second pass from starting, and from naming further speakers', async () => {
    const room = open({ director: 'full' });
    const steps = await playInterrupted(room, interrupt(room, 'cy'));
    expect(steps.slice(1)).toEqual(['character.1:ada', 'character.1:bo', 'character.1:cy']);
    const other = open({ director: 'full' });
    const more = () => {
      other.say('One more thing.');
      return { remainingActors: [act('bo')], worldUpdates: [{ key: 'fire', value: 'out' }] };
    };
    expect((await playInterrupted(other, { 'director.2': more })).at(-1)).toBe('director.2');
    expect(other.state.world.fire).toBe('out');
  });

  it('lets the round go on while lines are gathered', async () => {
    const room = open({ director: 'full' });
    const [created] = room.ledger;
    if (created?.kind !== 'scene.created') throw new Error('no scene');
    const pace = { ...created.payload.pace, turnMode: 'manual' as const };
    room.append([{ kind: 'scene.changed', actor: 'system', payload: { pace } }]);
    room.append([
      { kind: 'round.requested', actor: 'system', payload: { type: 'continuation', to: [], start: true } },
    ]);
    await room.play({
      'director.1': { actingCharacters: [act('ada'), act('bo')] },
      ...interrupt(room, 'ada'),
    });
    expect(stepsOf(room).at(-1)).toBe('director.2');
  });
});

it('a director with one pass: what the lines say changes states', async () => {
  const room = open({ maxDirectorPasses: 1 });
  await room.round({
    'director.1': { actingCharacters: [{ id: 'ada' }] },
    ada: line('*She goes to the kitchen, angry now.* Wait here.'),
  });
  expect(room.state.cast.ada?.state.location).toContain('kitchen');
});

it('more than may act do not, but for those who were addressed', async () => {
  const characters = Array.from({ length: 12 }, (_, k) => ({ name: `C${k}` }));
  const room = openScene(newScene.parse({ characters, personas: [{ name: 'Mara' }] }));
  const everybody = characters.map((_, k) => ({ id: `c${k}` }));
  await room.hear({ to: ['c9'] }, { 'director.1': { actingCharacters: everybody } });
  expect(speakersOf(room)).toEqual(['c0', 'c1', 'c9']);
});
