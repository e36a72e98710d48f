/** The parts of OpenAPI 3.1 and JSON Schema that the document of the API uses (`/openapi.json`). */
export interface OpenApi {
  info: { title: string; version: string; description?: string };
  tags?: { name: string; description?: string }[];
  paths: Record<string, Record<string, OperationObject>>;
  security?: Record<string, unknown>[];
  components?: {
    schemas?: Record<string, Schema>;
    responses?: Record<string, ResponseObject>;
    examples?: Record<string, ExampleObject>;
    securitySchemes?: Record<string, { description?: string }>;
  };
}

interface Ref {
  $ref: string;
}

export interface OperationObject {
  operationId: string;
  summary?: string;
  description?: string;
  tags?: string[];
  security?: Record<string, unknown>[];
  parameters?: ParameterObject[];
  requestBody?: { required?: boolean; content: Record<string, MediaObject> };
  responses: Record<string, ResponseObject | Ref>;
}

export interface ParameterObject {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description?: string;
  schema?: Schema;
}

interface MediaObject {
  schema?: Schema;
  examples?: Record<string, ExampleObject | Ref>;
}

interface ExampleObject {
  summary?: string;
  value: unknown;
}

interface ResponseObject {
  description: string;
  headers?: Record<string, { description?: string; schema?: Schema }>;
  content?: Record<string, MediaObject>;
}

/** The JSON Schema keywords that the document uses. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  exclusiveMaximum?: number;
  minItems?: number;
  maxItems?: number;
}

/** One form of a body: its media type, its schema and examples of it. */
export interface Media {
  type: string;
  schema: Schema | null;
  examples: { name: string; value: unknown }[];
}

export interface Answer {
  /** `200`, or `default` for every other problem. */
  status: string;
  description: string;
  headers: { name: string; description: string }[];
  media: Media[];
}

/** One call of the API, with every reference of it but those inside schemas followed. */
export interface Call {
  id: string;
  method: string;
  path: string;
  summary: string;
  description: string;
  group: string;
  /** Descriptions of the accepted credentials; empty: none required. */
  credentials: string[];
  parameters: ParameterObject[];
  body: { required: boolean; media: Media[] } | null;
  answers: Answer[];
  problems: Answer[];
}

const PROBLEM = 'application/problem+json';

/** Lists the calls of a document in its order. */
export function listCalls(document: OpenApi): Call[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readCall(document, path, method, operation)),
  );
}

function readCall(document: OpenApi, path: string, method: string, operation: OperationObject): Call {
  const answers = Object.entries(operation.responses).map(([status, response]) =>
    readAnswer(document, status, response),
  );
  const isProblem = (answer: Answer) => answer.media.some(({ type }) => type === PROBLEM);
  const body = operation.requestBody;
  return {
    id: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary ?? operation.operationId,
    description: operation.description ?? '',
    group: operation.tags?.[0] ?? '',
    credentials: readCredentials(document, operation.security ?? document.security ?? []),
    parameters: operation.parameters ?? [],
    body: body ? { required: body.required ?? false, media: readMedia(document, body.content) } : null,
    answers: answers.filter((answer) => !isProblem(answer)),
    problems: answers.filter(isProblem),
  };
}

function readAnswer(document: OpenApi, status: string, response: ResponseObject | Ref): Answer {
  const whole = '$ref' in response ? follow<ResponseObject>(document, response.$ref) : response;
  const headers = Object.entries(whole?.headers ?? {}).map(([name, { description = '' }]) => ({
    name,
    description,
  }));
  return {
    status,
    description: whole?.description ?? '',
    headers,
    media: readMedia(document, whole?.content ?? {}),
  };
}

const readMedia = (document: OpenApi, content: Record<string, MediaObject>): Media[] =>
  Object.entries(content).map(([type, { schema = null, examples = {} }]) => ({
    type,
    schema,
    examples: Object.entries(examples).flatMap(([name, example]) => {
      const whole = '$ref' in example ? follow<ExampleObject>(document, example.$ref) : example;
      return whole ? [{ name, value: whole.value }] : [];
    }),
  }));

function readCredentials(document: OpenApi, security: Record<string, unknown>[]): string[] {
  const schemes = security.flatMap((one) => Object.keys(one));
  // An empty choice among them says that none is needed.
  if (security.some((one) => Object.keys(one).length === 0)) return [];
  return schemes.map((name) => document.components?.securitySchemes?.[name]?.description ?? name);
}

/** Answers of several statuses that have the same bodies. */
export interface AnswerGroup {
  answers: Answer[];
  media: Media[];
}

/** Groups responses with the same bodies: 200 and 202 often differ only in when they occur. */
export function groupAnswers(answers: readonly Answer[]): AnswerGroup[] {
  const groups = new Map<string, AnswerGroup>();
  for (const answer of answers) {
    const { media } = answer;
    const bodies = media.length === 0 ? `none ${answer.status}` : JSON.stringify(media);
    const group = groups.get(bodies) ?? { answers: [], media };
    group.answers.push(answer);
    groups.set(bodies, group);
  }
  return [...groups.values()];
}

/** One type of problem that an answer may be. */
export interface ProblemPart {
  /** URL of its page; null if the document names none. */
  type: string | null;
  words: string;
}

/** Splits the description of a problem, which names each of its types before the cause: `` `/problems/gone`: It was deleted. `` */
export function readProblem(description: string): ProblemPart[] {
  const [before = '', ...parts] = description.split(/`(\/problems\/[a-z-]+)`:\s*/);
  const ofTypes = parts.flatMap((type, i) =>
    i % 2 === 0 ? [{ type, words: (parts[i + 1] ?? '').trim() }] : [],
  );
  return before.trim() === '' ? ofTypes : [{ type: null, words: before.trim() }, ...ofTypes];
}

/** Follows a reference inside the document; null when it leads nowhere. */
export function follow<T>(document: OpenApi, ref: string): T | null {
  let place: unknown = document;
  for (const part of ref.replace(/^#\//, '').split('/')) {
    if (typeof place !== 'object' || place === null) return null;
    place = (place as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')];
  }
  return (place as T) ?? null;
}

/** The last part of a reference: `Scene` of `#/components/schemas/Scene`. */
export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1);
