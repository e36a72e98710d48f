import { describe, expect, it } from 'vitest';
import { foldLines } from '../../packages/client/src/lines';
import { Unreachable } from '../../test/support/memory-room';
import { must } from '../../test/support/must';
import {
  bulletsFor,
  EVERYONE,
  eventsOf,
  live,
  openScene,
  playLine,
  promptOf,
  type Room,
  scene,
} from '../../test/support/play-scene';
import { lineMaker } from '../../web/src/scene/lines/fold-scene';
import { type Event, OWNER, type Viewer } from '../contract/events/events';
import type { Ask } from '../room/step-context';
import { redactEvent } from '../room/visibility';
import { editLine, type FoundLine, hideLine, regenerateLine, showLine } from './actions/lines';
import { laterOwnerActions } from './fork';
import { previewScene } from './glance';
import { readTranscript } from './transcript/entries';
import { roundView } from './views';

const JO: Viewer = { owner: false, ids: ['persona:jo'] };
const spokenBy = (room: Room, actor: string) =>
  eventsOf(room, 'character.spoke').find((event) => event.actor === actor);
const textsFor = (room: Room, viewer: Viewer) =>
  readTranscript(room.ledger.toReversed(), room.state, viewer).map(({ text }) => text);
const pageFor = (room: Room, viewer: Viewer): Event[] =>
  room.ledger.flatMap((event) => redactEvent(event, viewer, room.state.hiddenLines) ?? []);
const apply = (room: Room, rule: typeof showLine, line: FoundLine) =>
  room.append(must(rule(room.state, line)));
const hide = (room: Room, line: FoundLine, mark: 'hidden' | 'deleted' = 'hidden') =>
  room.append(must(hideLine(room.state, line, mark)));

async function playTwo(settings = {}) {
  const room = openScene(scene({ settings }));
  await playLine(room, 'PLAYER-FIRST', { ada: { kind: 'say', text: 'ADA-FIRST' } });
  return { room, ada: live(spokenBy(room, 'character:ada')), input: live(eventsOf(room, 'player.spoke')[0]) };
}

