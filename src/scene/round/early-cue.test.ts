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

/** An actor's text, and the length from which the cue is complete. */
function writeEntry(entry: Entry, keys: readonly (keyof Entry)[]): { text: string; readyAt: number } {
  let text = '{';
  let readyAt = 0;
  const own = keys.filter((key) => entry[key] !== undefined);
  const needed = ['id', 'order', 'guidance'] as const;
  const last = own.findLast((key) => needed.some((one) => one === key));
  for (const [index, key] of own.entries()) {
    text += `${index > 0 ? ',' : ''}"${key}":${JSON.stringify(entry[key])}`;
    // A number or null is complete once another character follows; a text ends with its quote.
    if (key === last) readyAt = text.length + (text.endsWith('"') ? 0 : 1);
  }
  const isWhole = needed.every((key) => own.includes(key));
  return { text: `${text}}`, readyAt: isWhole ? readyAt : text.length + 1 };
}

/** A plan's text, and the length from which the first actor may begin; null: it may not. */
function writePlan(
  fields: readonly string[],
  actors: readonly Entry[],
  keys: readonly (keyof Entry)[],
): { text: string; readyAt: number | null } {
  let text = '{';
  let readyAt: number | null = null;
  const [first] = actors;
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
      if (at === 0 && typeof first?.order === 'number' && first.order <= 1)
        readyAt = text.length + entry.readyAt;
      text += entry.text;
    }
    text += ']';
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
  it('is read as soon as it is complete, if it comes first, never sooner and never later', () => {
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
            // The priority may be missing still; it has no meaning next to an order.
            const cueOf = (one: unknown) => ({
              ...directorPlan.parse({ actingCharacters: [one] }).actingCharacters?.[0],
              priority: null,
            });
            expect(plan.actingCharacters?.map(cueOf)).toEqual(actors.slice(0, 1).map(cueOf));
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
    expect(rest.exited).toEqual(whole.exited);
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
