import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openScene } from '../../../test/support/play-scene';
import { directorPlan } from '../../contract/agents';
import type { ResolvedPlan } from './director';
import { EarlyCueReader, type EarlyPlan, followEarly } from './early-cue';

interface Entry {
  id: string;
  order?: number | null | string | undefined;
  priority?: number | null;
  guidance?: string | null;
}

const FIELDS = ['openGuidance', 'activations', 'deactivations', 'stateUpdates', 'worldUpdates', 'trackers'];

function writeEntry(entry: Entry, keys: readonly (keyof Entry)[]): { text: string; orderAt: number } {
  let text = '{';
  let orderAt = 0;
  for (const [index, key] of keys.filter((key) => entry[key] !== undefined).entries()) {
    text += `${index > 0 ? ',' : ''}"${key}":${JSON.stringify(entry[key])}`;
    if (key === 'order') orderAt = text.length + 1;
  }
  return { text: `${text}}`, orderAt };
}

/** A plan's text, and the length from which the first actor may begin; null: it may not. */
function writePlan(
  fields: readonly string[],
  actors: readonly Entry[],
  keys: readonly (keyof Entry)[],
): { text: string; readyAt: number | null } {
  let text = '{';
  let readyAt: number | null = null;
  const isLast = FIELDS.every((field) => fields.slice(0, fields.indexOf('actingCharacters')).includes(field));
  const [first, ...others] = actors;
  const order = typeof first?.order === 'number' ? first.order : null;
  for (const [index, field] of fields.entries()) {
    text += `${index > 0 ? ',' : ''}"${field}":`;
    if (field !== 'actingCharacters') {
      text += field === 'openGuidance' ? '"Say \\"ah\\", [1, {2}."' : 'null';
      continue;
    }
    text += '[';
    for (const [at, actor] of actors.entries()) {
      const entry = writeEntry(actor, keys);
      if (at > 0) text += ',';
      const isNext = at === 1 && order !== null && order <= 1 && typeof actor.order === 'number';
      if (isLast && isNext && Number(actor.order) > order) readyAt = text.length + entry.orderAt;
      text += entry.text;
    }
    text += ']';
    const isAlone = others.every((one) => typeof one.order !== 'number' || one.order > Number(order));
    if (isLast && order !== null && isAlone) readyAt ??= text.length;
  }
  return { text: `${text}}`, readyAt };
}

const orders = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 3 }) },
  fc.constantFrom(null, undefined, '1', 12, 1.5),
);
const entries = fc.record({
  id: fc.constantFrom('ada', 'bo', 'cy'),
  order: orders,
  priority: fc.constantFrom(null, 1),
  guidance: fc.constantFrom(null, 'Answer.', 'He said: "order": 9, }]'),
});
const fieldOrders = fc.oneof(
  { weight: 4, arbitrary: fc.constant([...FIELDS, 'actingCharacters']) },
  { weight: 1, arbitrary: fc.constant(['mood', ...FIELDS, 'actingCharacters', 'more']) },
  fc.shuffledSubarray([...FIELDS, 'actingCharacters'], { minLength: 5 }),
);
const keyOrders = fc.shuffledSubarray<keyof Entry>(['id', 'order', 'priority', 'guidance'], { minLength: 4 });

describe('the first cue of a plan that is being written', () => {
  it('is read as soon as nothing that follows can come before it, never sooner and never later', () => {
    fc.assert(
      fc.property(
        fieldOrders,
        fc.array(entries, { maxLength: 4 }),
        keyOrders,
        fc.integer({ min: 1, max: 9 }),
        (fields, actors, keys, size) => {
          const { text, readyAt } = writePlan(fields, actors, keys);
          const reader = new EarlyCueReader();
          let foundAt: number | null = null;
          for (let length = 1; length <= text.length; length += 1) {
            const plan = reader.push(text.charAt(length - 1));
            if (plan === null) continue;
            expect(foundAt, 'it is given once').toBeNull();
            foundAt = length;
            expect(plan.actingCharacters).toEqual(
              directorPlan.parse({ actingCharacters: actors.slice(0, 1) }).actingCharacters,
            );
          }
          expect(foundAt, text).toBe(readyAt);
          const inPieces = new EarlyCueReader();
          const pieces = text.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [];
          const plans = pieces.flatMap((piece) => inPieces.push(piece) ?? []);
          expect(plans.length).toBe(readyAt === null ? 0 : 1);
        },
      ),
      { numRuns: 2000 },
    );
  });

  it('is never read from text around the plan, or from a plan that does not fit', () => {
    const actors: Entry[] = [
      { id: 'ada', order: 1, priority: null, guidance: 'Speak.' },
      { id: 'bo', order: 2, priority: null, guidance: 'Answer.' },
    ];
    const { text } = writePlan([...FIELDS, 'actingCharacters'], actors, [
      'id',
      'order',
      'priority',
      'guidance',
    ]);
    expect(new EarlyCueReader().push(text)?.actingCharacters).toHaveLength(1);
    expect(new EarlyCueReader().push(`\`\`\`json\n${text}`)).toBeNull();
    expect(new EarlyCueReader().push(text.replace('"ada"', '7'))).toBeNull();
    expect(new EarlyCueReader().push(text.replace('"trackers":null', '"trackers":"none"'))).toBeNull();
    expect(new EarlyCueReader().push(text.replace('"Speak."', '"Say "no"."'))).toBeNull();
  });
});

