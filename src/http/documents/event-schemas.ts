import type { z } from 'zod';
import type { JsonObject } from '../../base/json';
import { CATALOGUE } from '../../contract/events/catalogue';
import type { EventEntry } from '../../contract/events/shapes';
import type { ConvertedSchemas } from './json-schemas';

/** A kind of event, with its payload schema. */
export interface EventKindEntry extends Omit<EventEntry, 'payload'> {
  kind: string;
  payload: z.ZodObject;
}

/** Not a stored event: it has no seq. Documents describe it separately. */
export const DELTA = 'character.delta';

/** Payload schemas of all kinds, in the order of the catalogue. */
export const listKinds = (): EventKindEntry[] =>
  (Object.entries(CATALOGUE) as [string, EventEntry][]).map(([kind, entry]) => ({
    ...entry,
    kind,
    payload: entry.payload(),
  }));

/** Removes links, because their targets are relative to the docs. */
export const stripLinks = (text: string): string => text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1');

const pascal = (kind: string): string =>
  kind.replace(/(?:^|\.)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Schema name of a payload, such as `CharacterSpokePayload`. Generated clients use it as a type name. */
export const payloadName = (kind: string): string => `${pascal(kind)}Payload`;
/** Schema name of an event, such as `CharacterSpokeEvent`. */
const eventName = (kind: string): string => `${pascal(kind)}Event`;

/** Payload components of stored events. */
export const listPayloads = (
  kinds: readonly EventKindEntry[],
  payloads: Pick<ConvertedSchemas, 'of'>,
): [name: string, schema: JsonObject][] =>
  kinds
    .filter(({ kind }) => kind !== DELTA)
    .map(({ kind, payload }) => [payloadName(kind), plainProperties(payloads.of(payload))]);

/** Removes links from the descriptions of fields. */
function plainProperties(payload: JsonObject): JsonObject {
  const properties = Object.entries(payload.properties as Record<string, JsonObject>).map(
    ([field, schema]) => [field, { ...schema, description: stripLinks(String(schema.description)) }],
  );
  return { ...payload, properties: Object.fromEntries(properties) };
}

/**
 * Components of stored events: one per kind, and the union `Event` with the discriminator `kind`, so that generated
 * types are discriminated unions.
 *
 * @param event the schema of the shared fields
 */
export function describeEvents(
  kinds: readonly EventKindEntry[],
  event: JsonObject,
): [name: string, schema: JsonObject][] {
  const storedKinds = kinds.filter(({ kind }) => kind !== DELTA);
  const refOf = (kind: string): string => `#/components/schemas/${eventName(kind)}`;
  const union: JsonObject = {
    description: `${event.description}. More kinds may be added: ignore unknown ones`,
    oneOf: storedKinds.map(({ kind }) => ({ $ref: refOf(kind) })),
    discriminator: {
      propertyName: 'kind',
      mapping: Object.fromEntries(storedKinds.map(({ kind }) => [kind, refOf(kind)])),
    },
  };
  return [
    ...storedKinds.map((entry): [string, JsonObject] => [eventName(entry.kind), kindSchema(entry, event)]),
    ['Event', union],
  ];
}

function kindSchema({ kind, about, audience }: EventKindEntry, event: JsonObject): JsonObject {
  const { description: _, properties, ...rest } = event;
  return {
    ...rest,
    description: `${stripLinks(about)}${audience === undefined ? '' : ` Audience: ${stripLinks(audience)}.`}`,
    properties: {
      ...(properties as JsonObject),
      kind: { type: 'string', const: kind },
      payload: { $ref: `#/components/schemas/${payloadName(kind)}` },
    },
  };
}
