import { describe, expect, it } from 'vitest';
import { gatewayTo } from '../../test/support/asks';
import { fieldsOf } from '../../test/support/loose-events';
import { decide, MemoryPort } from '../../test/support/memory-port';
import { Unreachable } from '../../test/support/memory-room';
import { must } from '../../test/support/must';
import {
  eventsOf,
  live,
  openScene,
  PROFILES,
  promptOf,
  type Room,
  stateBefore,
  stepsOf,
  textOf,
  UNDERSTUDY,
} from '../../test/support/play-scene';
import { type NewScene, newScene } from '../contract/create-scene';
import type { Event, PayloadOf } from '../contract/events/events';
import { lorebook } from '../contract/lore';
import { scene as sceneSchema } from '../contract/scenes';
import type { Ask } from '../room/step-context';
import { canSee } from '../room/visibility';
import { editLine, regenerateLine, rollbackRound } from './actions/lines';
import { findForkPoint, forkPast } from './fork';
import { reduceScene } from './reduce';
import { chooseNextSpeaker } from './round/next-speaker';
import type { RoundRecord } from './round/record';
import { sceneCreated } from './setup/create';
import type { SceneState } from './state';
import { createGuard } from './table/guard';
import { VAGUE_HINTS, WORD_PAIRS } from './table/word-pairs';
import { acceptTurn } from './turns';
import { sceneView } from './views';

const PLAYERS = ['ada', 'bo', 'cy'];
const WORDS: [string, string] = ['Mainfisk', 'Oddvolt'];
const table = (game: object = {}, more: object = {}): NewScene =>
  newScene.parse({
    title: 'A game',
    characters: [{ name: 'Ada' }, { name: 'Bo' }, { name: 'Cy' }, { name: 'Dee', active: false }],
    personas: [{ name: 'Mara' }],
    game: { kind: 'word-pair', words: WORDS, rounds: 2, ...game },
    ...more,
  });
const verdict = (winner: string | null, scores: object = {}, text = 'So I rule.') => ({
  kind: 'verdict',
  text,
  winner,
  scores,
});
const play = async (room: Room, script: object = {}, text = 'Go on.') => {
  await room.hear(text, { judge: verdict(null), ...script });
};
const dealOf = (room: Room) => {
  const deal = room.state.table;
  if (!deal) throw new Error('nothing was dealt');
  return deal;
};
const notesOf = (room: Room): string => {
  const [audited] = eventsOf(room, 'round.audited').slice(-1);
  return fieldsOf((audited as Event).payload).notes?.toString() ?? '';
};
const finishOf = (room: Room) =>
  eventsOf(room, 'run.finished').map(
    (event) => event.payload as Extract<PayloadOf<'run.finished'>, { reveal: object }>,
  );
const isPublic = (event: Event) => canSee(event.audience, { owner: false, ids: ['persona:mara'] });

