import { describe, expect, it } from 'vitest';
import type { Json, JsonObject } from '../base/json';
import { EVENT_KINDS } from '../contract/events/wire';
import { createApp } from './app';
import { listOperations } from './auth/permissions';
import { buildDocument } from './documents/openapi';

const app = createApp();
const document = buildDocument(app);
const schemas = (document.components as { schemas: Record<string, JsonObject> }).schemas;
const paths = document.paths as Record<string, Record<string, JsonObject>>;
const operations = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
);

/** Resolves a JSON Pointer in the document. */
const lookUp = (from: Json, ref: string): Json | undefined =>
  ref
    .slice(2)
    .split('/')
    .reduce<Json | undefined>((at, key) => (at as JsonObject | undefined)?.[key], from);

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
    expect(described.sort()).toEqual([...listOperations(app).keys()].sort());
  });

  it('has the schemas of the contract as components, and no dangling reference', () => {
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining(['Scene', 'CreateScene', 'Run', 'Event', 'Problem', 'CallRecord', 'TurnInput']),
    );
    expect([...refsIn(document)].filter((ref) => lookUp(document, ref) === undefined)).toEqual([]);
  });

  it('gives every operation its own id, and every path parameter its place', () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    for (const { path, operation } of operations) {
      const inPath = ((operation.parameters ?? []) as JsonObject[]).filter((p) => p.in === 'path');
      expect(inPath.map((p) => `{${p.name}}`)).toEqual(path.match(/\{\w+\}/g) ?? []);
    }
  });

  it('has a licence, and describes every operation, parameter and tag', () => {
    expect(document.info).toMatchObject({ license: { identifier: 'MIT' } });
    const tags = (document.tags as { name: string; description: string }[]).map(({ name }) => name);
    expect(new Set(operations.flatMap(({ operation }) => operation.tags as string[]))).toEqual(new Set(tags));
    for (const { operation } of operations) {
      expect([operation.operationId, operation.description]).toEqual([
        operation.operationId,
        expect.stringMatching(/^[A-Z`0-9].{10,}\.$/su),
      ]);
      // Twice the same says nothing.
      expect(operation.description).not.toBe(operation.summary);
      for (const { name, description } of (operation.parameters ?? []) as JsonObject[])
        expect([operation.operationId, name, description]).toEqual([
          operation.operationId,
          name,
          expect.any(String),
        ]);
    }
  });

  it('declares what a request can be refused for, by what it is', () => {
    const statusesOf = (id: string) =>
      Object.keys(
        (operations.find(({ operation }) => operation.operationId === id)?.operation.responses ??
          {}) as object,
      ).filter((status) => status >= '400');
    expect(statusesOf('checkHealth')).toEqual(['429', 'default']);
    expect(statusesOf('readScene')).toEqual(['401', '403', '404', '429', 'default']);
    expect(statusesOf('changeWorld')).toEqual([
      '400',
      '401',
      '403',
      '404',
      '409',
      '410',
      '412',
      '413',
      '415',
      '429',
      'default',
    ]);
    expect(statusesOf('takeTurn')).toContain('422');
    expect(statusesOf('readReplay')).toContain('409');
    expect(statusesOf('tryProvider')).toContain('402');
    for (const { operation } of operations)
      expect(statusesOf(operation.operationId as string).some((status) => status.startsWith('4'))).toBe(true);
  });

  it('has every kind of stored event as a schema of its own, told apart by `kind`', () => {
    const stored = EVENT_KINDS.filter((kind) => kind !== 'character.delta');
    const { oneOf, discriminator } = schemas.Event as unknown as {
      oneOf: { $ref: string }[];
      discriminator: { propertyName: string; mapping: Record<string, string> };
    };
    expect(discriminator.propertyName).toBe('kind');
    expect(Object.keys(discriminator.mapping).sort()).toEqual([...stored].sort());
    expect(oneOf.map(({ $ref }) => $ref)).toEqual(Object.values(discriminator.mapping));
    for (const [kind, ref] of Object.entries(discriminator.mapping))
      expect(lookUp(document, ref)).toMatchObject({
        required: expect.arrayContaining(['seq', 'kind', 'payload']),
        properties: { kind: { const: kind }, payload: { $ref: expect.stringMatching(/Payload$/) } },
      });
  });

  it('says that what is answered has its defaults, where what is sent may leave them out', () => {
    expect(schemas.LoreEntry?.required).toEqual(expect.arrayContaining(['keys', 'content', 'enabled']));
    expect(schemas.LoreEntrySent?.required).toEqual(['id']);
    const body = paths['/v1/lorebooks']?.post?.requestBody;
    expect([...refsIn(body as Json)]).toContain('#/components/schemas/LorebookSent');
    // One that is the same both ways has one name.
    expect(Object.keys(schemas)).not.toContain('ProfileSent');
  });

  it('says which fields of a body are needed', () => {
    expect(schemas.CreateRun?.required).toEqual(['game']);
    expect(schemas.CreateScene?.required).toBeUndefined();
    expect(schemas.CreateScene?.additionalProperties).toBe(false);
  });
});
