import { z } from 'zod';
import type { Json, JsonObject } from '../../base/json';
import { event } from '../../contract/events/wire';
import type { Access } from '../../room/actions';
import { type App, PROBLEM_ANSWER } from '../middleware/http';
import { describeEvents, listKinds, listPayloads } from './event-schemas';
import { type DocumentExamples, makeExamples } from './examples';
import { convertBothWays, nameComponents } from './json-schemas';
import { DEFAULT_REFUSALS, describeRefusals, listRefusals, refusalName } from './refusals';

/** The parts of a route definition that the document uses (a subset of zod-openapi's RouteConfig). */
interface RouteDefinition {
  method: string;
  path: string;
  operationId?: string;
  summary?: string;
  description?: string;
  tags?: string[];
  who: Access;
  /** See `RouteParts`. */
  refuses?: readonly number[];
  request?: {
    params?: z.ZodType;
    query?: z.ZodType;
    headers?: z.ZodType;
    /** Not a Zod type if only the handler reads the body. */
    body?: { required?: boolean; content: Record<string, { schema: z.ZodType | JsonObject }> };
  };
  responses: Record<string, { description: string; content?: Record<string, { schema: z.ZodType }> }>;
}

export const INFO = {
  title: 'Proscenium',
  version: '1.0.0',
  license: { name: 'MIT' },
  description:
    'Rooms for language-model agents: scenes with a director, a cast and players; runs in which an agent learns an unknown game. Every request under /v1 needs an API key, or the token of a seat in a scene.',
};

export const SECURITY: JsonObject = {
  key: { type: 'http', scheme: 'bearer', description: 'An API key: ps_<tenant>_<secret>' },
  seat: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of a seat in the scene: st_<tenant>_<scene>_<secret>',
  },
  metrics: { type: 'http', scheme: 'bearer', description: 'The METRICS_KEY of the stage' },
  person: { type: 'http', scheme: 'bearer', description: 'The session of a person: pt_<secret>' },
  ticket: { type: 'apiKey', in: 'query', name: 'ticket', description: 'A single-use ticket' },
};
/** Accepted credentials of routes that accept more than a key. */
const CREDENTIALS: Partial<Record<Access, string[]>> = {
  public: [],
  invitation: [],
  signed: [],
  metrics: ['metrics'],
  anyone: [],
  person: ['person'],
  seat: ['key', 'seat'],
  player: ['key', 'seat'],
  'any-seat': ['key', 'seat'],
  'ticket-or-key': ['key', 'ticket'],
  'ticket-or-seat': ['key', 'seat', 'ticket'],
};

/**
 * Builds the OpenAPI 3.1 document from the app's routes. Zod converts the schemas itself: its JSON Schema (2020-12)
 * is the dialect of OpenAPI 3.1, and it handles recursive schemas. The generator of zod-openapi recurses forever on
 * `z.json()` and ignores `meta({ id })`.
 */
export function buildDocument(app: App): JsonObject {
  const routes = app.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route' ? [definition.route as unknown as RouteDefinition] : [],
  );
  const kinds = listKinds();
  const { sent, answered, components } = convertBothWays(
    routes.flatMap(requestSchema),
    [...routes.flatMap(responseSchema), event, ...kinds.map(({ payload }) => payload)],
    'draft-2020-12',
  );
  const { Event: common, ...others } = components;
  const schemas = nameComponents([
    ...(Object.entries(others) as [string, JsonObject][]),
    ...listPayloads(kinds, { of: answered }),
    ...describeEvents(kinds, common as JsonObject),
  ]);
  const examples = makeExamples(schemas);
  const paths: { [path: string]: JsonObject } = {};
  for (const route of routes) {
    const item = paths[route.path] ?? {};
    item[route.method] = describeOperation(route, { sent, answered, examples });
    paths[route.path] = item;
  }
  return {
    openapi: '3.1.0',
    info: { ...INFO, license: { ...INFO.license, identifier: 'MIT' } },
    servers: [{ url: '/', description: 'The stage that serves this document' }],
    security: [{ key: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas,
      responses: describeRefusals(),
      examples: examples.components(),
      securitySchemes: SECURITY,
    },
  };
}

/** Converts request and response schemas, and finds their examples. */
interface Converters {
  sent: (schema: z.ZodType) => JsonObject;
  answered: (schema: z.ZodType) => JsonObject;
  examples: DocumentExamples;
}

