import { z } from 'zod';
import type { Json, JsonObject } from '../../base/json';
import { memoizeObject } from '../../base/memoize';

/** Answer of an agent that talks: `{thought?, kind, text, …extras}`. */
export interface AgentAnswer {
  /** Private thought; nobody else reads it. */
  thought?: string | null | undefined;
  kind: string;
  text: string;
  [extra: string]: Json | undefined;
}

export interface OutputSchemaOptions {
  /** The kinds the agent may emit; not empty. */
  mayEmit: readonly string[];
  /** Further fields. Each is a required string, except `winner` and `scores`. */
  extraFields?: readonly string[];
  /** The names `winner` and `scores` may have. Without it they are open, which no provider's strict mode accepts. */
  cast?: readonly string[];
}

/** Fields that are part of every answer, whatever a profile lists as extra. */
const OWN_FIELDS = new Set(['thought', 'kind', 'text']);

/** The extra fields without repetitions and without what every answer has anyway. */
export const listExtras = (extraFields: readonly string[] = []): string[] =>
  [...new Set(extraFields)].filter((name) => !OWN_FIELDS.has(name));

/**
 * The Zod schema of what an agent that talks answers (docs/models.md#reading-speech):
 * `thought` (optional, before `text`), `kind` (one of `mayEmit`), `text`, then the extra fields: required strings, but
 * `winner` is a name or null (default null) and `scores` a map from name to number (default `{}`). With a `cast`,
 * `winner` is one of it or null and `scores` has exactly its names as keys, each a number or null; nulls are dropped,
 * and any other name is an error.
 *
 * @throws Error when `mayEmit` is empty: a mistake in our code or in a profile that was not checked
 */
export function outputSchema({ mayEmit, extraFields, cast }: OutputSchemaOptions): z.ZodType<AgentAnswer> {
  const [first, ...others] = mayEmit;
  if (first === undefined)
    throw new Error('outputSchema: mayEmit is empty; an agent that talks needs a kind');
  const shape: Record<string, z.ZodType> = {
    thought: z.string().nullable().optional().meta({ description: 'private; nobody else reads it' }),
    kind: z.enum([first, ...others]),
    text: z.string().min(1),
  };
  for (const name of listExtras(extraFields)) {
    if (name === 'winner') shape[name] = winnerSchema(cast);
    else if (name === 'scores') shape[name] = scoresSchema(cast);
    else shape[name] = z.string();
  }
  return z.object(shape) as unknown as z.ZodType<AgentAnswer>;
}

function winnerSchema(cast: readonly string[] | undefined): z.ZodType {
  const about = { description: "a player's name, or null" };
  const [first, ...others] = cast ?? [];
  if (cast === undefined) return z.string().nullable().default(null).meta(about);
  if (first === undefined) return z.null().default(null).meta(about);
  return z
    .enum([first, ...others])
    .nullable()
    .default(null)
    .meta(about);
}

function scoresSchema(cast: readonly string[] | undefined): z.ZodType {
  const about = { description: 'from 0 to 10, by player' };
  if (cast === undefined) return z.record(z.string(), z.number()).default({}).meta(about);
  const score = z.number().nullable().default(null);
  const castScores = z.strictObject(Object.fromEntries(cast.map((name) => [name, score]))).meta(about);
  return castScores.prefault({}).transform(dropNulls);
}

const dropNulls = (scores: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(scores).filter(([, score]) => score !== null));

/** The part of JSON Schema that every strict mode accepts. */
export interface ProviderSchema {
  [keyword: string]: Json | undefined;
  type?: string | string[];
  properties?: { [key: string]: JsonObject };
}

/** Keywords that strict modes of providers share; the rest (limits, defaults, formats) is checked by zod alone. */
const KEPT = new Set(['type', 'properties', 'required', 'items', 'anyOf', 'enum', 'description']);

/**
 * A zod schema as the strict JSON schema of a provider: every key required, no additional ones, no references, only
 * keywords that strict modes accept. Made once per schema.
 *
 * @throws Error when the schema has an open map (`z.record`), which no strict mode accepts: a mistake in our code.
 */
export const toProviderSchema = memoizeObject((schema: z.ZodType): ProviderSchema => {
  const whole = z.toJSONSchema(schema, {
    target: 'draft-7',
    unrepresentable: 'any',
    // What the model writes, before transforms.
    io: 'input',
  }) as JsonObject;
  return tighten(whole, (whole.definitions ?? {}) as JsonObject, []) as ProviderSchema;
});

function tighten(node: JsonObject, definitions: JsonObject, within: readonly string[]): JsonObject {
  if (typeof node.$ref === 'string') {
    const name = node.$ref.split('/').at(-1) ?? '';
    if (within.includes(name)) throw new Error(`the schema of a model's answer refers to itself: ${name}`);
    const target = tighten(asObject(definitions[name]), definitions, [...within, name]);
    return node.description === undefined ? target : { ...target, description: node.description };
  }
  const out: JsonObject = {};
  for (const [keyword, value] of Object.entries(node)) if (KEPT.has(keyword)) out[keyword] = value;
  if (node.const !== undefined) out.enum = [node.const];
  const branches = node.anyOf ?? node.oneOf;
  if (Array.isArray(branches)) {
    out.anyOf = branches.map((branch) => tighten(asObject(branch), definitions, within));
  }
  if (node.items !== undefined) out.items = tighten(asObject(node.items), definitions, within);
  if (node.type === 'object') {
    if (node.properties === undefined && node.additionalProperties !== false) {
      throw new Error("the schema of a model's answer has an open map; list its keys");
    }
    const properties = Object.entries(asObject(node.properties ?? {}));
    out.properties = Object.fromEntries(
      properties.map(([key, value]) => [key, tighten(asObject(value), definitions, within)]),
    );
    out.required = properties.map(([key]) => key);
    out.additionalProperties = false;
  }
  return out;
}

const asObject = (json: Json | undefined): JsonObject =>
  typeof json === 'object' && json !== null && !Array.isArray(json) ? json : {};
