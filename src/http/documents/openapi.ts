import type { z } from 'zod';
import type { Json, JsonObject } from '../../base/json';
import type { Access } from '../../room/actions';
import { findAccess } from '../auth/permissions';
import type { App } from '../middleware/http';
import { convertSchemas } from './json-schemas';

/** The parts of a route definition that the document is made from (a subset of zod-openapi's RouteConfig). */
interface RouteDefinition {
  method: string;
  path: string;
  operationId?: string;
  summary?: string;
  tags?: string[];
  request?: {
    params?: z.ZodType;
    query?: z.ZodType;
    headers?: z.ZodType;
    body?: { required?: boolean; content: Record<string, { schema: z.ZodType }> };
  };
  responses: Record<string, { description: string; content?: Record<string, { schema: z.ZodType }> }>;
}

export const INFO = {
  title: 'Proscenium',
  version: '0.1.0',
  description:
    'Rooms for language-model agents: scenes with a director, a cast and players; runs in which an agent ' +
    'learns an unknown game. Every request under /v1 needs an API key; people in a scene have a seat instead.',
};

export const SECURITY: JsonObject = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key: ps_<tenant>_<secret>' },
  seat: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a seat of the scene: st_<tenant>_<scene>_<secret>',
  },
  ticket: { type: 'apiKey', in: 'query', name: 'ticket', description: 'A single-use ticket' },
};
/** Credentials that a route takes, where it is not the key alone. */
const CREDENTIALS: Partial<Record<Access, string[]>> = {
  public: [],
  invitation: [],
  signed: [],
  seat: ['key', 'seat'],
  player: ['key', 'seat'],
  'ticket-or-key': ['key', 'ticket'],
  'ticket-or-seat': ['key', 'seat', 'ticket'],
};

/**
 * The OpenAPI 3.1 document of the app's routes. Schemas are converted by zod itself, whose JSON Schema (2020-12)
 * is the dialect of OpenAPI 3.1, and which handles recursive schemas; the generator that comes with zod-openapi
 * recurses for ever on `z.json()` and ignores `meta({ id })`.
 */
export function buildDocument(app: App): JsonObject {
  const routes = app.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route' ? [definition.route as unknown as RouteDefinition] : [],
  );
  const schemas = convertSchemas(routes.flatMap(collectSchemas), 'draft-2020-12');
  const paths: { [path: string]: JsonObject } = {};
  for (const route of routes) {
    const item = paths[route.path] ?? {};
    item[route.method] = describeOperation(route, schemas.of);
    paths[route.path] = item;
  }
  return {
    openapi: '3.1.0',
    info: INFO,
    servers: [{ url: '/' }],
    security: [{ key: [] }],
    paths,
    components: { schemas: schemas.components, securitySchemes: SECURITY },
  };
}

const contents = (route: RouteDefinition) => [
  ...Object.values(route.request?.body?.content ?? {}),
  ...Object.values(route.responses).flatMap((response) => Object.values(response.content ?? {})),
];
const parameterSchemas = (route: RouteDefinition) =>
  [route.request?.params, route.request?.query, route.request?.headers].filter((s) => s !== undefined);
const collectSchemas = (route: RouteDefinition): z.ZodType[] => [
  ...contents(route).map(({ schema }) => schema),
  ...parameterSchemas(route),
];

function describeOperation(route: RouteDefinition, of: (schema: z.ZodType) => JsonObject): JsonObject {
  const content = (body: Record<string, { schema: z.ZodType }>): JsonObject =>
    Object.fromEntries(Object.entries(body).map(([type, { schema }]) => [type, { schema: of(schema) }]));
  const { params, query, headers, body } = route.request ?? {};
  const parameters = [
    ...describeParameters(params && of(params), 'path'),
    ...describeParameters(query && of(query), 'query'),
    ...describeParameters(headers && of(headers), 'header'),
  ];
  const access = findAccess(route.method.toUpperCase(), route.path);
  const operation: JsonObject = {};
  if (route.operationId) operation.operationId = route.operationId;
  if (route.summary) operation.summary = route.summary;
  if (route.tags) operation.tags = route.tags;
  const security = access && CREDENTIALS[access];
  if (security) operation.security = security.map((scheme) => ({ [scheme]: [] }));
  if (access === 'operator') operation.description = "Needs the operator's key.";
  if (parameters.length > 0) operation.parameters = parameters;
  if (body) operation.requestBody = { required: body.required ?? false, content: content(body.content) };
  operation.responses = Object.fromEntries(
    Object.entries(route.responses).map(([status, response]) => [
      status,
      response.content
        ? { description: response.description, content: content(response.content) }
        : { description: response.description },
    ]),
  );
  return operation;
}

function describeParameters(schema: JsonObject | undefined, where: 'path' | 'query' | 'header'): Json[] {
  const properties = (schema?.properties ?? {}) as Record<string, JsonObject>;
  const requiredNames = (schema?.required ?? []) as string[];
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: where,
    required: where === 'path' || requiredNames.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: rest,
  }));
}
