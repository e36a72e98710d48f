import type { z } from 'zod';
import type { JsonObject } from '../../base/json';
import { CATALOGUE } from '../../contract/events/catalogue';
import type { EventEntry } from '../../contract/events/shapes';
import type { ConvertedSchemas } from './json-schemas';

/** A kind of event with its payload made. */
export interface EventKindEntry extends Omit<EventEntry, 'payload'> {
  kind: string;
  payload: z.ZodObject;
}

/** A line that is still being written: it has no seq and is in no ledger, so documents describe it by itself. */
export const DELTA = 'character.delta';

/** Makes the payload schemas of every kind, in the order of the catalogue. */
export const listKinds = (): EventKindEntry[] =>
  (Object.entries(CATALOGUE) as [string, EventEntry][]).map(([kind, entry]) => ({
    ...entry,
    kind,
    payload: entry.payload(),
  }));

/** Takes the links out of a text: the pages that they lead to are not beside a document. */
export const plain = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');

const pascal = (kind: string): string =>
  kind.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Names the schema of a payload, of which clients make types: `CharacterSpokePayload`. */
export const payloadName = (kind: string): string => `${pascal(kind)}Payload`;
/** Names the schema of a whole event of a kind: `CharacterSpokeEvent`. */
const eventName = (kind: string): string => `${pascal(kind)}Event`;

/** Lists the payloads of stored events as components. */
export const listPayloads = (
  kinds: readonly EventKindEntry[],
  payloads: Pick<ConvertedSchemas, 'of'>,
): [name: string, schema: JsonObject][] =>
  kinds
    .filter(({ kind }) => kind !== DELTA)
    .map(({ kind, payload }) => [payloadName(kind), plainProperties(payloads.of(payload))]);

/** Describes the fields of a payload without links. */
function plainProperties(payload: JsonObject): JsonObject {
  const properties = Object.entries(payload.properties as Record<string, JsonObject>).map(
    ([field, schema]) => [field, { ...schema, description: plain(String(schema.description)) }],
  );
  return { ...payload, properties: Object.fromEntries(properties) };
}

/**
 * Makes components of stored events: one for each kind, and `Event`, which is one of them. The discriminator is `kind`, so
 * that generated types tell them apart by it.
 *
 * @param event the schema that all have in common
 */
export function describeEvents(
  kinds: readonly EventKindEntry[],
  event: JsonObject,
): [name: string, schema: JsonObject][] {
  const storedKinds = kinds.filter(({ kind }) => kind !== DELTA);
  const refOf = (kind: string): string => `#/components/schemas/${eventName(kind)}`;
  const union: JsonObject = {
    description: `${event.description}. The list of kinds grows: ignore those that you do not know`,
    oneOf: storedKinds.map(({ kind }) => ({ $ref: refOf(kind) })),
    discriminator: {
      propertyName: 'kind',
      mapping: Object.fromEntries(storedKinds.map(({ kind }) => [kind, refOf(kind)])),
    },
  };
  return [
    ...storedKinds.map((entry): [string, JsonObject] => [eventName(entry.kind), oneKind(entry, event)]),
    ['Event', union],
  ];
}

function oneKind({ kind, about, audience }: EventKindEntry, event: JsonObject): JsonObject {
  const { description: _, properties, ...rest } = event;
  return {
    ...rest,
    description: `${plain(about)}${audience === undefined ? '' : ` For: ${plain(audience)}.`}`,
    properties: {
      ...(properties as JsonObject),
      kind: { type: 'string', const: kind },
      payload: { $ref: `#/components/schemas/${payloadName(kind)}` },
    },
  };
}
