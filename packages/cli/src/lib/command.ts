import { type ArgsDef, type CommandDef, defineCommand, type ParsedArgs } from 'citty';
import { usageError } from './errors';
import { Terminal } from './terminal';

/** Options of every command that asks a stage. */
export const COMMON = {
  url: {
    type: 'string',
    valueHint: 'address',
    description: 'The stage (default: PROSCENIUM_URL, or what npm start runs)',
  },
  json: { type: 'boolean', description: 'Print JSON for programs, and nothing else', default: false },
  color: {
    type: 'boolean',
    default: true,
    description: 'Colours on a terminal',
    negativeDescription: 'No colours; NO_COLOR does the same',
  },
} as const satisfies ArgsDef;

const kebab = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/**
 * Refuses what a command does not take: unknown options, options without their value, words too many.
 *
 * @throws CliError that names the option, and the one that may be meant
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
      throw usageError(`There is no option --${name}${near ? `; is --${near} meant?` : '.'}`);
    }
    if (args[own]?.type === 'string' && value === '') throw usageError(`--${own} needs a value.`);
  }
  if (given._.length > positionals)
    throw usageError(
      `“${given._[positionals]}” is one word too many; put quotation marks around text with spaces.`,
    );
}

/** Reads the number of an option; null when it was not given. */
export function readInt(value: string | undefined, name: string, min: number, max: number): number | null {
  if (value === undefined) return null;
  const number = Number(value);
  if (/^\d+$/.test(value) && number >= min && number <= max) return number;
  throw usageError(`--${name} ${value} is no whole number from ${min} to ${max}.`);
}

/** Tools of a command. */
export interface CommandRun<T extends ArgsDef> {
  args: ParsedArgs<T & typeof COMMON>;
  terminal: Terminal;
}

/** Defines a command that asks a stage: its options are checked, and its exit code is what `run` sets. */
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
