import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type CommandDef, defineCommand } from 'citty';
import { CliError, EXIT } from '../lib/errors';
import { NODE, REPOSITORY } from '../lib/repository';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a script of the repository in the foreground, with the words as they are; its exit code is the command's. */
function runScript(file: string, words: string[]): Promise<void> {
  if (!REPOSITORY)
    throw new CliError(
      EXIT.usage,
      'The installed command line has no stage of its own.',
      'Clone the repository and run npm start there; docs/operate.md puts a stage on Cloudflare. All other commands reach a stage by --url.',
    );
  const path = join(REPOSITORY, file);
  const tsx = join(REPOSITORY, 'node_modules/tsx/dist/cli.mjs');
  const args = file.endsWith('.ts') ? [tsx, path, ...words] : [path, ...words];
  const child = spawn(NODE, args, { stdio: 'inherit', cwd: REPOSITORY });
  // A terminal sends Ctrl+C to both; whoever kills this process alone means the script.
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
  return new Promise((resolve) => {
    child.once('error', (error) => {
      console.error(error.message);
      process.exitCode = EXIT.failed;
      resolve();
    });
    child.once('exit', (code, signal) => {
      process.exitCode = code ?? (signal === 'SIGINT' ? EXIT.interrupted : EXIT.failed);
      resolve();
    });
  });
}

const scriptCommand = (
  name: string,
  description: string,
  file: string,
  args: CommandDef['args'] = {},
): CommandDef =>
  defineCommand({ meta: { name, description }, args, run: ({ rawArgs }) => runScript(file, rawArgs) });

export const start = scriptCommand('start', 'Run the stage on this machine', 'scripts/start.mjs', {
  share: { type: 'boolean', description: 'Open a tunnel, and print a link to join a scene' },
  scene: { type: 'string', valueHint: 'id', description: 'With --share: the scene of that link' },
  'tunnel-command': {
    type: 'string',
    valueHint: 'line',
    description: 'Another tunnel, with {port} or {url} in its line',
  },
  'public-url': {
    type: 'string',
    valueHint: 'address',
    description: 'An https address of your own in place of a tunnel',
  },
  'persist-to': {
    type: 'string',
    valueHint: 'folder',
    description: 'Where the data lives (default .wrangler/state)',
  },
  vars: { type: 'string', valueHint: 'file', description: 'Variables instead of .dev.vars' },
});
export const link = scriptCommand('link', 'Print another link that opens the page', 'scripts/link.ts');
export const demo = scriptCommand('demo', 'Play a scene and a run through the API', 'scripts/demo.ts');
export const bench = scriptCommand(
  'bench',
  'Measure the service; options as in bench/run.ts',
  'bench/run.ts',
  {
    quick: { type: 'boolean', description: 'Fewer samples, and nothing is written' },
    long: { type: 'boolean', description: '1,000 rounds in place of 300' },
    only: { type: 'string', valueHint: 'part', description: 'One part alone' },
    write: { type: 'boolean', description: 'With --quick or --only: write all the same' },
  },
);
