import type { ArgsDef } from 'citty';
import type { Schemas } from '../../../client/src/index';
import { readInt } from './command';
import { usageError } from './errors';

/** Options of `run` and `experiment`: budgets, model, and what predicts a grid game. */
export const RUN_OPTIONS = {
  actions: { type: 'string', valueHint: 'n', description: 'Budget: actions of a grid game' },
  turns: { type: 'string', valueHint: 'n', description: 'Budget: turns of a text adventure' },
  calls: { type: 'string', valueHint: 'n', description: 'Budget: model calls' },
  tokens: { type: 'string', valueHint: 'n', description: 'Budget: tokens' },
  provider: { type: 'string', valueHint: 'name', description: 'Provider from GET /v1/providers' },
  model: { type: 'string', valueHint: 'name', description: 'Model of that provider' },
  world: {
    type: 'enum',
    options: ['rules', 'code'],
    description:
      'Grid games: predict with rules that code infers (“rules”, the default), or let the analyst also write the game as a program (“code”), if the operator allows it',
  },
} as const satisfies ArgsDef;

type RunOptions = { [K in Exclude<keyof typeof RUN_OPTIONS, 'world'>]?: string | undefined } & {
  world?: Schemas['CreateRun']['world'] | undefined;
};

/** The part of the body of `POST /v1/runs` that these options set. */
export function readRunOptions(
  args: RunOptions,
): Pick<Schemas['CreateRun'], 'budgets' | 'profiles' | 'world'> {
  const budgets = Object.fromEntries(
    (['actions', 'turns', 'calls', 'tokens'] as const).flatMap((name) => {
      const value = readInt(args[name], name, 1, 1_000_000_000);
      return value === null ? [] : [[name, value]];
    }),
  );
  if (args.model !== undefined && args.provider === undefined)
    throw usageError('--model needs --provider.', 'Models belong to a provider; see GET /v1/providers.');
  const { provider, model } = args;
  const profile = { ...(provider !== undefined && { provider }), ...(model !== undefined && { model }) };
  return {
    ...(Object.keys(budgets).length > 0 && { budgets }),
    ...(provider !== undefined && {
      profiles: { explorer: profile, analyst: profile, adventurer: profile },
    }),
    ...(args.world !== undefined && { world: args.world }),
  };
}

/**
 * Reads a list of seeds: comma-separated words, and ranges of numbers (`1..5`).
 *
 * @throws CliError for an empty list, or more than 1,000 seeds
 */
export function readSeeds(text: string): string[] {
  const seeds = text.split(',').flatMap((part) => {
    const [, from, to] = /^\s*(\d{1,9})\.\.(\d{1,9})\s*$/.exec(part) ?? [];
    if (from === undefined || to === undefined) return part.trim() === '' ? [] : [part.trim()];
    const count = Number(to) - Number(from) + 1;
    if (count < 1 || count > 1_000)
      throw usageError(`The seeds ${part.trim()} are an empty range, or more than 1,000.`);
    return Array.from({ length: count }, (_, i) => String(Number(from) + i));
  });
  const unique = [...new Set(seeds)];
  if (unique.length === 0 || unique.length > 1_000)
    throw usageError(`--seeds ${text} is empty, or has more than 1,000 seeds.`, 'Write 1..5 or a,b,c.');
  return unique;
}