describe('dealing', () => {
  const errorsOf = (body: NewScene) => {
    const result = sceneCreated({ id: 'scn_0', body, profiles: PROFILES, seed: 's' });
    return !result.ok && result.failure.code === 'invalid' ? result.failure.errors : [];
  };

  it('gives all who are there one word and one of them the other, each told its own alone', () => {
    const room = openScene(table());
    const { dealt, odd } = dealOf(room);
    expect(Object.keys(dealt)).toEqual(PLAYERS);
    for (const id of PLAYERS) expect(dealt[id]).toBe(id === odd ? 'Oddvolt' : 'Mainfisk');
    const events = eventsOf(room, 'game.dealt');
    expect(events.map(({ audience }) => audience)).toEqual([
      ['owner'],
      ...PLAYERS.map((id) => [`character:${id}`]),
    ]);
    expect(events.slice(1).map(({ payload }) => payload)).toEqual(PLAYERS.map((id) => ({ word: dealt[id] })));
  });

  it('follows from the seed alone, and is not always the same', () => {
    const deal = (seed: string) => dealOf(openScene(table({ words: undefined }), {}, seed));
    expect(deal('a')).toEqual(deal('a'));
    const deals = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(deal);
    expect(new Set(deals.map(({ odd }) => odd)).size).toBeGreaterThan(1);
    expect(new Set(deals.map(({ words }) => words.join())).size).toBeGreaterThan(1);
  });

  it('takes no built-in pair of which the scene’s own texts speak', () => {
    const body = table({ words: undefined });
    const { words } = dealOf(openScene(body, {}, 'x'));
    for (const said of [`Mostly about ${words[0]}s.`, `It spells ${[...words[0]].join(' ')}.`]) {
      const other = dealOf(openScene({ ...body, scenario: said }, {}, 'x'));
      expect(other.words).not.toContain(words[0]);
    }
  });

  it('needs three players who are there', () => {
    const body = table({}, { characters: [{ name: 'Ada' }, { name: 'Bo' }, { name: 'Cy', active: false }] });
    expect(errorsOf(body)).toMatchObject([
      { pointer: '/game', message: expect.stringMatching(/at least 3 players, there are 2: give more/) },
    ]);
  });

  it.each([
    ['one word twice', ['Coffee', 'coffee'], '/game/words'],
    ['a word and its plural', ['violin', 'violins'], '/game/words'],
    ['the name of a player', ['cello', 'Ada'], '/game/words/1'],
    ['a word of the scenario', ['harbour', 'cello'], '/game/words/0'],
    ['no letters', ['cello', '…'], '/game/words/1'],
  ])('refuses %s', (_, words, pointer) => {
    const errors = errorsOf(table({ words }, { scenario: 'Two harbours.' }));
    expect(errors.map((error) => error.pointer)).toEqual([pointer]);
  });

  it('knows at least forty pairs, whose hints say neither word', () => {
    expect(WORD_PAIRS.length).toBeGreaterThanOrEqual(40);
    const words = WORD_PAIRS.flat().map(({ word }) => word);
    expect(new Set(words).size).toBe(words.length);
    for (const [a, b] of WORD_PAIRS) {
      const guard = createGuard([a.word, b.word]);
      expect(createGuard([a.word]).leaks(b.word) || createGuard([b.word]).leaks(a.word)).toBe(false);
      const said = [...a.hints, ...b.hints, ...VAGUE_HINTS].filter((hint) => guard.leaks(hint));
      expect([a.word, b.word, said]).toEqual([a.word, b.word, []]);
    }
  });
});

