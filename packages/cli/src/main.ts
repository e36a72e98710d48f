import { stripVTControlCharacters } from 'node:util';
import { type CommandDef, defineCommand, renderUsage, runCommand } from 'citty';
import project from '../package.json' with { type: 'json' };
import { COMMANDS } from './commands';
import { addCompletion } from './lib/completion';
import { CliError, EXIT, errorToJson, toCliError, usageError } from './lib/errors';
import { hasColor, Terminal } from './lib/terminal';

const main = defineCommand({
  meta: {
    name: 'proscenium',
    version: project.version,
    description: 'Rooms for language-model agents: run a stage, play, measure and maintain it',
  },
  subCommands: COMMANDS,
});

/** Runs a command. @returns the exit code */
async function run(words: string[]): Promise<number> {
  await addCompletion(main, words);
  const commands = main.subCommands as Record<string, CommandDef>;
  const end = words.indexOf('--');
  const own = end < 0 ? words : words.slice(0, end);
  const name = own.find((word) => !word.startsWith('-'));
  const isCompletion = name === 'complete';
  const command = name === undefined ? undefined : Object.hasOwn(commands, name) ? commands[name] : null;
  if (command === null) {
    const near = Object.keys(commands).find((one) => one.startsWith(name?.slice(0, 2) ?? ' '));
    throw usageError(
      `Unknown command ${name}.${near ? ` Did you mean ${near}?` : ''}`,
      'Use proscenium --help for all commands.',
    );
  }
  if (!isCompletion && (own.includes('--help') || own.includes('-h') || command === undefined)) {
    if (command === undefined && own.length === 1 && ['--version', '-v'].includes(own[0] ?? '')) {
      console.log(project.version);
      return EXIT.ok;
    }
    const usage = await (command ? renderUsage(command, main) : renderUsage(main));
    const isAsked = own.includes('--help') || own.includes('-h');
    const stream = isAsked ? process.stdout : process.stderr;
    const isPlain = !hasColor(stream, process.env, !own.includes('--no-color'));
    stream.write(`${isPlain ? stripVTControlCharacters(usage) : usage}\n`);
    return isAsked ? EXIT.ok : EXIT.usage;
  }
  await runCommand(main, { rawArgs: words });
  return Number(process.exitCode ?? EXIT.ok);
}

/** Prints an error with its fix to stderr; with `--json` as JSON to stdout. */
function report(error: unknown, words: string[]): number {
  // Errors of citty itself, such as a missing argument.
  const isUsage = error instanceof Error && error.name === 'CLIError';
  const shownError = isUsage ? usageError(`${stripVTControlCharacters(error.message)}.`) : toCliError(error);
  const terminal = new Terminal({
    ...{ out: process.stdout, err: process.stderr, env: process.env },
    ...{ json: words.includes('--json'), colour: !words.includes('--no-color') },
  });
  terminal.give(errorToJson(shownError));
  const cause = shownError instanceof Error ? shownError.message : String(shownError);
  terminal.hint(`${terminal.style('red', 'error', 'err')}: ${cause}`);
  if (shownError instanceof CliError && shownError.fix !== undefined) terminal.hint(shownError.fix);
  if (!(shownError instanceof CliError) && shownError instanceof Error && process.env.DEBUG)
    terminal.hint(shownError.stack ?? '');
  return shownError instanceof CliError ? shownError.exit : EXIT.failed;
}

const words = process.argv.slice(2);
// A reader that stops early, such as `head`, is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(EXIT.ok);
  throw error;
});
const code = await run(words).catch((error: unknown) => report(error, words));
process.exitCode = code;
// Sockets of fetch stay open for a while; do not wait for them.
if (process.stdout.writableLength === 0) process.exit(code);
process.stdout.once('drain', () => process.exit(code));