describe.each(['hidden', 'deleted'] as const)('a line that is %s', (mark) => {
  it('is in no prompt, of no agent, and in no summary', async () => {
    const { room, ada, input } = await playTwo({ summarizeAfter: 3 });
    hide(room, ada, mark);
    hide(room, input, mark);
    const before = room.asks.length;
    await playLine(room, 'SECOND');
    const prompts = JSON.stringify(room.asks.slice(before).map(({ ask }) => ask.messages));
    expect(prompts).toContain('SECOND');
    expect(prompts).not.toMatch(/-FIRST/);
  });

  it('is read by nobody but the owner', async () => {
    const { room, ada } = await playTwo();
    hide(room, ada, mark);
    expect(JSON.stringify(pageFor(room, JO))).not.toContain('ADA-FIRST');
    expect(textsFor(room, JO)).not.toContain('ADA-FIRST');
    expect(JSON.stringify(roundView(room.state, room.ledger, 1, JO))).not.toContain('ADA-FIRST');
    expect(foldLines(room.ledger as never).map(({ text }) => text)).not.toContain('ADA-FIRST');
    const isHidden = mark === 'hidden';
    expect(textsFor(room, OWNER).includes('ADA-FIRST')).toBe(isHidden);
    const { lines } = roundView(room.state, room.ledger, 1);
    expect(lines.filter(({ hidden }) => hidden).map(({ text }) => text)).toEqual(
      isHidden ? ['ADA-FIRST'] : [],
    );
  });

  it('takes summaries that may tell its words from everyone but the owner', async () => {
    const room = openScene(scene({ historyWindow: 2, settings: { summarizeAfter: 3 } }));
    const summary = {
      summary: (ask: Ask<unknown>) => ({
        bullets: bulletsFor(ask).map(({ round }) => ({ round, text: 'The word was QUILLORN.' })),
        running: 'The word was QUILLORN.',
      }),
    };
    for (const text of ['QUILLORN', 'TWO', 'THREE']) await playLine(room, text, summary);
    expect(JSON.stringify(pageFor(room, JO))).toContain('The word was');
    const line = room.ledger.find((event) => JSON.stringify(event.payload).includes('QUILLORN'));
    hide(room, live(line), mark);
    expect(JSON.stringify(pageFor(room, JO))).not.toContain('QUILLORN');
    expect(JSON.stringify(pageFor(room, OWNER))).toContain('The word was');
  });

  it('leaves the page of a seat at once, and stays marked on that of the owner', async () => {
    const { room, ada } = await playTwo();
    hide(room, ada, mark);
    const shown = (isOwner: boolean) =>
      lineMaker(
        new Map(),
        isOwner,
      )(room.ledger).flatMap((line) =>
        line.type === 'speech' && line.text === 'ADA-FIRST' ? [line.isHiddenFromPrompts] : [],
      );
    expect(shown(false)).toEqual([]);
    expect(shown(true)).toEqual(mark === 'hidden' ? [true] : []);
  });

  it('comes back as it was', async () => {
    const { room, ada } = await playTwo();
    room.append(must(editLine(room.state, ada, 'ADA-EDITED')));
    const before = textsFor(room, JO);
    hide(room, ada, mark);
    expect(editLine(room.state, ada, 'x')).toMatchObject({ failure: { code: 'conflict' } });
    expect(regenerateLine(room.state, ada)).toMatchObject({ failure: { code: 'conflict' } });
    const heard = pageFor(room, JO);
    apply(room, showLine, ada);
    expect(room.state.hiddenLines).toEqual({});
    expect(textsFor(room, JO)).toEqual(before);
    const late = [...heard, ...room.ledger.slice(-1)];
    const lines = lineMaker(new Map([['ada', 'Ada']]))(late);
    const back = lines.filter((line) => line.type === 'speech' && line.text === 'ADA-EDITED');
    expect(back).toMatchObject([{ seq: ada.seq, name: 'Ada', round: 1, actor: 'character:ada' }]);
    expect(lines.indexOf(back[0] as never)).toBeLessThan(lines.length - 1);
    await playLine(room, 'next');
    expect(promptOf(room, 'character.1:bo')).toContain('ADA-EDITED');
  });

  it('is no answer to a round that is played again', async () => {
    const room = openScene();
    const said = await room.hear('PLAYER-FIRST', { 'director.1': new Unreachable('no answer') });
    hide(room, live(said), mark);
    expect(room.state.failed?.retry).toBe('restart');
    await room.hear('SECOND', EVERYONE);
    expect(promptOf(room, 'director.1')).not.toContain('PLAYER-FIRST');
  });
});

describe('hiding a line', () => {
  it('is done once, and refused while it waits', async () => {
    const { room, ada } = await playTwo();
    hide(room, ada);
    expect(must(hideLine(room.state, ada, 'hidden'))).toEqual([]);
    expect(must(hideLine(room.state, ada, 'deleted'))).toHaveLength(1);
    apply(room, showLine, ada);
    expect(must(showLine(room.state, ada))).toEqual([]);
    const waits = live(room.say('later'));
    expect(hideLine(room.state, waits, 'hidden')).toMatchObject({ failure: { code: 'conflict' } });
    expect(hideLine(room.state, { seq: 1, event: room.ledger[0], isLive: true }, 'hidden')).toMatchObject({
      failure: { code: 'not_found' },
    });
  });

  it('holds for forks of an earlier round, for the lines they have', async () => {
    const { room, ada } = await playTwo();
    const end = room.ledger.find(({ kind }) => kind === 'round.completed')?.seq ?? 0;
    await playLine(room, 'second');
    hide(room, ada);
    const later = laterOwnerActions(room.state, { round: 1, seq: end }, room.ledger.slice(end));
    expect(later).toMatchObject([{ kind: 'line.hidden', payload: { seqs: [ada.seq] } }]);
    expect(laterOwnerActions(room.state, { round: 0, seq: 1 }, room.ledger.slice(1))).toEqual([]);
  });

  it('keeps it from the list of scenes', async () => {
    const { room } = await playTwo();
    const last = eventsOf(room, 'character.spoke').at(-1);
    hide(room, live(last));
    expect(previewScene(room.state, room.ledger).last?.seq).not.toBe(last?.seq);
  });
});
