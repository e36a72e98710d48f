import { expect, it } from 'vitest';
import { createAdventureRoom, giveCommand, listTyped, playOneTurn } from '../../test/support/adventure-run';
import { decideControl, type Verb } from '../runs/control';
import { triggerSeq } from '../runs/state';
import { nextCommand } from './state';

it('a turn is set off by the control that has the run go on, or by the later command that it types', async () => {
  const room = await createAdventureRoom();
  const by = () => triggerSeq(room.state, nextCommand(room.state));
  const last = (kind: string) => room.ledger.findLast((event) => event.kind === kind)?.seq;
  const control = (verb: Verb) => {
    const decided = decideControl(room.state, verb);
    if (!decided.ok) throw new Error(JSON.stringify(decided.failure));
    room.append(decided.value);
  };
  expect(by()).toBe(last('run.started'));
  giveCommand(room, 'inventory', 'suggest');
  expect(by()).toBe(last('run.started'));
  giveCommand(room, 'wait');
  const first = last('command.given');
  giveCommand(room, 'look');
  const second = last('command.given');
  expect(by()).toBe(first);
  await playOneTurn(room);
  expect(listTyped(room)).toEqual(['wait']);
  expect(by()).toBe(second);
  // A command that waited while the run was idle is typed when a person resumes it.
  control('pause');
  control('resume');
  expect(by()).toBe(last('run.resumed'));
  await playOneTurn(room);
  await playOneTurn(room);
  expect(by()).toBe(last('run.resumed'));
});
