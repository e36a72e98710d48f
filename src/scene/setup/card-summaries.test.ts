import { describe, expect, it } from 'vitest';
import { Unreachable } from '../../../test/support/memory-room';
import { must } from '../../../test/support/must';
import {
  act,
  callOn,
  eventsOf,
  openScene,
  promptOf,
  type Room,
  stepsOf,
} from '../../../test/support/play-scene';
import { changeScene, type SceneChange } from '../../contract/change-scene';
import { type NewScene, newScene } from '../../contract/create-scene';
import { type Ask, RoundFailure } from '../../room/step-context';
import { redactEvent } from '../../room/visibility';
import { changeEvents } from './change';

const LONG = `Ada keeps the light. ${'She counts ships and says so. '.repeat(30)}{{user}} owes her.`;
const SECRET = `Ada drowned the keeper. ${'Nobody knows where he lies. '.repeat(12)}`;
const DIRECTED = callOn('ada', 'bo');
const shorten = (ask: Ask<unknown>) =>
  Object.fromEntries(
    Object.keys((ask.brief as unknown as { texts: object }).texts).map((field) => [
      field,
      `SHORT-${field.toUpperCase()} of her, in a few words.`,
    ]),
  );
const open = (more: object = {}): Room =>
  openScene(
    newScene.parse({
      characters: [
        { name: 'Ada', description: LONG, secrets: SECRET },
        { name: 'Bo', description: 'A cook.' },
      ],
      personas: [{ name: 'Pat' }],
      ...more,
    }) as NewScene,
  );
const change = (room: Room, body: object) =>
  room.append(must(changeEvents(room.state, changeScene.parse(body) as SceneChange)));
const play = async (room: Room, card: unknown = shorten) => {
  await room.hear({ personaId: 'pat' }, { ...DIRECTED, card });
};
const cardSteps = (room: Room) => room.asks.filter(({ ask }) => ask.brief.task === 'card').length;

describe('a card that is too long for the director', () => {
  it('is summed up once, behind the lines, and cut at a sentence until then', async () => {
    const room = open();
    await play(room);
    expect(promptOf(room, 'director.1')).toContain('and says so. […]');
    const steps = stepsOf(room);
    expect(steps.indexOf('summary:ada')).toBeGreaterThan(steps.indexOf('character.1:bo'));
    expect(cardSteps(room)).toBe(2);
    await play(room);
    expect(cardSteps(room)).toBe(2);
    const director = promptOf(room, 'director.1');
    expect(director).toContain('SHORT-DESCRIPTION');
    expect(director).toContain('SHORT-SECRETS');
    const bo = promptOf(room, 'character.1:bo');
    expect(bo).toContain('SHORT-DESCRIPTION');
    expect(bo).not.toContain('SHORT-SECRETS');
    expect(promptOf(room, 'character.1:ada')).toContain('Pat owes her.');
  });

  it('tells nobody but the owner, and no public summary has seen what is private', async () => {
    const room = open();
    await play(room);
    expect(promptOf(room, 'summary:ada')).not.toContain('drowned');
    expect(promptOf(room, 'summary:private:ada')).toContain('drowned');
    for (const event of eventsOf(room, 'card.summarized'))
      expect(redactEvent(event, { owner: false, ids: ['persona:pat', 'character:bo'] }, {})).toBeNull();
    const guidance = 'SHORT-SECRETS of her, in a few words.';
    await room.hear(
      { personaId: 'pat' },
      { 'director.1': { actingCharacters: [{ ...act('bo'), guidance }] } },
    );
    expect(promptOf(room, 'character.1:bo')).not.toContain('SHORT-SECRETS');
  });

  it('is summed up again in other words, or with another name in it', async () => {
    const room = open();
    await play(room);
    change(room, { personas: { change: { pat: { name: 'Quinn' } } } });
    await play(room);
    expect(cardSteps(room)).toBe(4);
    change(room, { characters: { change: { ada: { description: `${LONG} She is old.` } } } });
    await play(room);
    expect(cardSteps(room)).toBe(5);
    expect(promptOf(room, 'summary:ada')).toContain('She is old.');
  });

  it('is left as it is when nothing usable comes, and asked for again when nobody was reached', async () => {
    const room = open();
    await play(room, new Unreachable());
    expect(room.state.open).toBeNull();
    expect(cardSteps(room)).toBe(1);
    await play(room, new Error('unusable'));
    await play(room);
    expect(cardSteps(room)).toBe(3);
    expect(promptOf(room, 'director.1')).toContain('and says so. […]');
  });

  it('is asked for in the first rounds and then seldom, while nobody can be reached', async () => {
    const room = open();
    for (let n = 0; n < 10; n += 1) await play(room, new Unreachable());
    expect(cardSteps(room)).toBe(5);
  });

  it('fails no round when the budget does not suffice', async () => {
    const room = open();
    const shortage = new RoundFailure({ code: 'budget_exhausted', detail: 'spent' } as never, '');
    await play(room, () => {
      throw shortage;
    });
    expect(room.state.open).toBeNull();
    expect(room.state.failed).toBeNull();
    expect(JSON.stringify(eventsOf(room, 'round.audited'))).toContain('no budget is left');
  });

  it.each([
    ['short cards', { characters: [{ name: 'Ada' }, { name: 'Bo' }] }],
    ['a scene without a director', { settings: { director: 'off' } }],
  ])('costs no call in %s', async (_, more) => {
    const room = open(more);
    await play(room);
    expect(cardSteps(room)).toBe(0);
  });
});
