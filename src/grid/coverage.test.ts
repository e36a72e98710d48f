import { describe, expect, it } from 'vitest';
import { made } from '../../test/support/transitions';
import { boardsNeeded, countConfirmations } from '../contract/confirmations';
import { NO_MASK } from '../contract/frame';
import { findChanging, holdDefinition, isCovered, isRestart, readExceptions } from './coverage';
import { findEvent } from './hold-against';
import { readStatements } from './reporting/judge-claims';
import type { Transition } from './transition';

const RIGHT = 'Moves the blue 1×1 object right by 1 cell when the cells ahead are white.';
const WIDTH = 14;

/** A row on which a blue cell stands, with one cell of another colour at its end. */
const row = (at: number, end = '.'): string => `${'.'.repeat(at)}9${'.'.repeat(WIDTH - at - 2)}${end}`;
const step = (from: number, turn: number): Transition =>
  made(row(from), row(from + 1), { id: 'ACTION1' }, turn);
const steps = (n: number): Transition[] => Array.from({ length: n }, (_, i) => step(i, i + 1));
/** The blue cell stays. */
const stopped = (at: number, turn: number): Transition => made(row(at), row(at), { id: 'ACTION1' }, turn);
/** The same, and the last one turns red. */
const odd = (at: number, turn: number): Transition => made(row(at), row(at, '8'), { id: 'ACTION1' }, turn);

const hold = (history: readonly Transition[], definition = RIGHT, since = 0) =>
  holdDefinition(definition, { action: 'ACTION1', since, history, mask: NO_MASK });

describe('a definition held against everything recorded', () => {
  it('is covered by three effects on different boards since it has said so, and not by fewer', () => {
    expect(hold(steps(3))?.coverage).toEqual({
      ...{ effects: 3, foretold: 3, states: 3, since: 3, wrong: 0, exceptions: 0 },
    });
    const covered = (history: readonly Transition[], since = 0) => {
      const held = hold(history, RIGHT, since);
      return held !== null && isCovered(held.coverage);
    };
    expect(covered(steps(3))).toBe(true);
    expect(covered(steps(2))).toBe(false);
    expect(covered([step(0, 1), step(0, 2), step(0, 3)])).toBe(false);
    // The first one was seen before it was said.
    expect(covered(steps(3), 2)).toBe(false);
    expect(covered(steps(4), 2)).toBe(true);
  });

  it('is not covered where it is silent on more than a fifth of the effects', () => {
    const silent = [made('9b..', '.9b.', { id: 'ACTION1' }, 20), made('.9b.', '..9b', { id: 'ACTION1' }, 21)];
    const [first] = silent;
    const mostly = hold([...steps(4), ...(first ? [first] : [])])?.coverage;
    expect(mostly).toMatchObject({ effects: 5, foretold: 4, wrong: 0 });
    expect(mostly && isCovered(mostly)).toBe(true);
    const partly = hold([...steps(4), ...silent])?.coverage;
    expect(partly).toMatchObject({ effects: 6, foretold: 4, wrong: 0 });
    expect(partly && isCovered(partly)).toBe(false);
  });

  it('counts no execution of another action, and none that code can not read', () => {
    const other = made(row(3), row(2), { id: 'ACTION2' }, 30);
    expect(hold([...steps(3), other])?.coverage.effects).toBe(3);
    expect(hold(steps(3), 'It goes to the right.')).toBeNull();
    expect(hold(steps(3), 'Also seen once: it turned red.')).toBeNull();
  });

  it('names one odd execution as an exception from five fits on, and is refuted before', () => {
    const few = hold([...steps(4), odd(4, 5)]);
    expect(few?.coverage).toMatchObject({ wrong: 1, exceptions: 0 });
    expect(few?.wrong).toHaveLength(1);
    const enough = hold([...steps(5), odd(5, 6)]);
    expect(enough?.coverage).toMatchObject({ effects: 6, foretold: 5, wrong: 0, exceptions: 1, since: 0 });
    // It has to come true on many boards before it is verified.
    const again = (n: number) =>
      hold([odd(5, 6), ...Array.from({ length: n }, (_, i) => step(i, i + 7))])?.coverage;
    expect(again(11)).toMatchObject({ effects: 12, exceptions: 1, since: 11 });
    const [tooFew, many] = [again(11), again(12)];
    expect(tooFew && isCovered(tooFew)).toBe(false);
    expect(many && isCovered(many)).toBe(true);
    expect(enough?.definition).toMatch(/^Moves .+ are white\. Also seen once: .+ \(frame 7\)\.$/);
    expect(readExceptions(enough?.definition ?? null)).toEqual([7]);
    // Read again, it is the same definition.
    expect(hold([...steps(5), odd(5, 6)], enough?.definition)).toEqual(enough);
  });

  it('counts towards twelve boards for each exception, where the stored streak stops at three', () => {
    const coverage = { effects: 8, foretold: 7, states: 7, since: 5, wrong: 0, exceptions: 1 };
    expect([0, 1, 2].map((exceptions) => boardsNeeded({ exceptions }))).toEqual([3, 12, 24]);
    expect(countConfirmations({ streak: 3, coverage })).toEqual({ streak: 5, needed: 12 });
    expect(countConfirmations({ streak: 3, coverage: { ...coverage, since: 14 } }).streak).toBe(12);
    expect(countConfirmations({ streak: 3, coverage: { ...coverage, exceptions: 0 } })).toEqual({
      ...{ streak: 3, needed: 3 },
    });
    // An execution that went otherwise ended it.
    expect(countConfirmations({ streak: 0, coverage })).toEqual({ streak: 0, needed: 12 });
    expect(countConfirmations({ streak: 2, coverage: null })).toEqual({ streak: 2, needed: 3 });
  });

  it('is refuted by a second odd one, until there are sixteen effects', () => {
    const two = hold([...steps(5), odd(5, 6), odd(6, 7)], `${RIGHT} Also seen once: it stayed (frame 7).`);
    expect(two?.coverage).toMatchObject({ wrong: 2, exceptions: 0 });
    expect(two?.definition).toBe(RIGHT);
    const more = [...steps(12), step(0, 13), step(1, 14), odd(5, 20), odd(6, 21)];
    expect(hold(more)?.coverage).toMatchObject({ effects: 16, wrong: 0, exceptions: 2 });
  });

  it('is refuted by one on which nothing came of what it foretold: something stopped it', () => {
    expect(hold([...steps(6), stopped(6, 7)])?.coverage).toMatchObject({
      effects: 6,
      wrong: 1,
      exceptions: 0,
    });
  });

  it('takes nothing that ended the game for evidence', () => {
    const over: Transition = { ...odd(4, 5), state: 'GAME_OVER' };
    expect(hold([...steps(4), over])?.coverage).toMatchObject({ effects: 4, wrong: 0, exceptions: 0 });
  });

  it('takes no restart of the level for evidence', () => {
    const left = RIGHT.replace('right', 'left');
    const back = (from: number, to: number, turn: number) =>
      made(row(from), row(to), { id: 'ACTION2' }, turn);
    const history = [...steps(4), back(4, 3, 5), step(3, 6), step(4, 7), back(5, 0, 8)];
    expect(isRestart(history, 7, NO_MASK)).toBe(true);
    const held = holdDefinition(left, { action: 'ACTION2', since: 0, history, mask: NO_MASK });
    expect(held?.coverage).toMatchObject({ effects: 1, foretold: 1, wrong: 0 });
    expect(findEvent(left, history, NO_MASK)).toBe('restart');
    // One step back is a way back.
    expect(isRestart([step(0, 1), back(1, 0, 2)], 1, NO_MASK)).toBe(false);
  });

  it('does not call it a restart where something goes round', () => {
    const round = made(row(4), row(0), { id: 'ACTION1' }, 5);
    expect(isRestart([...steps(4), round], 4, NO_MASK)).toBe(false);
    expect(hold([...steps(4), round])?.coverage).toMatchObject({ effects: 5, wrong: 1 });
  });

  it('does not call a way to the start that it foretells a restart', () => {
    const left = RIGHT.replace('right', 'left');
    const away = [step(0, 1), step(1, 2)];
    const back = [made(row(2), row(1), { id: 'ACTION2' }, 3), made(row(1), row(0), { id: 'ACTION2' }, 4)];
    expect(isRestart([...away, ...back], 3, NO_MASK)).toBe(true);
    expect(findEvent(left, [...away, ...back], NO_MASK)).toBeNull();
    const held = holdDefinition(left, {
      action: 'ACTION2',
      since: 0,
      history: [...away, ...back],
      mask: NO_MASK,
    });
    expect(held?.coverage).toMatchObject({ effects: 2, foretold: 2 });
  });
});

