import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../test/support/loose-events';
import { must } from '../../test/support/must';
import { callOn, eventsOf, openScene, promptOf, scene } from '../../test/support/play-scene';
import { NOON, SceneClock, type Who } from '../../test/support/scene-clock';
import { NOTHING } from '../billing/cost';
import type { EventDraft } from '../contract/events/events';
import { withRoundAudience } from '../contract/events/fold/hidden';
import { scheduleEnd, startAutonomy } from './autonomy';
import { revealLines } from './hidden-lines';
import { isLineDue, joinRound, planNext, waitingView } from './pace';
import type { SceneBrief } from './round/briefs';
import { type TurnSource, turnEvents } from './turns';
import { roundView } from './views';

const GATHER = { turnMode: 'gather' as const };

describe('a line during a round', () => {
  const play = (pace: object = {}): SceneClock => {
    const table = new SceneClock(pace).come('mara', 'jo');
    table.say('mara');
    table.begin();
    return table;
  };
  const joins = ({ state, ledger, now }: SceneClock) => joinRound(state, ledger, now);
  const started = (who: 'director' | 'character:ada'): EventDraft =>
    who === 'director'
      ? { kind: 'director.started', actor: who, round: 1, payload: { pass: 1 } }
      : { kind: 'character.started', actor: who, round: 1, payload: { pass: 1, name: 'Ada' } };

  it('joins it until a character is asked, and not long after its start', () => {
    const table = play();
    expect(joins(table)).toBeNull();
    const [first] = table.state.open?.inputs ?? [];
    const lines = [first, table.say('jo'), table.say('mara')];
    table.write([started('director')]);
    expect(joins(table)).toEqual(lines);
    expect(joinRound(table.state, table.ledger, NOON + 10_000)).toBeNull();
    table.write([started('character:ada')]);
    expect(joins(table)).toBeNull();
  });

  it('joins it after ten others no more', () => {
    const table = play();
    const { n, seed } = table.state.open ?? { n: 0, seed: '' };
    for (let i = 0; i < 10; i += 1) {
      table.say('jo');
      const inputs = joins(table) ?? [];
      const inputSeq = inputs.at(-1) ?? 0;
      const payload = { n, attempt: 1, version: '1', inputSeq, inputs, seed, firstStep: 1 };
      table.write([{ kind: 'round.started', actor: 'system', round: n, payload }]);
      expect(table.state.answering).toHaveLength(i + 2);
    }
    table.say('jo');
    expect(joins(table)).toBeNull();
  });

  it.each<[string, object, (table: SceneClock) => unknown]>([
    ['a whisper', {}, (table) => table.say('jo', { whisper: true, to: ['ada'] })],
    ['a continuation', {}, (table) => table.start()],
    ['a line behind a narration', {}, (table) => [table.take({ type: 'narration' }, true), table.say('jo')]],
    ['a line of a gathered round', { turnMode: 'manual' }, (table) => table.say('jo')],
  ])('waits for the next: %s', (_, pace, act) => {
    const table = play();
    table.set(pace);
    act(table);
    expect(joins(table)).toBeNull();
  });

  it('counts every line once when it joins', () => {
    const table = play();
    table.say('jo');
    const inputs = joins(table) ?? [];
    const { n, seed } = table.state.open ?? { n: 0, seed: '' };
    const payload = { n, attempt: 1, version: '1', inputSeq: inputs.at(-1) ?? 0, inputs, seed, firstStep: 1 };
    table.write([{ kind: 'round.started', actor: 'system', round: n, payload }]);
    expect(table.state.answering.map(({ seq }) => seq)).toEqual(inputs);
    expect(table.state.queue).toEqual([]);
    expect(table.state.summary.lines).toBe(2);
    expect(table.state.before?.summary.lines).toBe(0);
  });

  it('is due if it starts the next round at once', () => {
    const table = play();
    expect(isLineDue(table.state, table.now)).toBe(false);
    table.start();
    expect(isLineDue(table.state, table.now)).toBe(false);
    table.end();
    table.begin();
    table.say('jo');
    expect(isLineDue(table.state, table.now)).toBe(true);
    table.set(GATHER);
    expect(isLineDue(table.state, table.now)).toBe(false);
    table.say('mara');
    expect(isLineDue(table.state, table.now)).toBe(true);
    table.set({ turnMode: 'manual' });
    expect(isLineDue(table.state, table.now)).toBe(false);
  });
});

