import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { Json, JsonObject } from '../../src/base/json';
import { buildAsyncDocument } from '../../src/http/documents/asyncapi';
import { payloadName } from '../../src/http/documents/event-schemas';

/** The AsyncAPI document as a reader of messages uses it. */
export const asyncDocument = buildAsyncDocument();

interface Parts {
  channels: Record<string, { messages: Record<string, { $ref: string }> }>;
  components: { messages: Record<string, JsonObject>; schemas: JsonObject };
}
const { channels, components } = asyncDocument as unknown as Parts;

const validators = new WeakMap<JsonObject, Validator>();

/** What is wrong with a value by a schema of the document; empty: nothing. */
export function complaints(schema: JsonObject, value: Json, schemas = components.schemas): string[] {
  const known = validators.get(schema);
  // References lead into the document, so it stands beside the schema.
  const whole = { ...schema, components: { schemas } } as unknown as Schema;
  const validator = known ?? new Validator(whole, '7', false);
  validators.set(schema, validator);
  const { errors } = validator.validate(value);
  return errors.map(({ instanceLocation, error }: OutputUnit) => `${instanceLocation}: ${error}`);
}

/** The same schema with every object closed: nothing but its properties. */
function close(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, close(inner)]));
  return 'properties' in closed && !('additionalProperties' in closed)
    ? { ...closed, additionalProperties: false }
    : closed;
}
const closedSchemas = close(components.schemas) as Record<string, JsonObject>;

/** What is wrong with the payload of an event, and what it has that the document does not name, however deep. */
export function payloadComplaints(kind: string, payload: object): string[] {
  const { [payloadName(kind)]: schema } = closedSchemas;
  if (!schema) return [`no schema for ${kind}`];
  return complaints(schema, payload as JsonObject, closedSchemas);
}

/** Names of the messages of a channel, as the document describes them. */
export const messagesIn = (channel: string): string[] => Object.keys(channels[channel]?.messages ?? {});

/** The part of a described message, with its references as they are. */
export const partOf = (message: string, part: 'payload' | 'headers'): JsonObject =>
  (components.messages[message]?.[part] ?? {}) as JsonObject;

/** Names of those messages of a channel that a value is, by their payloads. */
export const namesOf = (channel: string, value: Json): string[] =>
  messagesIn(channel).filter((name) => complaints(partOf(name, 'payload'), value).length === 0);
