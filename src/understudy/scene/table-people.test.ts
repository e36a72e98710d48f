import { describe, expect, it } from 'vitest';
import {
  eventsOf,
  openScene,
  PROFILES,
  promptOf,
  type Room,
  stepsOf,
} from '../../../test/support/play-scene';
import { type NewScene, newScene } from '../../contract/create-scene';
import { canSee } from '../../room/visibility';
import type { JudgeBrief } from '../../scene/round/briefs';
import type { RoundRecord } from '../../scene/round/record';
import { sceneCreated } from '../../scene/setup/create';
import type { Seat, TableState } from '../../scene/state';
import { acceptTurn } from '../../scene/turns';
import { sceneSeen, sceneView } from '../../scene/views';
import { ruleTable } from './table';

const WORDS: [string, string] = ['Mainfisk', 'Oddvolt'];
const table = (game: object = {}, more: object = {}): NewScene =>
  newScene.parse({
    title: 'A game',
    characters: [{ name: 'Ada' }, { name: 'Bo' }],
    personas: [{ name: 'Mara' }, { name: 'Jo' }, { name: 'Kit' }],
    game: { kind: 'word-pair', words: WORDS, rounds: 2, people: ['mara', 'jo'], ...game },
    ...more,
  });
const dealOf = (room: Room): TableState => {
  if (!room.state.table) throw new Error('nothing was dealt');
  return room.state.table;
};
const judge = (winner: string | null, scores: object = {}) => ({
  ...{ kind: 'verdict', text: 'So I rule.', winner, scores },
});
const errorsOf = (body: NewScene) => {
  const made = sceneCreated({ id: 'scn_0', body, profiles: PROFILES, seed: 's' });
  return !made.ok && made.failure.code === 'invalid' ? made.failure.errors : [];
};