describe('when a round begins', () => {
  const open = (pace: object, ...people: Who[]) => new SceneClock(pace).come(...people);

  it.each<[string, object, Who[], (table: SceneClock) => number[], 'now' | number | 'never']>([
    [
      'immediate: with the first input',
      {},
      ['mara', 'jo'],
      (t) => [t.say('mara'), t.say('jo')].slice(0, 1),
      'now',
    ],
    ['gather: nobody is there', GATHER, [], (t) => [t.say('mara')], 'now'],
    ['gather: the only one who is there spoke', GATHER, ['mara'], (t) => [t.say('mara')], 'now'],
    ['gather: all spoke', GATHER, ['mara', 'jo'], (t) => [t.say('jo'), t.say('mara')], 'now'],
    ['gather: one is missing', GATHER, ['mara', 'jo'], (t) => [t.say('mara')], 60_000],
    [
      'gather: its time is up',
      GATHER,
      ['mara', 'jo'],
      (t) => {
        const said = [t.say('mara')];
        t.now += 60_000;
        return said;
      },
      'now',
    ],
    ['gather: all passed', GATHER, ['mara', 'jo'], (t) => [t.pass('jo'), t.pass('mara')], 'now'],
    ['gather: one speaks twice', GATHER, ['mara', 'jo'], (t) => [t.say('mara'), t.say('mara')], 60_000],
    ['gather: a stranger to the seats speaks', GATHER, ['mara', 'jo'], (t) => [t.say('kit')], 60_000],
    ['gather: the owner starts', GATHER, ['mara', 'jo'], (t) => [t.say('mara'), t.start()], 'now'],
    ['gather: a player does not', GATHER, ['mara', 'jo'], (t) => [t.pass('mara')], 60_000],
    [
      'gather: who was missing leaves',
      GATHER,
      ['mara', 'jo'],
      (t) => {
        const said = [t.say('mara')];
        t.go('jo');
        return said;
      },
      'now',
    ],
    [
      'gather: another comes',
      GATHER,
      ['mara'],
      (t) => {
        t.come('kit');
        return [t.say('mara')];
      },
      60_000,
    ],
    [
      'gather: a narration goes alone',
      GATHER,
      ['mara', 'jo'],
      (t) => {
        t.say('mara');
        return [t.take({ type: 'narration', text: undefined }, true)];
      },
      'now',
    ],
    ['manual: all spoke', { turnMode: 'manual' }, ['mara'], (t) => [t.say('mara')], 'never'],
    ['manual: the owner starts', { turnMode: 'manual' }, ['mara'], (t) => [t.say('mara'), t.start()], 'now'],
    ['manual: a player does not', { turnMode: 'manual' }, ['mara'], (t) => [t.pass('mara')], 'never'],
  ])('%s', (_, pace, people, act, wanted) => {
    const table = open(pace, ...people);
    const seqs = act(table);
    const plan = table.plan();
    if (wanted === 'now') expect(plan).toEqual({ seqs, goesOn: false, at: null, isHeld: false });
    else if (wanted === 'never') expect(plan).toEqual({ seqs: null, goesOn: false, at: null, isHeld: false });
    else expect(plan).toEqual({ seqs: null, goesOn: false, at: NOON + wanted, isHeld: false });
  });

  it('starts nothing beside an open round, in a finished scene, or before a failed round is dealt with', () => {
    const table = open(GATHER);
    table.say('mara');
    expect(planNext({ ...table.state, status: 'finished' }, table).seqs).toBeNull();
    table.begin();
    const waits = table.say('jo');
    expect(table.plan().seqs).toBeNull();
    table.end('round.failed');
    expect(table.plan()).toMatchObject({ seqs: null, at: null });
    const goesOn = table.say('mara');
    expect(table.plan().seqs).toEqual([waits, goesOn]);
  });

  it('counts the time of a gathered round from the end of the last', () => {
    const table = open(GATHER, 'mara', 'jo');
    table.say('mara');
    table.say('jo');
    table.begin();
    table.say('mara');
    table.now += 300_000;
    table.end();
    expect(table.plan().at).toBe(NOON + 360_000);
    expect(waitingView(table.state)).toEqual({
      since: new Date(NOON).toISOString(),
      startsAt: new Date(NOON + 360_000).toISOString(),
      spoken: ['mara'],
      waitsFor: ['jo'],
    });
  });

  it('lets no more of what hooks are sent wait than of one seat, whatever it asks for and whoever says it', () => {
    const table = open({ turnMode: 'manual' });
    const deliver = (body: object) =>
      turnEvents(table.state, { type: 'user', text: 'x', personaId: 'mara', to: [], ...body }, 'hook');
    for (let i = 0; i < 100; i += 1) table.write(must(deliver({})));
    const refused = { failure: { code: 'too_many', what: 'queued inputs of hooks', limit: '100' } };
    expect(deliver({ personaId: 'jo' })).toMatchObject(refused);
    expect(deliver({ type: 'continuation' })).toMatchObject(refused);
    const speak = (from: TurnSource) =>
      turnEvents(table.state, { type: 'user', text: 'x', personaId: 'mara', to: [] }, from);
    // A hook's line in her name does not count as hers.
    expect([speak('seat').ok, speak('owner').ok]).toEqual([true, true]);
    const fresh = open({ turnMode: 'manual' });
    const [event] = must(turnEvents(fresh.state, { type: 'continuation', to: [] }, 'hook'));
    expect(event?.payload).toMatchObject({ start: true, hook: true });
  });

  it('lets no more wait than anybody would read', () => {
    const table = open({ turnMode: 'manual' });
    const speak = (personaId: string, from: TurnSource) =>
      turnEvents(table.state, { type: 'user', text: 'x', personaId, to: [] }, from);
    const tooMany = (limit: string) => ({ ok: false, failure: { code: 'too_many', limit } });
    for (let i = 0; i < 99; i += 1) table.say('mara');
    expect(speak('mara', 'seat')).toMatchObject({ ok: true });
    table.say('mara');
    // Her quota is used up; his is not, and an owner has none.
    expect(speak('mara', 'seat')).toMatchObject(tooMany('100'));
    expect([speak('jo', 'seat').ok, speak('mara', 'owner').ok]).toEqual([true, true]);
    // Lines of an open round count until it ends.
    table.start();
    table.begin();
    expect(speak('mara', 'seat')).toMatchObject(tooMany('100'));
    table.end();
    expect(speak('mara', 'seat')).toMatchObject({ ok: true });
    for (let i = 0; i < 100; i += 1) table.say('mara');
    for (let i = 100; i < 900; i += 1) table.say('mara');
    expect(speak('jo', 'seat')).toMatchObject(tooMany('900'));
    expect(speak('jo', 'hook')).toMatchObject(tooMany('900'));
    expect(speak('jo', 'owner')).toMatchObject({ ok: true });
    for (let i = 900; i < 1000; i += 1) table.say('mara');
    expect(speak('jo', 'owner')).toMatchObject(tooMany('1000'));
    table.start();
    expect(table.begin()).toHaveLength(100);
  });

  it('takes in no more than a round can hold, and the others with the next', () => {
    const table = open({ turnMode: 'manual' });
    const said = Array.from({ length: 120 }, () => table.say('mara'));
    const start = table.start();
    expect(table.begin()).toEqual(said.slice(0, 100));
    table.end();
    expect(table.begin()).toEqual([...said.slice(100), start]);
    table.end();
    const long = Array.from({ length: 20 }, () => table.say('mara', { text: 'x'.repeat(8000) }));
    table.start();
    expect(table.begin()).toEqual(long.slice(0, 12));
  });
});

