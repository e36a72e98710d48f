import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { Json, JsonObject } from '../../src/contract/json';
import { buildAsyncDocument } from '../../src/routes/asyncapi-document';

/** The AsyncAPI document as a reader of messages uses it. */
export const asyncDocument = buildAsyncDocument();

interface Parts {
  channels: Record<string, { messages: Record<string, { $ref: string }> }>;
  components: { messages: Record<string, JsonObject>; schemas: JsonObject };
}
const { channels, components } = asyncDocument as unknown as Parts;

const validators = new WeakMap<JsonObject, Validator>();

/** What is wrong with a value by a schema of the document; empty: nothing. */
export function complaints(schema: JsonObject, value: Json): string[] {
  const known = validators.get(schema);
  // References lead into the document, so it stands beside the schema.
  const whole = { ...schema, components: { schemas: components.schemas } } as unknown as Schema;
  const validator = known ?? new Validator(whole, '7', false);
  validators.set(schema, validator);
  const { errors } = validator.validate(value);
  return errors.map(({ instanceLocation, error }: OutputUnit) => `${instanceLocation}: ${error}`);
}

/** Names of the messages of a channel, as the document describes them. */
export const messagesIn = (channel: string): string[] => Object.keys(channels[channel]?.messages ?? {});

/** The part of a described message, with its references as they are. */
export const partOf = (message: string, part: 'payload' | 'headers'): JsonObject =>
  (components.messages[message]?.[part] ?? {}) as JsonObject;

/** Names of those messages of a channel that a value is, by their payloads. */
export const namesOf = (channel: string, value: Json): string[] =>
  messagesIn(channel).filter((name) => complaints(partOf(name, 'payload'), value).length === 0);
