import type { OutputUnit } from '@cfworker/json-schema';
import type { Json, JsonObject } from '../../src/base/json';
import { buildAsyncDocument } from '../../src/http/documents/asyncapi';
import { payloadName } from '../../src/http/documents/event-schemas';
import { schemaChecker } from './schema-checker';

export const asyncDocument = buildAsyncDocument();

interface Parts {
  channels: Record<string, { messages: Record<string, { $ref: string }> }>;
  components: { messages: Record<string, JsonObject>; schemas: JsonObject };
}
const { channels, components } = asyncDocument as unknown as Parts;

const format = ({ instanceLocation, error }: OutputUnit): string => `${instanceLocation}: ${error}`;

const check = schemaChecker(components.schemas, '7');

export const complaints = (schema: JsonObject, value: Json): string[] => check(schema, value).map(format);

/** The same schema without additional properties in any object. */
function close(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(close);
  if (typeof schema !== 'object' || schema === null) return schema;
  const closed = Object.fromEntries(Object.entries(schema).map(([key, inner]) => [key, close(inner)]));
  return 'properties' in closed && !('additionalProperties' in closed)
    ? { ...closed, additionalProperties: false }
    : closed;
}
const closedSchemas = close(components.schemas) as Record<string, JsonObject>;
const checkClosed = schemaChecker(closedSchemas, '7');

/** Errors of an event's payload, including undocumented fields at any depth. */
export function payloadComplaints(kind: string, payload: object): string[] {
  const { [payloadName(kind)]: schema } = closedSchemas;
  if (!schema) return [`no schema for ${kind}`];
  return checkClosed(schema, payload).map(format);
}

export const messagesIn = (channel: string): string[] => Object.keys(channels[channel]?.messages ?? {});

export const partOf = (message: string, part: 'payload' | 'headers'): JsonObject =>
  (components.messages[message]?.[part] ?? {}) as JsonObject;

export const namesOf = (channel: string, value: Json): string[] =>
  messagesIn(channel).filter((name) => complaints(partOf(name, 'payload'), value).length === 0);