describe('people at the table', () => {
  it('are dealt a word each, before the characters, and told it alone', () => {
    const room = openScene(table());
    const { dealt, odd, people } = dealOf(room);
    expect(Object.keys(dealt)).toEqual(['mara', 'jo', 'ada', 'bo']);
    expect(Object.values(dealt).filter((word) => word === 'Oddvolt')).toHaveLength(1);
    expect(people).toEqual(['mara', 'jo']);
    const events = eventsOf(room, 'game.dealt');
    expect(events.map(({ audience }) => audience)).toEqual([
      ['owner'],
      ['persona:mara'],
      ['persona:jo'],
      ['character:ada'],
      ['character:bo'],
    ]);
    const seen = events.filter(({ audience }) => canSee(audience, { owner: false, ids: ['persona:jo'] }));
    expect(seen.map(({ payload }) => payload)).toEqual([{ word: dealt.jo }]);
    expect(dealt).toHaveProperty(odd);
    expect(sceneView(room.state).table).toMatchObject({ players: Object.keys(dealt), people });
  });

  it('read their own card with the scene, whoever sits there, and nobody else’s', () => {
    const room = openScene(table());
    const { dealt } = dealOf(room);
    const cardOf = (persona: string | null) => {
      const seen = sceneSeen(room.state, { id: 'seat_1', persona, role: 'player' } as Seat);
      const said = JSON.stringify({ ...seen, card: null });
      expect(WORDS.filter((word) => said.includes(word))).toEqual([]);
      return seen.card;
    };
    expect([cardOf('mara'), cardOf('jo')]).toEqual([dealt.mara, dealt.jo]);
    expect([cardOf('kit'), cardOf('ada'), cardOf(null)]).toEqual([null, null, null]);
  });

  it('may be the odd one out', () => {
    const odds = 'abcdefghijklmnop'.split('').map((seed) => dealOf(openScene(table(), {}, seed)).odd);
    expect(odds.filter((id) => ['mara', 'jo'].includes(id)).length).toBeGreaterThan(0);
    expect(odds.filter((id) => ['ada', 'bo'].includes(id)).length).toBeGreaterThan(0);
  });

  it.each([
    ['who are nobody', { people: ['mara', 'zoe'] }, {}, '/game/people/1'],
    ['who are there twice', { people: ['mara', 'mara'] }, {}, '/game/people/1'],
    [
      'with the id of a character',
      { people: ['ada'] },
      { personas: [{ id: 'ada', name: 'Adele' }] },
      '/game/people/0',
    ],
    ['without a character', {}, { characters: [{ name: 'Ada', active: false }] }, '/game'],
    ['who are too few', { people: [] }, {}, '/game'],
    [
      'without a character, be they many',
      { people: ['mara', 'jo', 'kit'] },
      { characters: [{ name: 'Ada', active: false }] },
      '/game',
    ],
  ])('are not taken %s', (_, game, more, pointer) => {
    expect(errorsOf(table(game, more)).map((one) => one.pointer)).toContain(pointer);
  });

  it('have their rounds gathered, unless the scene says otherwise', () => {
    expect(openScene(table()).state.pace.turnMode).toBe('gather');
    expect(openScene(table({}, { turnMode: 'manual' })).state.pace.turnMode).toBe('manual');
    const alone = table({ people: [] }, { characters: [{ name: 'Ada' }, { name: 'Bo' }, { name: 'Cy' }] });
    expect(openScene(alone).state.pace.turnMode).toBe('immediate');
  });

  it('give clues that the characters hear; who says nothing is left out and noted', async () => {
    const room = openScene(table());
    room.say({ personaId: 'mara', text: 'CLUE-MARA' });
    await room.play({ judge: judge(null) });
    expect(stepsOf(room)).toEqual(['clue:ada', 'clue:bo', 'judge']);
    for (const step of ['clue:ada', 'clue:bo', 'judge']) expect(promptOf(room, step)).toContain('CLUE-MARA');
    expect(promptOf(room, 'clue:ada')).toContain('- "Jo" (human)');
    expect(promptOf(room, 'clue:ada')).not.toContain('- "Kit", a person');
    expect(eventsOf(room, 'round.completed')[0]?.payload).toEqual({ actors: ['ada', 'bo'], skipped: ['jo'] });
    const audited = eventsOf(room, 'round.audited')[0]?.payload as unknown as RoundRecord;
    expect(audited.notes).toContain('jo gave no clue');
  });

  it('may not say their own word; the other one is no mistake that they are told of', () => {
    const room = openScene(table());
    const { dealt } = dealOf(room);
    const other = dealt.mara === 'Mainfisk' ? 'Oddvolt' : 'Mainfisk';
    const say = (text: string, personaId = 'mara') =>
      acceptTurn(room.state, { type: 'user', text, personaId, to: [] });
    const own = say(`Is it ${dealt.mara?.toUpperCase()}s?`);
    expect(own).toMatchObject({ ok: false, failure: { errors: [{ pointer: '/text' }] } });
    expect(JSON.stringify(own)).not.toMatch(/mainfisk|oddvolt/i);
    expect(say(`Is it ${other}?`).ok).toBe(true);
    // Persons without a hand may say anything.
    expect(say('Mainfisk or Oddvolt?', 'kit').ok).toBe(true);
  });

  it('can win, by id, with what the judge gave them', async () => {
    const room = openScene(table({ rounds: 1 }));
    room.say({ personaId: 'jo' });
    await room.play({ judge: judge('Jo', { Jo: 8, Mara: 2, Ada: 5 }) });
    expect(dealOf(room).outcome).toEqual({
      ...{ reason: 'verdict', winner: 'jo', scores: { jo: 8, mara: 2, ada: 5 } },
    });
    expect(promptOf(room, 'judge')).toMatch(/- "Mara": ".*"[\s\S]*- "Bo": ".*"/);
  });

  it('are counted by the understudy as everybody is', () => {
    const line = (actor: string, text: string) => ({ actor, text });
    const envelope = {
      history: {
        raw: [line('persona:jo', 'One.'), line('character:ada', 'Two.'), line('persona:kit', 'X.')],
      },
      request: { inputs: [line('persona:jo', 'Three.'), line('persona:mara', 'two.')] },
      replies: [line('character:ada', 'Three.')],
    };
    const players = [
      { id: 'mara', name: 'Mara', actor: 'persona:mara' },
      { id: 'jo', name: 'Jo', actor: 'persona:jo' },
      { id: 'ada', name: 'Ada', actor: 'character:ada' },
    ];
    const brief = { task: 'judge', players, words: WORDS, odd: 'ada', isLast: true, envelope };
    const ruled = ruleTable(brief as unknown as JudgeBrief);
    expect(ruled.scores).toEqual({ Mara: 0, Jo: 2, Ada: 1 });
    expect(ruled.winner).toBe('Jo');
  });
});