describe('a round at the table', () => {
  it('asks every player once, in the order of the cast, then the judge, and nobody else', async () => {
    const room = openScene(table());
    await play(room);
    expect(stepsOf(room)).toEqual(['clue:ada', 'clue:bo', 'clue:cy', 'judge']);
    expect(room.effects).toEqual([]);
    const kinds = eventsOf(room, 'character.started', 'character.spoke', 'round.completed').map(
      ({ kind, actor }) => `${kind} ${actor}`,
    );
    expect(kinds).toEqual([
      ...PLAYERS.flatMap((id) => [`character.started character:${id}`, `character.spoke character:${id}`]),
      'round.completed system',
    ]);
    expect(eventsOf(room, 'round.completed')[0]?.payload).toEqual({ actors: PLAYERS, skipped: [] });
  });

  it('lets everyone hear every earlier clue of this and all rounds, and what people say', async () => {
    const room = openScene(table({}, { historyWindow: 2 }));
    const clues = (n: number) =>
      Object.fromEntries(PLAYERS.map((id) => [id, { kind: 'clue', text: `CLUE-${n}-${id}` }]));
    await play(room, clues(1), 'PERSON-1');
    const bo = promptOf(room, 'clue:bo');
    expect(bo).toContain('PERSON-1');
    expect(bo).toContain('CLUE-1-ada');
    expect(bo).not.toContain('CLUE-1-cy');
    await play(room, clues(2));
    for (const id of PLAYERS) expect(promptOf(room, 'clue:ada')).toContain(`CLUE-1-${id}`);
    expect(promptOf(room, 'judge')).toMatch(/CLUE-1-ada[\s\S]*CLUE-2-cy/);
  });

  it('shows each player its own word and no other, in every prompt and brief of the game', async () => {
    const room = openScene(table());
    await play(room);
    await play(room);
    const { dealt } = dealOf(room);
    const clues = room.asks.filter(({ step }) => step.startsWith('clue:'));
    expect(clues).toHaveLength(6);
    for (const { step, ask } of clues) {
      const given = textOf(ask.messages) + JSON.stringify(ask.brief);
      const own = dealt[step.slice('clue:'.length)];
      expect([step, WORDS.filter((word) => given.includes(word))]).toEqual([step, [own]]);
      expect(given).not.toMatch(/"odd"|you are the odd/i);
      for (const word of WORDS) expect(ask.guard?.leaks(word)).toBe(true);
      expect(ask.kinds).toEqual(['clue']);
    }
    const judging = promptOf(room, 'judge');
    for (const word of WORDS) expect(judging).toContain(word);
  });

  it('keeps the word in a prompt whose window is too small for the card', async () => {
    const small = { ...PROFILES.character, maxContextTokens: 1500, maxTokens: 100 };
    const characters = PLAYERS.map((name) => ({ name, description: 'A long story. '.repeat(500) }));
    const room = openScene(table({}, { characters }), {}, 'seed', { ...PROFILES, character: small });
    await play(room);
    const { dealt } = dealOf(room);
    for (const id of PLAYERS) expect(promptOf(room, `clue:${id}`)).toContain(`word is "${dealt[id]}"`);
  });

  it('takes no clue that says either word, and does not quote it', async () => {
    const room = openScene(table());
    await play(room);
    const ask = room.asks[0]?.ask as Ask<unknown>;
    for (const text of ['It is mainfisks.', 'O-d-d-v-o-l-t', 'An honest clue.']) {
      const gateway = gatewayTo(null, { understudy: async () => ({ clue: () => ({ kind: 'clue', text }) }) });
      const answer = await gateway.ask(new MemoryPort(), 'clue:ada', ask, { decide });
      expect([text, answer.ok]).toEqual([text, text === 'An honest clue.']);
      expect(JSON.stringify(answer)).not.toMatch(/mainfisk|oddvolt/i);
    }
  });

  it('skips a player that gives no clue, and goes on', async () => {
    const room = openScene(table());
    await play(room, { bo: new Error('no answer') });
    expect(eventsOf(room, 'character.skipped').map(({ actor }) => actor)).toEqual(['character:bo']);
    expect(eventsOf(room, 'round.completed')[0]?.payload).toEqual({ actors: ['ada', 'cy'], skipped: ['bo'] });
  });

  it('fails, to be begun anew, when nobody gives a clue', async () => {
    const room = openScene(table());
    await play(room, Object.fromEntries(PLAYERS.map((id) => [id, new Error('no answer')])));
    expect(room.state.failed).toMatchObject({ retry: 'restart', failure: { code: 'model_failed' } });
    expect(stepsOf(room)).not.toContain('judge');
    expect(dealOf(room).round).toBe(0);
  });

  it('fails, to go on from there, when the model of a player or of the judge is out of reach', async () => {
    const gone = new Unreachable('connection refused');
    const unreached = { retry: 'resume', failure: { code: 'model_unreachable' } };
    const room = openScene(table({ rounds: 1 }));
    await play(room, { bo: gone });
    expect(room.state.failed).toMatchObject(unreached);
    expect(stepsOf(room)).toEqual(['clue:ada', 'clue:bo']);
    expect(eventsOf(room, 'character.skipped')).toEqual([]);

    const judged = openScene(table({ rounds: 1 }));
    await play(judged, { judge: gone });
    expect(judged.state.failed).toMatchObject(unreached);
    expect(judged.state.status).toBe('open');
    expect(finishOf(judged)).toEqual([]);
  });

  it('keeps what a person says from the players when it is a dealt word, and from nobody else', async () => {
    const room = openScene(table());
    await play(room, {}, 'Is it MAINFISK, or oddvolts? PERSON-1');
    await play(room);
    for (const { step, ask } of room.asks) {
      expect([step, textOf(ask.messages).includes('PERSON-1')]).toEqual([step, step === 'judge']);
    }
    expect(eventsOf(room, 'player.spoke')[0]?.audience).toEqual(['*']);
    const first = eventsOf(room, 'round.audited')[0]?.payload as unknown as RoundRecord;
    expect(first.notes.join()).toMatch(/do not hear line \d+ of Mara/);
  });

  it('keeps lore that says a dealt word in its book', async () => {
    const entries = ['Mainfisk is a fish. LORE-1', 'Nets are mended on Mondays. LORE-2'].map(
      (content, n) => ({ id: String(n), keys: ['net'], content }),
    );
    const lorebooks = [{ id: 'lib', book: lorebook.parse({ name: 'Book', entries }) }];
    const room = openScene({ ...table(), lorebooks });
    await play(room, {}, 'Where is the net?');
    expect(promptOf(room, 'clue:ada')).toContain('LORE-2');
    for (const id of PLAYERS) expect(promptOf(room, `clue:${id}`)).not.toContain('LORE-1');
  });

  it('asks a player through its fallback profile when it has one', async () => {
    const fallback = { ...PROFILES.character, model: 'other' };
    const profiles = { ...PROFILES, character: { ...PROFILES.character, fallback } };
    const room = openScene(table(), {}, 'seed', profiles);
    const ada = (ask: Ask<unknown>) => {
      if (ask.profile.model !== 'other') throw new Error('no answer');
      return { kind: 'clue', text: 'From the other.' };
    };
    await play(room, { ada });
    expect(stepsOf(room).slice(0, 2)).toEqual(['clue:ada', 'clue:ada/fallback']);
    expect(eventsOf(room, 'character.skipped')).toEqual([]);
  });

  it('records what every prompt came to', async () => {
    const room = openScene(table());
    await play(room);
    const [audited] = eventsOf(room, 'round.audited');
    const { agents } = (audited as Event).payload as unknown as RoundRecord;
    expect(agents.map(({ agent }) => agent)).toEqual([...PLAYERS.map((id) => `character:${id}`), 'judge']);
    for (const { prompt } of agents) expect(prompt.total).toBeGreaterThan(0);
  });
});

