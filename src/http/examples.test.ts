import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { complainOf } from '../../test/support/documented';
import type { JsonObject } from '../base/json';
import { createApp } from './app';
import { buildDocument } from './documents/openapi';

const app = createApp();
const document = buildDocument(app);
const paths = document.paths as Record<string, Record<string, JsonObject>>;
const { examples, responses } = document.components as unknown as {
  examples: Record<string, { value: unknown }>;
  responses: Record<string, { content: Record<string, Media> }>;
};

interface Media {
  schema: JsonObject;
  examples?: Record<string, { $ref?: string; value?: unknown }>;
}
interface Operation {
  operationId: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, { content?: Record<string, Media> }>;
}
const operations = Object.values(paths).flatMap((item) => Object.values(item) as unknown as Operation[]);

/** Operations whose bodies or answers are documents, or files of other programs, in formats specified elsewhere. */
const FILE_BODIES = /^import/;
const FILE_ANSWERS = /^(export|readOpenApi|readAsyncApi)/;

const valuesOf = ({ examples: named = {} }: Media): unknown[] =>
  Object.values(named).map(({ $ref, value }) =>
    $ref === undefined ? value : examples[$ref.replace('#/components/examples/', '')]?.value,
  );
const jsonOf = (content: Record<string, Media> = {}): Media[] =>
  Object.entries(content).flatMap(([type, media]) => (/[/+]json$/.test(type) ? [media] : []));

describe('examples of the OpenAPI document', () => {
  it('stand beside every JSON body and answer, and fit their schemas', () => {
    let count = 0;
    for (const { operationId, requestBody, responses: answers } of operations) {
      const bodies = FILE_BODIES.test(operationId) ? [] : jsonOf(requestBody?.content);
      const answered = FILE_ANSWERS.test(operationId)
        ? []
        : Object.values(answers).flatMap(({ content }) => jsonOf(content));
      for (const media of [...bodies, ...answered]) {
        const values = valuesOf(media);
        expect([operationId, values.length > 0]).toEqual([operationId, true]);
        for (const value of values) {
          expect([operationId, complainOf(media.schema, value)]).toEqual([operationId, []]);
          count += 1;
        }
      }
    }
    expect(count).toBeGreaterThan(200);
  });

  it('of bodies pass the check that requests pass', () => {
    const routes = app.openAPIRegistry.definitions.flatMap((definition) =>
      definition.type === 'route' ? [definition.route] : [],
    );
    for (const { operationId, requestBody } of operations) {
      const route = routes.find((one) => one.operationId === operationId);
      const content = route?.request?.body?.content as Record<string, { schema: z.ZodType }> | undefined;
      const schema = content?.['application/json']?.schema;
      if (!schema || FILE_BODIES.test(operationId)) continue;
      for (const value of jsonOf(requestBody?.content).flatMap(valuesOf))
        expect([operationId, schema.safeParse(value).error?.issues ?? []]).toEqual([operationId, []]);
    }
  });

  it('of refusals are problems', () => {
    for (const [name, { content }] of Object.entries(responses))
      for (const media of jsonOf(content)) {
        expect([name, valuesOf(media).length]).toEqual([name, 1]);
        for (const value of valuesOf(media))
          expect([name, complainOf(media.schema, value)]).toEqual([name, []]);
      }
  });

  it('would be found out', () => {
    const wrong = { title: 7 };
    const body = operations.find(({ operationId }) => operationId === 'createScene')?.requestBody;
    for (const { schema } of jsonOf(body?.content)) expect(complainOf(schema, wrong)).not.toEqual([]);
  });
});