describe('typing', () => {
  const typing = (until: number) => [{ actor: 'persona:jo', until: NOON + until }];

  it.each([
    ['gather, by default 10 s', GATHER, 60_000, 10_000],
    ['gather, until it is taken for over', GATHER, 4_000, 4_000],
    ['gather, as long as was asked', { ...GATHER, holdForTyping: 30 }, 60_000, 30_000],
    ['gather, switched off', { ...GATHER, holdForTyping: 0 }, 60_000, 0],
    ['immediate, by default not', {}, 60_000, 0],
    ['immediate, as long as was asked', { holdForTyping: 5 }, 60_000, 5_000],
  ])('holds a round back: %s', (_, pace, until, held) => {
    const table = new SceneClock(pace).come('mara');
    table.typists = typing(until);
    table.say('mara');
    const plan = table.plan();
    if (held === 0) return expect(plan.seqs).not.toBeNull();
    expect(plan).toEqual({ seqs: null, goesOn: false, at: NOON + held, isHeld: true });
    table.now += held;
    table.typists = typing(600_000);
    if (held < until) expect(table.plan().seqs).not.toBeNull();
  });

  it('holds back neither what the owner starts nor what it asks for alone', () => {
    const table = new SceneClock({ ...GATHER, holdForTyping: 60 }).come('mara');
    table.typists = typing(60_000);
    table.say('mara');
    expect(table.plan().isHeld).toBe(true);
    table.take({ type: 'narration', text: undefined }, true);
    expect(table.begin()).toHaveLength(1);
    table.end();
    table.start();
    expect(table.begin()).toHaveLength(2);
  });
});

