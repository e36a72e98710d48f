import { z } from 'zod';
import type { Json } from '../base/json';
import { lineText } from '../contract/agents';
import { LINE_FIELDS } from './json-template';

/** Answer of a talking agent: `{thought?, kind, text, …extras}`. */
export interface AgentAnswer {
  /** Private thought, visible only to this agent. */
  thought?: string | null | undefined;
  kind: string;
  text: string;
  [extra: string]: Json | undefined;
}

export interface OutputSchemaOptions {
  mayEmit: readonly string[];
  /** Extra fields. Each is a required string, except `winner` and `scores`. */
  extraFields?: readonly string[];
  /**
   * Names allowed in `winner` and `scores`. Without it any name is allowed, which no provider's strict mode supports.
   */
  cast?: readonly string[];
}

/**
 * The Zod schema of a talking agent's answer (docs/models.md#reading-speech): optional `thought` (before `text`),
 * `kind` (one of `mayEmit`), `text`, then the extra fields as required strings. Exceptions: `winner` is a name or null
 * (default null), and `scores` maps names to numbers (default `{}`). With a `cast`, `winner` must be one of its names
 * or null, and `scores` has exactly its names as keys, each a number or null; nulls are dropped and other names are
 * errors.
 * @throws Error if `mayEmit` is empty: a bug, or a profile that was not checked
 */
export function outputSchema({ mayEmit, extraFields, cast }: OutputSchemaOptions): z.ZodType<AgentAnswer> {
  const [first, ...others] = mayEmit;
  if (first === undefined)
    throw new Error('outputSchema: mayEmit is empty; an agent that talks needs a kind');
  const shape: Record<string, z.ZodType> = {
    thought: z.string().nullable().optional().meta({ description: 'private thoughts' }),
    kind: z.enum([first, ...others]),
    text: lineText,
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
