import { z } from 'zod';
import type { Json } from '../base/json';
import { LINE_FIELDS } from './json-template';

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
  for (const name of new Set(extraFields)) {
    if (LINE_FIELDS.includes(name)) continue;
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