describe('the judge', () => {
  it.each([
    [1, ['judge', 'judge', 'judge']],
    [2, ['-', 'judge', 'judge']],
    [5, ['-', '-', 'judge']],
  ])('is asked after every %i rounds and after the last', async (tickEvery, expected) => {
    const room = openScene(table({ rounds: 3, tickEvery }));
    const asked: string[] = [];
    for (let i = 0; i < 3; i += 1) {
      const before = room.asks.length;
      await play(room);
      asked.push(stepsOf(room).slice(before).includes('judge') ? 'judge' : '-');
    }
    expect(asked).toEqual(expected);
  });

  it('looks on without a word to anyone but the owner while it names nobody', async () => {
    const room = openScene(table());
    await play(room, { judge: verdict(null, { Ada: 4 }, 'Ada was near to Mainfisk.') });
    expect(room.state.status).toBe('open');
    expect(eventsOf(room, 'judge.ruled')).toMatchObject([
      { audience: ['owner'], actor: 'judge', payload: { winner: null, scores: { ada: 4 } } },
    ]);
    await play(room);
    for (const id of PLAYERS) expect(promptOf(room, `clue:${id}`)).not.toContain('near to');
  });

  it('ends the game with the winner, the scores it gave, and the reveal, by id and in one go', async () => {
    const room = openScene(table());
    await play(room);
    await play(room, { judge: verdict('Bo', { Bo: 9, Ada: 3.5, Cy: null }) });
    const { words, odd } = dealOf(room);
    const end = room.ledger.slice(-4);
    expect(end.map(({ kind }) => kind)).toEqual([
      'judge.ruled',
      'run.finished',
      'round.audited',
      'round.completed',
    ]);
    expect(end[0]).toMatchObject({ audience: ['*'], payload: { text: 'So I rule.', winner: 'bo' } });
    expect(end[1]?.payload).toEqual({
      reason: 'verdict',
      winner: 'bo',
      scores: { ada: 3.5, bo: 9 },
      reveal: { words, odd },
    });
    expect(room.state).toMatchObject({ status: 'finished', open: null });
  });

  it('may end the game before the last round by naming a winner', async () => {
    const room = openScene(table({ rounds: 9 }));
    await play(room, { judge: verdict('Cy') });
    expect(finishOf(room)).toMatchObject([{ reason: 'verdict', winner: 'cy' }]);
    expect(dealOf(room).round).toBe(1);
  });

  it.each([
    ['a stranger', verdict('Zed'), /no verdict that can be used/],
    ['one who is not at the table', verdict('Dee'), /no verdict that can be used/],
    ['a person who does not play', verdict('Mara'), /no verdict that can be used/],
    ['nobody', verdict(null, { Ada: 5 }), /named no winner/],
    ['a winner in no words', { ...verdict('Ada'), text: '{"winner":"Ada"}' }, /no verdict that can be used/],
    ['nothing at all', new Error('no answer'), /no verdict that can be used/],
  ])('that names %s at the end leaves no contest, and no made-up winner', async (_, judge, note) => {
    const room = openScene(table({ rounds: 1 }));
    await play(room, { judge });
    const [finished] = finishOf(room);
    expect(finished).toMatchObject({ reason: 'no_contest', winner: null, reveal: { words: WORDS } });
    expect(notesOf(room)).toMatch(note);
    expect(room.state).toMatchObject({ status: 'finished', failed: null });
  });

  it('keeps the winner where scores are beyond the scale: they end there', async () => {
    const room = openScene(table({ rounds: 1 }));
    await play(room, { judge: verdict('Ada', { Ada: 95, Bo: -1, Cy: 4 }) });
    expect(finishOf(room)).toMatchObject([
      { reason: 'verdict', winner: 'ada', scores: { ada: 10, bo: 0, cy: 4 } },
    ]);
  });

  it('that fails before the end lets the game go on', async () => {
    const room = openScene(table());
    await play(room, { judge: new Error('no answer') });
    expect(room.state.status).toBe('open');
    expect(notesOf(room)).toMatch(/the game goes on/);
    await play(room, { judge: verdict('Ada') });
    expect(finishOf(room)).toMatchObject([{ winner: 'ada' }]);
  });
});

