import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../../test/support/loose-events';
import { must } from '../../test/support/must';
import {
  bulletsFor,
  callOn,
  eventsOf,
  openScene,
  promptOf,
  type Room,
  scene,
  stateBefore,
} from '../../test/support/play-scene';
import type { Event } from '../contract/events/events';
import type { Ask } from '../room/step-context';
import { chooseWording, editLine, regenerateLine, rollbackRound } from './actions/lines';
import { reduceScene } from './reduce';
import { reviseMemories } from './round/memories';
import type { SceneState } from './state';

const SHORT = scene({ historyWindow: 2, settings: { summarizeAfter: 3 } });
const NOBODY = { 'director.1': { actingCharacters: [] } };
const MINUTES = {
  summary: (ask: Ask<unknown>) => {
    const { messages } = ask.brief as unknown as { messages: { round: number; text: string }[] };
    const tell = (round: number) =>
      messages
        .filter((line) => line.round === round)
        .map(({ text }) => text)
        .join(' ');
    return {
      bullets: bulletsFor(ask).map(({ round }) => ({ round, text: `It was about ${tell(round)}.` })),
      running: `All of it: ${messages.map(({ text }) => text).join(' ')}.`,
    };
  },
};
const play = async (room: Room, text: string, script = {}) => {
  await room.hear(text, { ...callOn('ada'), ...MINUTES, ...script });
};
const inputsOf = (start?: Event): number[] => (start?.kind === 'round.started' ? start.payload.inputs : []);
const lineOf = (room: Room, round: number) => {
  const start = eventsOf(room, 'round.started').find((event) => event.round === round);
  const seq = inputsOf(start)[0] ?? 0;
  return { seq, event: room.ledger.find((event) => event.seq === seq), isLive: true };
};
const edit = (room: Room, round: number, text: string) =>
  room.append(must(editLine(room.state, lineOf(room, round), text)));
const asksOf = (room: Room, step: string) => room.asks.filter((one) => one.step === step);

describe('a summary', () => {
  it('goes back to the last one without the changed line; sentences of other rounds stay', async () => {
    const room = openScene(SHORT);
    for (const text of ['ONE', 'TWO', 'THREE', 'FOUR']) await play(room, text);
    expect(room.state.summary.bullets.map(({ round }) => round)).toEqual([1, 2, 3, 4]);
    edit(room, 3, 'OTHER');
    expect(room.state.summary).toMatchObject({ throughRound: 2, unsummarized: 4 });
    expect(room.state.summary.running).toContain('TWO');
    expect(room.state.summary.running).not.toContain('THREE');
    expect(room.state.summary.bullets.map(({ round }) => round)).toEqual([1, 2, 4]);
    edit(room, 1, 'FIRST');
    expect(room.state.summary).toMatchObject({ running: null, throughRound: 0, unsummarized: 8 });
  });

  it('is written again after the last line of the next round, from the lines alone', async () => {
    const room = openScene(SHORT);
    for (const text of ['ONE', 'TWO', 'THREE', 'FOUR']) await play(room, text);
    edit(room, 1, 'OTHER');
    room.steps.splice(0);
    await play(room, 'FIVE');
    expect(room.steps.at(-2)).toBe('summary');
    expect(asksOf(room, 'summary')).toHaveLength(3);
    expect(room.state.summary).toMatchObject({ throughRound: 5, unsummarized: 0 });
    expect(room.state.summary.isStale).toBeUndefined();
    expect(room.state.summary.running).toContain('OTHER');
    expect(JSON.stringify(room.state.summary)).not.toContain('ONE');
    await play(room, 'SIX');
    expect(asksOf(room, 'summary')).toHaveLength(3);
    expect(promptOf(room, 'director.1')).not.toContain('ONE');
  });

  it('that fails is tried again; until then prompts show the line with its new words', async () => {
    const room = openScene(SHORT);
    for (const text of ['ONE', 'TWO', 'THREE', 'FOUR']) await play(room, text);
    edit(room, 1, 'OTHER WORDS');
    for (const text of ['FIVE', 'SIX']) {
      await play(room, text, { summary: new Error('no summary') });
      for (const step of ['director.1', 'character.1:ada']) {
        expect(promptOf(room, step)).toContain('- Round 1: "Mara: OTHER WORDS"');
        expect(promptOf(room, step)).not.toContain('ONE');
      }
      expect(promptOf(room, 'summary')).not.toContain('- Round 1: "Mara: OTHER WORDS"');
    }
    await play(room, 'SEVEN');
    await play(room, 'EIGHT');
    expect(promptOf(room, 'director.1')).not.toContain('- Round 1: "Mara: OTHER WORDS"');
    expect(promptOf(room, 'director.1')).toContain('OTHER WORDS');
  });

  it('shows the new words of a whisper to those alone who heard it', async () => {
    const room = openScene(SHORT);
    await room.hear({ text: 'SECRET', to: ['bo'], whisper: true }, callOn('bo'));
    for (const text of ['TWO', 'THREE']) await play(room, text);
    edit(room, 1, 'OTHER SECRET');
    const script = { ...callOn('ada', 'bo'), summary: new Error('none') };
    await play(room, 'FOUR', script);
    expect(promptOf(room, 'character.1:bo')).toContain('OTHER SECRET');
    for (const step of ['character.1:ada', 'summary'])
      expect(
        asksOf(room, step)
          .map(({ ask }) => JSON.stringify(ask.messages))
          .join(),
      ).not.toContain('SECRET');
  });

  it('of a long past is made again from its beginning, a part in each round', async () => {
    const room = openScene(scene({ historyWindow: 2, settings: { summarizeAfter: 10 } }));
    for (let n = 1; n <= 230; n += 1) await play(room, `WORD-${n}`, NOBODY);
    edit(room, 1, 'OTHER');
    // The sixteen stored summaries all cover later lines.
    expect(room.state.summary).toMatchObject({ running: null, unsummarized: 230 });
    await play(room, 'now', NOBODY);
    expect(room.state.summary).toMatchObject({ throughRound: 200, unsummarized: 31, isStale: true });
    expect(room.state.summary.running).toContain('OTHER');
    await play(room, 'now', NOBODY);
    expect(room.state.summary).toMatchObject({ throughRound: 232, unsummarized: 0 });
    expect(room.state.summary.isStale).toBeUndefined();
  });

  it('that a rollback brings back has no words that were changed meanwhile', async () => {
    const room = openScene(SHORT);
    for (const text of ['ONE', 'TWO', 'THREE', 'FOUR', 'FIVE', 'SIX']) await play(room, text);
    edit(room, 3, 'OTHER');
    room.append(must(rollbackRound(room.state, 5, stateBefore(room))));
    expect(room.state.summary.throughRound).toBe(2);
    expect(JSON.stringify(room.state.summary)).not.toContain('THREE');
    await play(room, 'SEVEN');
    expect(room.state.summary.running).toContain('OTHER');
    const again = room.ledger.reduce<SceneState | null>((state, event) => reduceScene(state, event), null);
    expect(again).toEqual(room.state);
  });
});

