import { describe, expect, it } from 'vitest';
import { must } from '../../../test/support/must';
import {
  callOn,
  eventsOf,
  INN,
  openScene,
  promptOf,
  type Room,
  scene,
} from '../../../test/support/play-scene';
import { newScene } from '../../contract/create-scene';
import { judgementEvents, renderJudgement } from './judgement';
import { copyScene, readTrial } from './trial';

const CRITERIA = { warmth: 'The host is warm.', pace: 'Every line moves the scene.' };
const RULING = { text: 'Warm enough.', scores: { warmth: 7, pace: 3 } };

const open = (more: object = {}): Room =>
  openScene(
    newScene.parse({
      ...INN,
      notes: { scene: 'N-SCENE' },
      personas: [{ name: 'Mara', secrets: 'S-MARA' }, { name: 'Jo' }],
      characters: INN.characters?.map((one) => ({ ...one, secrets: `S-${one.name}` })),
      ...more,
    }),
  );
const judge = (room: Room) => room.append(must(judgementEvents(room.state, CRITERIA)));

describe('a judgement of a scene', () => {
  it('is one call whose scores only the owner reads', async () => {
    const room = open();
    room.say({ text: 'A room, please.', to: ['ada'] });
    await room.play(callOn('ada'));
    const before = room.asks.length;
    judge(room);
    await room.play({ judgement: RULING });
    expect(room.asks.slice(before).map(({ ask }) => ask.role)).toEqual(['judge']);
    expect(eventsOf(room, 'judge.ruled')).toMatchObject([
      { audience: ['owner'], payload: { ...RULING, winner: null } },
    ]);
    expect(eventsOf(room, 'round.requested')).toMatchObject([{ audience: ['owner'] }]);
  });

  it('reads what everyone hears, and no whisper, secret, thought or note', async () => {
    const room = open();
    room.say({ text: 'OPEN-LINE', to: ['ada'] });
    await room.play({ ...callOn('ada'), ada: { kind: 'say', text: 'OPEN-REPLY', thought: 'THOUGHT' } });
    room.say({ text: 'WHISPERED', to: ['bo'], whisper: true });
    await room.play({ ...callOn('bo'), bo: { kind: 'say', text: 'WHISPERED-BACK' } });
    judge(room);
    await room.play({ judgement: RULING });
    const prompt = promptOf(room, 'judge');
    for (const heard of ['OPEN-LINE', 'OPEN-REPLY', 'An inn by the road', 'The host is warm.'])
      expect(prompt).toContain(heard);
    expect(prompt).not.toMatch(/WHISPERED|THOUGHT|S-\w|G-[A-Z]|P-[A-Z]|V-[A-Z]|N-SCENE/);
  });

  it('is in no later prompt', async () => {
    const room = open();
    judge(room);
    await room.play({ judgement: { ...RULING, text: 'RULING-TEXT' } });
    room.say({ text: 'Hello?', to: ['ada'] });
    await room.play(callOn('ada'));
    expect(promptOf(room, 'character.1:ada')).not.toMatch(/RULING-TEXT|The host is warm/);
  });

  it('fails its round without a usable answer, and makes up no score', async () => {
    const room = open();
    judge(room);
    await room.play({ judgement: new Error('nonsense') });
    expect(eventsOf(room, 'judge.ruled', 'round.failed').map(({ kind }) => kind)).toEqual(['round.failed']);
  });

  it('leaves out the oldest lines if the window is short', () => {
    const lines = Array.from({ length: 40 }, (_, n) => ({ name: 'Ada', text: `line ${n}` }));
    const render = (tokens: number) =>
      renderJudgement({ scenario: 'An inn.', lines: lines as never, criteria: CRITERIA }, tokens, (text) =>
        Math.ceil(text.length / 4),
      )[1]?.content ?? '';
    expect(render(10_000)).toContain('"line 0"');
    const short = render(250);
    expect(short).not.toContain('"line 0"');
    expect(short).toMatch(/\(\d+ earlier lines are left out\)[\s\S]*line 39/);
  });

  it('counts each line of a long conversation at most once', () => {
    const lines = Array.from({ length: 2000 }, (_, n) => ({ name: 'Ada', text: `line ${n}.` }));
    const counts = new Map<string, number>();
    renderJudgement({ scenario: 'An inn.', lines: lines as never, criteria: CRITERIA }, 9000, (text) => {
      for (const [line] of text.matchAll(/line \d+\./g)) counts.set(line, (counts.get(line) ?? 0) + 1);
      return Math.ceil(text.length / 4);
    });
    expect(counts.size).toBeGreaterThan(1000);
    expect(Math.max(...counts.values())).toBe(1);
  });
});

describe('a scene that an experiment reads', () => {
  const spent = { calls: 1, tokens: 2, money: 3 };
  const read = (room: Room) => readTrial(room.state, () => room.ledger.toReversed(), spent, true);

  it('has its lines, and the scores of its last ruling', async () => {
    const room = open();
    expect(read(room)).toMatchObject({ isBusy: false, scores: null, lines: [] });
    room.say({ text: 'Hello?', to: ['ada'] });
    expect(read(room).isBusy).toBe(true);
    await room.play({ ...callOn('ada'), ada: { kind: 'say', text: 'Come in.' } });
    judge(room);
    await room.play({ judgement: RULING });
    expect(read(room)).toMatchObject({
      ...{ isBusy: false, failed: null, spent, scores: RULING.scores },
      lines: [
        { round: 1, by: 'player', actor: null, name: 'Mara', text: 'Hello?', hearers: null },
        { round: 1, by: 'character', actor: 'ada', name: 'Ada', text: 'Come in.' },
      ],
    });
  });

  it('is copied with its opening as it is now', () => {
    const room = openScene(newScene.parse(scene({ opening: { text: 'It rains.', by: 'bo' } })));
    const copyOpening = () => copyScene(room.state, () => room.ledger.toReversed()).opening;
    const [opening] = eventsOf(room, 'character.spoke');
    const seq = opening?.seq ?? 0;
    room.append([
      { kind: 'line.edited', actor: 'user', audience: ['*'], payload: { seq, text: 'It snows.' } },
    ] as never);
    expect(copyOpening()).toEqual({ text: 'It snows.', by: 'bo' });
    room.append([
      { kind: 'line.hidden', actor: 'user', audience: ['*'], payload: { seqs: [seq], deleted: true } },
    ] as never);
    expect(copyOpening()).toBeUndefined();
  });

  it('is copied with cast, settings and opening, and without its lines', async () => {
    const body = scene({ opening: { text: 'It rains.', by: 'bo' }, settings: { director: 'off' } });
    const room = openScene(newScene.parse(body));
    room.say({ text: 'Hello?', to: ['ada'] });
    await room.play();
    const copy = newScene.parse(copyScene(room.state, () => room.ledger.toReversed()));
    const again = openScene(copy);
    const { head: _, rounds: __, ...start } = openScene(newScene.parse(body)).state;
    expect(again.state).toMatchObject({
      cast: start.cast,
      ...{ personas: start.personas, settings: start.settings, world: start.world, scenario: start.scenario },
    });
    expect(again.ledger.map(({ kind }) => kind)).toEqual(['scene.created', 'character.spoke']);
  });
});