const requestSchema = ({ request = {} }: RouteDefinition): z.ZodType[] => [
  ...Object.values(request.body?.content ?? {}).flatMap(({ schema }) =>
    schema instanceof z.ZodType ? [schema] : [],
  ),
  ...[request.params, request.query, request.headers].filter((schema) => schema !== undefined),
];
const responseSchema = ({ responses }: RouteDefinition): z.ZodType[] =>
  Object.values(responses).flatMap(({ content }) => Object.values(content ?? {}).map(({ schema }) => schema));

function describeOperation(route: RouteDefinition, { sent, answered, examples }: Converters): JsonObject {
  const { params, query, headers, body } = route.request ?? {};
  const parameters = [
    ...describeParameters(params && sent(params), 'path'),
    ...describeParameters(query && sent(query), 'query'),
    ...describeParameters(headers && sent(headers), 'header'),
  ];
  const access = route.who;
  const security = CREDENTIALS[access];
  const refusals = listRefusals({
    ...{ method: route.method, path: route.path, access, refuses: route.refuses ?? [] },
    ...{ hasParams: params !== undefined, hasQuery: query !== undefined, hasBody: body !== undefined },
    headers: Object.keys(headers ? ((sent(headers).properties ?? {}) as JsonObject) : {}),
  });
  const { default: errors } = route.responses;
  const ownErrors =
    errors && errors !== PROBLEM_ANSWER ? refusals.map((status) => [String(status), errors] as const) : [];
  return {
    ...(route.operationId && { operationId: route.operationId }),
    ...(route.summary && { summary: route.summary }),
    description: [access === 'operator' ? "Requires the operator's key." : '', route.description ?? '']
      .filter((part) => part !== '')
      .join(' '),
    ...(route.tags && { tags: route.tags }),
    ...(security && { security: security.map((scheme) => ({ [scheme]: [] })) }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: body.required ?? false,
        content: describeContent(body.content, sent, examples),
      },
    }),
    responses: {
      default: { $ref: `#/components/responses/${DEFAULT_REFUSALS}` },
      ...Object.fromEntries(
        refusals.map((status) => [String(status), { $ref: `#/components/responses/${refusalName(status)}` }]),
      ),
      ...Object.fromEntries(
        [...Object.entries(route.responses), ...ownErrors]
          .filter(([, response]) => response !== PROBLEM_ANSWER)
          .map(([status, { description, content }]) => [
            status,
            { description, ...(content && { content: describeContent(content, answered, examples) }) },
          ]),
      ),
    },
  };
}

/** JSON media types. */
const JSON_TYPE = /[/+]json$/;

function describeContent(
  content: Record<string, { schema: z.ZodType | JsonObject }>,
  convert: (schema: z.ZodType) => JsonObject,
  examples: DocumentExamples,
): JsonObject {
  const describeMedia = (type: string, schema: JsonObject): JsonObject => {
    const some = JSON_TYPE.test(type) ? examples.of(schema) : null;
    return { schema, ...(some && { examples: some }) };
  };
  return Object.fromEntries(
    Object.entries(content).map(([type, { schema }]) => [
      type,
      describeMedia(type, schema instanceof z.ZodType ? convert(schema) : schema),
    ]),
  );
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

/** Groups of operations, in the order of the reference. */
const TAGS: Readonly<Record<string, string>> = {
  scenes: 'Rooms with characters and players: create, play, direct, follow and export scenes.',
  seats: 'People in a scene: invitations, seats and private notes.',
  people: 'Sign-in with passkeys, to use saved seats on several devices.',
  memories: 'Memories of characters, by scene and by world.',
  runs: 'Rooms in which an agent plays a game: create, control, watch, report and export runs.',
  experiments: 'Many runs at once (games × models × seeds), with a table of results.',
  adventures: 'Operations for runs of text adventures: transcript, map, objectives, commands.',
  catalog: 'Games for runs, and templates for scenes.',
  library: 'Worlds, characters, lorebooks and other items that scenes copy.',
  calls: 'Model calls, with prompts and answers.',
  webhooks: 'Outgoing webhooks: events posted to your URL.',
  hooks: 'Incoming webhooks: other services post to a URL, and deliveries become turns.',
  discord: 'Scenes in Discord channels.',
  mcp: 'Scenes and runs as tools for agents, over the Model Context Protocol.',
  chat: "Scenes for chat front ends, by OpenAI's chat completions or AG-UI.",
  access: 'Keys, one-time codes and tenants.',
  money: 'Usage and budgets.',
  providers: 'Model providers and their keys.',
  service: 'Health, documents and types of problems. No key required.',
};