it('the dealt words are in nothing that everybody may see until the verdict, and then in the reveal', async () => {
  const room = openScene(table({ rounds: 3 }));
  const says = (winner: string | null) => verdict(winner, {}, 'It was Mainfisk against Oddvolt.');
  await play(room, { judge: says(null) });
  await play(room, { judge: says(null) });
  const leaks = () =>
    room.ledger.filter(isPublic).filter((event) => /mainfisk|oddvolt/i.test(JSON.stringify(event)));
  expect(leaks()).toEqual([]);
  room.append(must(rollbackRound(room.state, 1, stateBefore(room))));
  await play(room, { judge: says(null) });
  expect(leaks()).toEqual([]);
  const open = sceneView(room.state);
  expect(JSON.stringify(open)).not.toMatch(/mainfisk|oddvolt/i);
  expect(open.table).toEqual({ players: PLAYERS, people: [], round: 2, of: 3, over: false, outcome: null });

  await play(room, { judge: says('Ada') });
  expect(leaks().map(({ kind }) => kind)).toEqual(['judge.ruled', 'run.finished']);
  const over = sceneView(room.state);
  expect(sceneSchema.safeParse(over).error).toBeUndefined();
  expect(over.table).toMatchObject({ over: true, outcome: { winner: 'ada', reveal: { words: WORDS } } });
  expect(over.game?.words).toEqual(WORDS);
});

