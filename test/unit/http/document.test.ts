import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../../../src/base/json';
import { createApp } from '../../../src/http/app';
import { PERMISSIONS } from '../../../src/http/auth/permissions';
import { buildDocument } from '../../../src/http/documents/openapi';

const document = buildDocument(createApp());
const schemas = (document.components as { schemas: Record<string, JsonObject> }).schemas;
const paths = document.paths as Record<string, Record<string, JsonObject>>;

function* refsIn(value: Json): Generator<string> {
  if (Array.isArray(value)) for (const inner of value) yield* refsIn(inner);
  else if (typeof value === 'object' && value !== null)
    for (const [key, inner] of Object.entries(value)) {
      if (key === '$ref' && typeof inner === 'string') yield inner;
      else yield* refsIn(inner);
    }
}

describe('the OpenAPI document', () => {
  it('is 3.1 and describes every route of the permission table', () => {
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(described.sort()).toEqual(Object.keys(PERMISSIONS).sort());
  });

  it('has the schemas of the contract as components, and no dangling reference', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Scene', 'CreateScene', 'Run', 'Event', 'Problem', 'CallRecord', 'TurnInput']),
    );
    const dangling = [...refsIn(document)].filter(
      (ref) => !Object.hasOwn(schemas, ref.replace('#/components/schemas/', '')),
    );
    expect(dangling).toEqual([]);
  });

  it('gives every operation its own id, and every path parameter its place', () => {
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.values(item).map((operation) => ({ path, operation })),
    );
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const inPath = ((operation.parameters ?? []) as JsonObject[]).filter((p) => p.in === 'path');
      expect(inPath.map((p) => `{${p.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  it('says which fields of a body are needed', () => {
    expect(schemas.CreateRun?.required).toEqual(['game']);
    expect(schemas.CreateScene?.required).toBeUndefined();
    expect(schemas.CreateScene?.additionalProperties).toBe(false);
  });
});