it('keeps its words when other lines have been spoken anew some hundred times', async () => {
  const room = openScene();
  await play(room, 'OLD');
  await play(room, 'next');
  edit(room, 1, 'NEW');
  const [first, second] = eventsOf(room, 'character.spoke').map(({ seq }) => seq);
  for (let n = 0; n < 300; n += 1) {
    for (const seq of [first ?? 0, second ?? 0]) {
      const payload = { seq, text: `words ${n}`, by: 'model' as const, provider: 'understudy' };
      room.append([{ kind: 'line.edited', actor: 'character:ada', round: 2, payload }]);
    }
  }
  expect(room.state.edits.length).toBeLessThanOrEqual(500);
  await play(room, 'last');
  const prompt = promptOf(room, 'character.1:ada');
  expect(prompt).toContain('NEW');
  expect(prompt).not.toContain('OLD');
  expect(prompt.match(/words 299/g)).toHaveLength(2);
});

describe('a memory', () => {
  const revised = (room: Room, round: number) => {
    const start = eventsOf(room, 'round.started').find((event) => event.round === round);
    const inputs = room.ledger.filter(({ seq }) => inputsOf(start).includes(seq));
    const own = room.ledger.filter((event: Event) => event.round === round);
    return Object.fromEntries(
      reviseMemories(room.state, [...inputs, ...own]).map(({ character, text }) => [character, text]),
    );
  };

  it('has the seqs of its lines, and is told again from those that its character heard', async () => {
    const room = openScene();
    await room.hear(
      { text: 'TO BO', to: ['bo'], whisper: true },
      { ...callOn('bo'), bo: { kind: 'say', text: 'BO-WHISPERS' } },
    );
    await play(room, 'ALOUD', { ada: { kind: 'say', text: 'ADA-ALOUD' } });
    const [first, second] = eventsOf(room, 'memory.written').map(({ payload }) => payload);
    const linesOf = (payload: Event['payload'] | undefined) =>
      (fieldsOf(payload).memories as { character: string; lines: number[] }[]).map(({ character, lines }) => [
        character,
        lines.length,
      ]);
    expect(linesOf(first)).toEqual([['bo', 2]]);
    expect(linesOf(second)).toEqual([
      ['ada', 2],
      ['bo', 2],
      ['cy', 2],
    ]);
    expect(revised(room, 1)).toEqual({});
    edit(room, 1, 'NEW TO BO');
    expect(revised(room, 1)).toEqual({ bo: 'Mara, whispering: NEW TO BO\nI, whispering: BO-WHISPERS' });
    const line = eventsOf(room, 'character.spoke').find(({ actor }) => actor === 'character:ada');
    const live = { seq: line?.seq ?? 0, event: line, isLive: true };
    room.append(must(regenerateLine(room.state, live)));
    await room.play({ ada: { kind: 'say', text: 'ADA-ANEW' } });
    expect(revised(room, 2)).toMatchObject({
      ada: 'Mara: ALOUD\nI: ADA-ANEW',
      cy: 'Mara: ALOUD\nAda: ADA-ANEW',
    });
    room.append(must(chooseWording(room.state, live, 0)));
    expect(revised(room, 2)).toMatchObject({ cy: 'Mara: ALOUD\nAda: ADA-ALOUD' });
  });

  it('that came to mind in an earlier round is told in present words when a line of it is spoken anew', async () => {
    const room = openScene(scene({ historyWindow: 12 }));
    await play(room, 'OLD CODE');
    room.memory.give = { ada: [{ text: 'Mara: OLD CODE', scene: room.state.id, round: 1, score: 1 }] };
    for (const text of ['TWO', 'THREE', 'FOUR']) await play(room, text);
    const line = eventsOf(room, 'character.spoke').at(-1);
    edit(room, 1, 'NEW CODE');
    room.append(must(regenerateLine(room.state, { seq: line?.seq ?? 0, event: line, isLive: true })));
    await room.play({ ada: { kind: 'say', text: 'again' } });
    const prompt = promptOf(room, 'regenerate:ada');
    expect(prompt).toContain('NEW CODE');
    expect(prompt).not.toContain('OLD CODE');
  });
});