describe('a game that is over', () => {
  const ended = async () => {
    const room = openScene(table());
    await play(room);
    await play(room, { judge: verdict('Ada') });
    return room;
  };
  const turn = (room: Room) => acceptTurn(room.state, { type: 'continuation', to: [] });

  it('takes no turns, also when its scene is opened again', async () => {
    const room = await ended();
    expect(turn(room)).toMatchObject({ failure: { code: 'finished' } });
    room.append([{ kind: 'scene.changed', actor: 'system', payload: { status: 'open' } }]);
    expect(turn(room)).toMatchObject({
      failure: { code: 'finished', fix: expect.stringMatching(/new scene/) },
    });
  });

  it('goes on when its last round is rolled back, with the same words', async () => {
    const room = await ended();
    const deal = dealOf(room);
    room.append(must(rollbackRound(room.state, 1, stateBefore(room))));
    expect(room.state.status).toBe('open');
    expect(dealOf(room)).toEqual({ ...deal, round: 1, outcome: null });
    await play(room, { judge: verdict('Cy') });
    expect(dealOf(room)).toMatchObject({ round: 2, outcome: { winner: 'cy' } });
  });

  it('goes on when its last round is retried', async () => {
    const room = await ended();
    const start = eventsOf(room, 'round.started').at(-1);
    room.append([
      { kind: 'round.rolledback', actor: 'system', round: 2, payload: { fromSeq: start?.seq ?? 0 } },
    ]);
    expect(room.state.status).toBe('open');
    expect(dealOf(room)).toMatchObject({ round: 1, outcome: null });
  });

  it('is not closed again by a rollback that its owner finished by hand', async () => {
    const room = openScene(table({ rounds: 9 }));
    await play(room);
    await play(room);
    room.append([{ kind: 'scene.changed', actor: 'system', payload: { status: 'finished' } }]);
    room.append(must(rollbackRound(room.state, 1, stateBefore(room))));
    expect(room.state.status).toBe('finished');
  });

  it('is dealt in a fork as it was, from the beginning on', async () => {
    const room = await ended();
    const ofRound = (n: number) => room.ledger.filter((event) => event.round === n);
    for (const n of [0, 1, 2]) {
      const point = must(findForkPoint(room.state, n, ofRound));
      const copied = room.ledger.filter(({ seq }) => seq <= point.seq);
      const { past } = forkPast('scn_1', { past: copied, later: [], round: n }, {});
      expect(past.filter((event) => event.kind === 'game.dealt')).toHaveLength(1 + PLAYERS.length);
      const state = past.reduce<SceneState | null>((s, event) => reduceScene(s, event), null);
      expect(state?.table).toMatchObject({ dealt: dealOf(room).dealt, round: n });
      expect(state?.status).toBe(n === 2 ? 'finished' : 'open');
    }
  });
});

describe('the owner’s hand', () => {
  it('neither calls on a player nor has a clue said anew', async () => {
    const room = openScene(table());
    await play(room);
    const [clue] = eventsOf(room, 'character.spoke');
    expect(chooseNextSpeaker(room.state, { character: 'cy', skip: [] })).toMatchObject({
      failure: { code: 'conflict' },
    });
    expect(regenerateLine(room.state, live(clue))).toMatchObject({ failure: { code: 'conflict' } });
    expect(acceptTurn(room.state, { type: 'narration' })).toMatchObject({ failure: { code: 'invalid' } });
  });

  it('edits a clue, but not into a dealt word', async () => {
    const room = openScene(table());
    await play(room);
    const [clue] = eventsOf(room, 'character.spoke');
    expect(editLine(room.state, live(clue), 'Oddvolts!')).toMatchObject({
      failure: { errors: [{ pointer: '/text' }] },
    });
    expect(editLine(room.state, live(clue), 'Something else.').ok).toBe(true);
  });
});

describe('the understudy at the table', () => {
  it.each(['a', 'b', 'c', 'd'])('plays a whole game to its end, seed %s', async (seed) => {
    const body = newScene.parse({ template: 'bluff', title: 'Thursday' });
    const room = openScene(body, {}, seed);
    for (let i = 0; i < 3; i += 1) {
      await room.hear({ text: 'And?', personaId: 'host' }, UNDERSTUDY);
    }
    const guard = createGuard(dealOf(room).words);
    const clues = eventsOf(room, 'character.spoke').map(({ payload }) => String(fieldsOf(payload).text));
    expect(clues).toHaveLength(12);
    expect(new Set(clues).size).toBe(12);
    expect(clues.filter((clue) => guard.leaks(clue))).toEqual([]);
    const [finished] = finishOf(room);
    expect(finished?.reason).toBe('verdict');
    expect(Object.keys(dealOf(room).dealt)).toContain(finished?.winner);
    expect(eventsOf(room, 'judge.ruled').at(-1)?.payload).toMatchObject({
      rung: 'understudy',
      text: expect.stringMatching(/understudy counted/),
    });
  });

  it('has something to say about words of one’s own, for as long as a game can last', async () => {
    const room = openScene(table({ rounds: 20, tickEvery: 20 }));
    for (let i = 0; i < 20; i += 1) {
      await room.hear('And?', UNDERSTUDY);
    }
    const clues = eventsOf(room, 'character.spoke').map(({ payload }) => fieldsOf(payload).text);
    expect(clues).toHaveLength(60);
    expect(new Set(clues).size).toBe(60);
    expect(room.state.status).toBe('finished');
  });
});
