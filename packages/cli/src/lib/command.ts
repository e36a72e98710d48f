import { type ArgsDef, type CommandDef, defineCommand, type ParsedArgs } from 'citty';
import { usageError } from './errors';
import { Terminal } from './terminal';

/** Options of all commands that use a stage. */
export const COMMON = {
  url: {
    type: 'string',
    valueHint: 'address',
    description: 'URL of the stage (default: PROSCENIUM_URL, or the stage of npm start)',
  },
  json: { type: 'boolean', description: 'Print only JSON, for programs', default: false },
  color: {
    type: 'boolean',
    default: true,
    description: 'Use colors on a terminal',
    negativeDescription: 'Disable colors, like NO_COLOR',
  },
} as const satisfies ArgsDef;

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Refuses invalid arguments: unknown options, options without a value, too many words.
 *
 * @throws CliError that names the option, and suggests a similar one
 */
export function checkArgs(given: Record<string, unknown> & { _: string[] }, args: ArgsDef): void {
  const names = Object.entries(args).flatMap(([name, { type, ...more }]) =>
    type === 'positional' ? [] : [name, ...[('alias' in more ? more.alias : undefined) ?? []].flat()],
  );
  const positionals = Object.values(args).filter(({ type }) => type === 'positional').length;
  for (const [name, value] of Object.entries(given)) {
    if (name === '_' || args[name]?.type === 'positional') continue;
    const own = names.find((one) => one === name || one === kebab(name));
    if (own === undefined) {
      const near = names.find((one) => one.length > 1 && one.slice(0, 2) === name.slice(0, 2));
      throw usageError(`Unknown option --${name}${near ? `; did you mean --${near}?` : '.'}`);
    }
    if (args[own]?.type === 'string' && value === '') throw usageError(`--${own} needs a value.`);
  }
  if (given._.length > positionals)
    throw usageError(`Unexpected argument “${given._[positionals]}”; quote text with spaces.`);
}

/** Reads a number option; null if not set. */
export function readInt(value: string | undefined, name: string, min: number, max: number): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  throw usageError(`--${name} ${value} must be a whole number from ${min} to ${max}.`);
}

export interface CommandRun<T extends ArgsDef> {
  args: ParsedArgs<T & typeof COMMON>;
  terminal: Terminal;
}

/** Defines a command that uses a stage. Checks its options; `run` sets the exit code. */
export function stageCommand<const T extends ArgsDef>(
  name: string,
  description: string,
  args: T,
  run: (run: CommandRun<T>) => Promise<void>,
): CommandDef {
  const all = { ...args, ...COMMON };
  return defineCommand({
    meta: { name, description },
    args: all as ArgsDef,
    run: async ({ args: given }) => {
      checkArgs(given, all);
      const terminal = new Terminal({
        out: process.stdout,
        err: process.stderr,
        env: process.env,
        json: given.json === true,
        colour: given.color !== false,
      });
      await run({ args: given as unknown as ParsedArgs<T & typeof COMMON>, terminal });
    },
  });
}
