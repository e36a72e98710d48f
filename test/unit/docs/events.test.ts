import { beforeAll, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { CATALOGUE, type EventKind } from '../../../src/contract/events/catalogue';
import type { Event, EventDraft, PayloadOf } from '../../../src/contract/events/events';
import { EVENT_KINDS } from '../../../src/contract/events/wire';
import type { Delta } from '../../../src/contract/socket-messages';
import { payloadComplaints } from '../../support/async-messages';
import { playEverything } from './every-event';

type FieldsOf<P> = P extends unknown ? keyof P : never;
type Documented<K extends EventKind> = keyof ReturnType<(typeof CATALOGUE)[K]['payload']>['shape'];
type Equal<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;
/** A kind whose payloads have other fields than the catalogue says does not compile here. */
type Drifted = {
  [K in EventKind]: Equal<FieldsOf<PayloadOf<K>>, Documented<K>> extends true ? never : K;
}[EventKind];
const drifted: never[] = [] as Drifted[];

type IsDraft<T> = T extends EventDraft ? true : false;
type Note<P> = { kind: 'note.written'; actor: string; payload: P };
/** A valid draft, and drafts that lack a field, or have it with a wrong type or from another kind. */
const isDraft: [
  IsDraft<Note<{ text: string }>>,
  IsDraft<Note<object>>,
  IsDraft<Note<{ text: number }>>,
  IsDraft<Note<PayloadOf<'cast.called'>>>,
  Delta['payload'] extends PayloadOf<'character.delta'> ? true : false,
] = [true, false, false, false, true];

const fieldsOf = (kind: EventKind): [name: string, schema: z.ZodType][] =>
  Object.entries(CATALOGUE[kind].payload().shape);

/** How a meaning says that a field need not be there. */
const SAYS_WHEN = /\babsent\b/i;

/** Not written by an engine: `test/workers` has them. */
const OF_ROOMS: EventKind[] = [
  ...(['character.delta', 'webhook.disabled'] as const),
  ...(['experiment.finished', 'experiment.paused'] as const),
];

describe('what is written of events', () => {
  let played: { scene: Event[]; run: Event[] };
  beforeAll(async () => {
    played = await playEverything();
  });

  it('gives every payload its type', () => {
    expect(drifted).toEqual([]);
    expect(isDraft).toEqual([true, false, false, false, true]);
  });

  it('covers every kind, and every kind but those of rooms was played here', () => {
    expect(Object.keys(CATALOGUE).sort()).toEqual([...EVENT_KINDS].sort());
    const seen = new Set([...played.scene, ...played.run].map(({ kind }) => kind));
    expect(EVENT_KINDS.filter((kind) => !seen.has(kind)).sort()).toEqual([...OF_ROOMS].sort());
  });

  it.each(['scene', 'run'] as const)('describes every payload that the events of a %s have', (room) => {
    for (const { kind, payload } of played[room]) {
      expect([kind, ['both', room]]).toEqual([kind, expect.arrayContaining([CATALOGUE[kind].rooms])]);
      expect([kind, payloadComplaints(kind, payload)]).toEqual([kind, []]);
    }
  });

  it('says of every field what it means, and of those that can be absent when they are', () => {
    for (const kind of EVENT_KINDS) {
      for (const [field, schema] of fieldsOf(kind)) {
        const { description = '' } = schema;
        expect([kind, field, description]).not.toEqual([kind, field, '']);
        expect([kind, field, SAYS_WHEN.test(description)]).toEqual([
          kind,
          field,
          schema.safeParse(undefined).success,
        ]);
      }
    }
  });

  it('says for whom an event is when not everyone may see it', () => {
    for (const { kind, audience } of [...played.scene, ...played.run]) {
      if (audience.includes('*')) continue;
      const { audience: said = '' } = CATALOGUE[kind] as { audience?: string };
      const who = audience[0]?.replace(/^(character|persona):.*/, '$1:') ?? '';
      expect([kind, said]).toEqual([kind, expect.stringContaining(who)]);
    }
  });
});
