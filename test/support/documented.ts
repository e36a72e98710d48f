import type { JsonObject } from '../../src/base/json';
import { createApp } from '../../src/http/app';
import { buildDocument } from '../../src/http/documents/openapi';
import { schemaChecker } from './schema-checker';
import type { Answer } from './stage-client';

const document = buildDocument(createApp());
const paths = document.paths as Record<string, Record<string, JsonObject>>;
const { schemas, responses } = document.components as unknown as {
  schemas: Record<string, JsonObject>;
  responses: Record<string, JsonObject>;
};

const check = schemaChecker(schemas, '2020-12');

export function complainOf(schema: JsonObject, value: unknown): string[] {
  return check(schema, value).map((one) => `${one.instanceLocation} ${one.error}`);
}

/** Compares an answer with the documented ones for its operation; the row is `METHOD /path/{id}`. */
export function undocumented(row: string, { status, text, json, headers }: Answer): string[] {
  const [method = '', path = ''] = row.split(' ');
  const declared = paths[path]?.[method.toLowerCase()]?.responses as Record<string, JsonObject> | undefined;
  // A 5xx counts as `default`; errors that a caller can avoid must be documented.
  const response = declared?.[status] ?? (status >= 500 ? declared?.default : undefined);
  if (!response) return [`${row} does not declare ${status}`];
  const name = typeof response.$ref === 'string' ? response.$ref.replace('#/components/responses/', '') : '';
  const content = ((responses[name] ?? response).content ?? {}) as Record<string, { schema: JsonObject }>;
  const type = headers.get('Content-Type')?.split(';')[0]?.trim() ?? '';
  if (text === '') return [];
  const media = content[type];
  if (!media) return [`${row} declares no ${type} for ${status}`];
  // JSON lines are text.
  return /[/+]json$/.test(type)
    ? complainOf(media.schema, json).map((complaint) => `${row} ${status}: ${complaint}`)
    : [];
}
