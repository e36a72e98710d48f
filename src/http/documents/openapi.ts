import { z } from 'zod';
import type { Json, JsonObject } from '../../base/json';
import { event } from '../../contract/events/wire';
import type { Access } from '../../room/actions';
import type { App } from '../middleware/http';
import { describeEvents, listKinds, listPayloads } from './event-schemas';
import { type DocumentExamples, makeExamples } from './examples';
import { convertBothWays, nameComponents } from './json-schemas';
import { describeRefusals, listRefusals, OTHERWISE, refusalName } from './refusals';

/** The parts of a route definition that the document is made from (a subset of zod-openapi's RouteConfig). */
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
    /** A schema that is no Zod type describes a body that only its handler reads. */
    body?: { required?: boolean; content: Record<string, { schema: z.ZodType | JsonObject }> };
  };
  responses: Record<string, { description: string; content?: Record<string, { schema: z.ZodType }> }>;
}

export const INFO = {
  title: 'Proscenium',
  version: '1.0.0-rc.1',
  license: { name: 'MIT' },
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
  metrics: { type: 'http', scheme: 'bearer', description: 'The METRICS_KEY of the stage' },
  person: { type: 'http', scheme: 'bearer', description: 'The session of a person: pt_<secret>' },
  ticket: { type: 'apiKey', in: 'query', name: 'ticket', description: 'A single-use ticket' },
};
/** Credentials that a route takes, where it is not the key alone. */
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
 * The OpenAPI 3.1 document of the app's routes. Schemas are converted by zod itself, whose JSON Schema (2020-12)
 * is the dialect of OpenAPI 3.1, and which handles recursive schemas; the generator that comes with zod-openapi
 * recurses for ever on `z.json()` and ignores `meta({ id })`.
 */
export function buildDocument(app: App): JsonObject {
  const routes = app.openAPIRegistry.definitions.flatMap((definition) =>
    definition.type === 'route' ? [definition.route as unknown as RouteDefinition] : [],
  );
  const kinds = listKinds();
  const { sent, answered, components } = convertBothWays(
    routes.flatMap(sentBy),
    [...routes.flatMap(answeredBy), event, ...kinds.map(({ payload }) => payload)],
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
    servers: [{ url: '/', description: 'The stage that this document is read from' }],
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

/** Converts a schema as it may be sent, or as it is answered; and gives the examples of either. */
interface Converters {
  sent: (schema: z.ZodType) => JsonObject;
  answered: (schema: z.ZodType) => JsonObject;
  examples: DocumentExamples;
}

const sentBy = ({ request = {} }: RouteDefinition): z.ZodType[] => [
  ...Object.values(request.body?.content ?? {}).flatMap(({ schema }) =>
    schema instanceof z.ZodType ? [schema] : [],
  ),
  ...[request.params, request.query, request.headers].filter((schema) => schema !== undefined),
];
const answeredBy = ({ responses }: RouteDefinition): z.ZodType[] =>
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
  return {
    ...(route.operationId && { operationId: route.operationId }),
    ...(route.summary && { summary: route.summary }),
    description: [access === 'operator' ? "Needs the operator's key." : '', route.description ?? '']
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
      ...Object.fromEntries(
        Object.entries(route.responses)
          .filter(([status]) => status !== 'default')
          .map(([status, { description, content }]) => [
            status,
            { description, ...(content && { content: describeContent(content, answered, examples) }) },
          ]),
      ),
      ...Object.fromEntries(
        refusals.map((status) => [String(status), { $ref: `#/components/responses/${refusalName(status)}` }]),
      ),
      default: { $ref: `#/components/responses/${OTHERWISE}` },
    },
  };
}

/** A media type whose bodies are JSON. */
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

/** The groups of operations, in the order of the reference. */
const TAGS: Readonly<Record<string, string>> = {
  scenes: 'Rooms in which characters and players speak: make, play, direct, follow and export them.',
  seats: 'People in a scene: invitations, seats, private notes.',
  people: 'People who find their seats again on another device, by passkey.',
  memories: 'What characters remember, by scene and by world.',
  runs: 'Rooms in which one agent plays a game: make, control, watch, report and export them.',
  experiments: 'Many runs at once: games × models × seeds, and one table of the results.',
  adventures: 'What only runs of text adventures have: transcript, map, objectives, commands.',
  catalog: 'Games that runs can play, and templates that scenes start from.',
  library: 'Worlds, characters, lorebooks and other parts that scenes take copies of.',
  calls: 'Every call to a model, with its prompt and answer.',
  webhooks: 'Subscriptions: events are posted to addresses of yours.',
  hooks: 'Addresses that others post to, and that make turns of it.',
  discord: 'Channels of Discord in which scenes play.',
  mcp: 'Scenes and runs as tools for agents, by the Model Context Protocol.',
  access: 'Keys, one-time codes and tenants.',
  money: 'Usage and budgets.',
  providers: 'Places where models answer, and keys for them.',
  service: 'Health, documents and kinds of problems. Everybody may read them.',
};