const cue = (id: string, guidance = `guidance for ${id}`) => ({ id, guidance, entry: null, exit: null });
const resolved = (more: Partial<ResolvedPlan>): ResolvedPlan => ({
  ...{ groups: [], entered: [], exited: [], updates: [], world: [], trackers: [], audited: [] },
  ...more,
});
const early = (more: Partial<EarlyPlan> = {}): EarlyPlan => ({
  ...resolved({ groups: [[cue('ada')]] }),
  ...{ cue: cue('ada'), openGuidance: null },
  ...more,
});
const idsOf = ({ groups }: ResolvedPlan) => groups.map((group) => group.map(({ id }) => id));

describe('a whole plan whose first speaker has begun', () => {
  const { state } = openScene();

  it('goes on with the others, and stores nothing again', () => {
    const update = { id: 'ada', field: 'mood' as const, value: 'wary' };
    const fact = { key: 'fire', value: 'out' };
    const more = { entered: ['dee'], updates: [update], world: [fact], trackers: [fact] };
    const whole = resolved({ ...more, groups: [[cue('ada')], [cue('bo')]] });
    const { all, rest } = followEarly(state, early(more), whole, []);
    expect(rest).toEqual(resolved({ groups: [[cue('bo')]] }));
    expect(all).toEqual(whole);
  });

  it('keeps the cue that was given, and lets the others follow', () => {
    const whole = resolved({
      groups: [[cue('bo')], [cue('ada', 'another'), cue('cy')]],
      exited: [{ id: 'ada', status: 'leaving' }],
    });
    const { all, rest } = followEarly(state, early(), whole, []);
    expect(idsOf(all)).toEqual([['ada'], ['bo'], ['cy']]);
    expect(all.groups[0]).toEqual([cue('ada')]);
    expect(rest.exited).toEqual([]);
    expect(all.audited).toEqual([
      'ada had begun to speak before the plan was whole: it stays so, first and with its cue',
    ]);
  });

  it('keeps what was stored, and adds what is new', () => {
    const update = (value: string) => ({ id: 'ada', field: 'mood' as const, value });
    const whole = resolved({
      groups: [[cue('ada')]],
      updates: [update('glad'), { id: 'bo', field: 'mood', value: 'sad' }],
      world: [
        { key: 'fire', value: 'lit' },
        { key: 'door', value: 'open' },
      ],
    });
    const before = early({
      entered: ['dee'],
      updates: [update('wary')],
      world: [{ key: 'fire', value: 'out' }],
    });
    const { all, rest } = followEarly(state, before, whole, []);
    expect(rest.updates).toEqual([{ id: 'bo', field: 'mood', value: 'sad' }]);
    expect(rest.world).toEqual([{ key: 'door', value: 'open' }]);
    expect(all.updates[0]).toEqual(update('wary'));
    expect(all.audited).toEqual([
      'dee had come in before the plan was whole: it stays so',
      'the mood of ada was settled before the plan was whole, and stays so',
      'the fact fire was settled before the plan was whole, and stays so',
    ]);
  });

  it('lets no more act than may, when it does not name who has begun', () => {
    const whole = resolved({ groups: [[cue('bo')], [cue('cy')], [cue('dee')]] });
    expect(state.settings.maxActors).toBe(3);
    expect(idsOf(followEarly(state, early(), whole, []).all)).toEqual([['ada'], ['bo'], ['cy']]);
    expect(idsOf(followEarly(state, early(), whole, ['dee']).all)).toEqual([['ada'], ['bo'], ['dee']]);
  });

  it('says what was withheld of the early part once', () => {
    const note = 'guidance for ada was withheld: it repeats a secret or a whisper';
    const whole = resolved({ groups: [[cue('ada')]], audited: [note] });
    expect(followEarly(state, early({ audited: [note] }), whole, []).all.audited).toEqual([note]);
    expect(
      followEarly(state, early({ audited: [note] }), resolved({ groups: [[cue('ada')]] }), []).all.audited,
    ).toEqual([note]);
  });
});
