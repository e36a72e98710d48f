import { expect, it } from 'vitest';
import { draftWith, fieldsOf } from '../../../test/support/loose-events';
import { must } from '../../../test/support/must';
import { EVERYONE, eventsOf, openScene, playedScene, type Room } from '../../../test/support/play-scene';
import { findLine, rollbackRound } from './lines';

const find = (room: Room, seq: number) => {
  const past = {
    page: (after: number, limit: number) => room.ledger.filter((event) => event.seq > after).slice(0, limit),
    walk: (from: number) => room.ledger.filter((event) => event.seq >= from),
    roundEvents: (n: number) => {
      const own = room.ledger.filter(({ round }) => round === n);
      const inputs = own.flatMap(({ payload }) => (fieldsOf(payload).inputs as number[] | undefined) ?? []);
      return room.ledger.filter((event) => own.includes(event) || inputs.includes(event.seq));
    },
  };
  return findLine(room.state, past, seq);
};
const seqOf = (room: Room, kind: 'player.spoke' | 'character.spoke', which = -1) =>
  eventsOf(room, kind).at(which)?.seq ?? 0;
const takeBack = (room: Room) =>
  room.append(must(rollbackRound(room.state, 0, () => ({ before: room.state, startSeq: 1 }))));

it('finds an input that waits, which counts', () => {
  const room = openScene();
  const { seq } = room.say('Hello.');
  expect(find(room, seq)).toMatchObject({ seq, isLive: true, event: { payload: { text: 'Hello.' } } });
});

it('finds what a round has said and answered, which counts until it is taken back', async () => {
  const room = await playedScene(EVERYONE);
  const seqs = [seqOf(room, 'player.spoke'), seqOf(room, 'character.spoke')];
  expect(seqs.map((seq) => find(room, seq).isLive)).toEqual([true, true]);
  takeBack(room);
  expect(seqs.map((seq) => find(room, seq).isLive)).toEqual([false, false]);
});

it('finds a line of an attempt that was played anew, which counts no more', async () => {
  const room = await playedScene(EVERYONE);
  const old = seqOf(room, 'character.spoke', 0);
  const start = room.ledger.find((event) => event.kind === 'round.started');
  room.append([
    {
      kind: 'round.rolledback',
      actor: 'system',
      round: 1,
      payload: { fromSeq: start?.seq ?? 0, attempt: 1 },
    },
    draftWith({
      kind: 'round.started',
      actor: 'system',
      round: 1,
      payload: { ...start?.payload, attempt: 2 },
    }),
  ]);
  expect(find(room, old).isLive).toBe(false);
  expect(find(room, seqOf(room, 'player.spoke')).isLive).toBe(true);
});

it('finds nothing where nothing stands', () =>
  expect(find(openScene(), 99)).toEqual({ seq: 99, event: undefined, isLive: false }));