describe('a scene that goes on by itself', () => {
  const goOn = (table: SceneClock, rounds: number, pauseSeconds = 0) =>
    table.write(must(startAutonomy(table.state, { rounds, pauseSeconds }, NOTHING)));

  it('pauses after each round, and lets everything that is due go first', () => {
    const table = new SceneClock();
    goOn(table, 2, 30);
    expect(table.plan()).toMatchObject({ goesOn: true });
    table.begin();
    table.now += 5_000;
    table.end();
    expect(table.plan()).toEqual({ seqs: null, goesOn: false, at: NOON + 35_000, isHeld: false });
    const said = table.say('mara');
    expect(table.begin()).toEqual([said]);
    table.now += 10_000;
    table.end();
    expect(table.plan().at).toBe(NOON + 45_000);
    table.now += 30_000;
    expect(table.begin()).toHaveLength(1);
    table.end();
    expect(scheduleEnd(table.state)).toMatchObject([
      { payload: { reason: 'completed', played: 2, rounds: 2 } },
    ]);
    expect(table.begin()).toBeNull();
    expect(table.state.autonomy).toBeNull();
  });

  it('waits for a gathered round, and takes along what waits in a manual scene', () => {
    const table = new SceneClock(GATHER).come('mara', 'jo');
    table.say('mara');
    goOn(table, 1);
    expect(table.plan()).toMatchObject({ goesOn: false, at: NOON + 60_000 });
    table.set({ turnMode: 'manual' });
    expect(table.begin()).toHaveLength(2);
  });

  it('is held back by somebody who types', () => {
    const table = new SceneClock(GATHER);
    goOn(table, 1);
    table.typists = [{ actor: 'persona:jo', until: NOON + 60_000 }];
    expect(table.plan()).toEqual({ seqs: null, goesOn: false, at: NOON + 10_000, isHeld: true });
    table.now += 10_000;
    expect(table.plan().goesOn).toBe(true);
  });

  it('goes on past what waits behind a failed round, as any new input does', () => {
    const table = new SceneClock();
    table.say('mara');
    table.begin();
    const waits = table.say('jo');
    table.end('round.failed');
    goOn(table, 1);
    expect(table.begin()).toEqual([waits]);
    table.end();
    expect(table.begin()).toHaveLength(1);
    table.end();
    expect(table.state.rounds).toBe(3);
    expect(scheduleEnd(table.state)).toMatchObject([{ payload: { reason: 'completed', played: 1 } }]);
  });
});