describe('what changes by itself', () => {
  const ASIDE = `${RIGHT} Leaving aside red cells, which change by themselves.`;
  const blink = (from: number, turn: number) => made(row(from), row(from + 1, '8'), { id: 'ACTION1' }, turn);
  const blinks = [blink(0, 1), blink(1, 2), blink(2, 3)];
  const elsewhere = made(row(5), row(5, '8'), { id: 'ACTION2' }, 9);

  it('excuses nothing before it was seen to change with another action', () => {
    expect(hold(blinks, ASIDE)?.coverage).toMatchObject({ effects: 3, foretold: 0, wrong: 3 });
    expect(hold([...blinks, elsewhere], ASIDE)?.coverage).toMatchObject({
      effects: 3,
      foretold: 3,
      wrong: 0,
    });
    expect(findChanging([8, 11], 'ACTION1', [...blinks, elsewhere], NO_MASK)).toEqual([8]);
  });

  it('may also be seen where the action itself did nothing', () => {
    const alone = made(row(5), row(5, '8'), { id: 'ACTION1' }, 9);
    expect(findChanging([8], 'ACTION1', [alone], NO_MASK)).toEqual([8]);
  });

  it('is a claim with cases of its own: executions of other actions', () => {
    const [move, aside] = readStatements(ASIDE, []);
    expect([move?.about, aside?.about]).toEqual(['own', 'others']);
    const ctx = { mask: NO_MASK, history: [] };
    expect(aside?.judge?.(elsewhere, ctx)).toEqual({ predicted: 'red cells may change', result: 'fits' });
    expect(aside?.judge?.(step(3, 9), ctx).result).toBe('silent');
    // Untested, it does not save the claim beside it.
    expect(move?.judge?.(blink(0, 1), ctx).result).toBe('contradicts');
    expect(readStatements(ASIDE, [8])[0]?.judge?.(blink(0, 1), ctx).result).toBe('fits');
  });
});

it('holds an exception against the execution that it names, and the other claims not', () => {
  const [move, exception] = readStatements(`${RIGHT} Also seen once: it stayed (frame 7).`, []);
  const ctx = { mask: NO_MASK, history: [] };
  expect(exception?.judge?.(odd(5, 6), ctx)).toEqual({ predicted: 'it stayed', result: 'fits' });
  expect(exception?.judge?.(odd(5, 8), ctx).result).toBe('silent');
  expect(move?.judge?.(odd(5, 6), ctx).result).toBe('silent');
  expect(move?.judge?.(odd(5, 8), ctx).result).toBe('contradicts');
});