describe('a round that answers several', () => {
  const gather = (more: object = {}) => {
    const room = openScene(scene({ ...GATHER, ...more }));
    const say = (body: { text: string; personaId: string; to?: string[]; whisper?: boolean }) =>
      room.append(must(turnEvents(room.state, { type: 'user', to: [], ...body }, 'seat')));
    const start = () => room.append(must(turnEvents(room.state, { type: 'continuation', to: [] }, 'owner')));
    return { room, say, start };
  };

  it('tells everybody all that was said, in order, and whom each addressed', async () => {
    const { room, say, start } = gather();
    say({ text: 'First words.', personaId: 'mara', to: ['bo'] });
    say({ text: 'Second words.', personaId: 'jo', to: ['ada'] });
    start();
    await room.play(callOn('cy'));
    const spoke = eventsOf(room, 'character.spoke').map(({ actor }) => actor);
    expect(spoke.sort()).toEqual(['character:ada', 'character:bo', 'character:cy']);
    const prompt = promptOf(room, 'director.1');
    expect(prompt.indexOf('First words.')).toBeGreaterThan(0);
    expect(prompt.indexOf('Second words.')).toBeGreaterThan(prompt.indexOf('First words.'));
    expect(room.asks.find(({ step }) => step === 'director.1')?.ask.brief).toMatchObject({
      envelope: { request: { type: 'user' }, persona: { id: 'jo' } },
    });
  });

  it('does not let those who heard no whisper know who whispered last', async () => {
    const { room, say, start } = gather();
    say({ text: 'Aloud.', personaId: 'mara' });
    say({ text: 'The key is in the well.', personaId: 'jo', to: ['ada'], whisper: true });
    start();
    await room.play(callOn('ada', 'bo'));
    const personaTo = (step: string) => {
      const brief = room.asks.find((one) => one.step === step)?.ask.brief as SceneBrief | undefined;
      return brief && 'envelope' in brief ? brief.envelope.persona : undefined;
    };
    expect(personaTo('character.1:ada')).toMatchObject({ id: 'jo' });
    expect(personaTo('character.1:bo')).toMatchObject({ id: 'mara' });
    expect(promptOf(room, 'character.1:bo')).not.toContain('well');
  });

  it('hears hidden lines as they are heard, then and ever after', async () => {
    const { room, say, start } = gather({ hideLines: true });
    const [said] = say({ text: 'Hidden aloud.', personaId: 'mara' });
    const [whispered] = say({ text: 'The key is in the well.', personaId: 'jo', to: ['ada'], whisper: true });
    expect([said?.audience, whispered?.audience]).toEqual([['persona:mara'], ['persona:jo']]);
    start();
    const all = room.state.queue.map(({ seq }) => seq);
    expect(
      revealLines(room.state, all).map(({ audience, payload }) => [audience, fieldsOf(payload).text]),
    ).toEqual([
      [['*'], 'Hidden aloud.'],
      [['persona:jo', 'character:ada'], 'The key is in the well.'],
    ]);
    await room.play(callOn('ada', 'bo'));
    await room.hear({ type: 'continuation' }, callOn('ada', 'bo'));
    const prompts = (step: string) =>
      room.asks.filter((one) => one.step === step).map(({ ask }) => JSON.stringify(ask.messages));
    expect(prompts('character.1:bo')).toHaveLength(2);
    for (const prompt of prompts('character.1:bo')) {
      expect(prompt).toContain('Hidden aloud.');
      expect(prompt).not.toContain('well');
    }
    for (const prompt of prompts('character.1:ada')) expect(prompt).toContain('in the well');
    const kit = { owner: false, ids: ['persona:kit'] };
    const shown = roundView(room.state, room.ledger, 1, kit).inputs.map(({ text }) => text);
    expect(shown).toEqual(['Hidden aloud.', '']);
    expect(said && withRoundAudience(said).audience).toEqual(['*']);
  });
});
