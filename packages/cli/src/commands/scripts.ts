import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { type CommandDef, defineCommand } from 'citty';
import { CliError, EXIT } from '../lib/errors';
import { NODE, REPOSITORY } from '../lib/repository';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a script of the repository in the foreground with the same arguments; the command returns its exit code. */
function runScript(file: string, words: string[]): Promise<void> {
  if (!REPOSITORY)
    throw new CliError(
      EXIT.usage,
      'The installed command line does not include a stage.',
      'Clone the repository and run npm start there, or deploy to Cloudflare (docs/operate.md). All other commands use a running stage: --url.',
    );
  const path = join(REPOSITORY, file);
  const tsx = join(REPOSITORY, 'node_modules/tsx/dist/cli.mjs');
  const args = file.endsWith('.ts') ? [tsx, path, ...words] : [path, ...words];
  const child = spawn(NODE, args, { stdio: 'inherit', cwd: REPOSITORY });
  // A terminal sends Ctrl+C to both processes; forward signals that only this one receives.
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
  scene: { type: 'string', valueHint: 'id', description: 'With --share: scene of the link' },
  'tunnel-command': {
    type: 'string',
    valueHint: 'line',
    description: 'Command for another tunnel, with {port} or {url}',
  },
  'public-url': {
    type: 'string',
    valueHint: 'address',
    description: 'Your own https URL instead of a tunnel',
  },
  'persist-to': {
    type: 'string',
    valueHint: 'folder',
    description: 'Data folder (default .wrangler/state)',
  },
  vars: { type: 'string', valueHint: 'file', description: 'File with variables instead of .dev.vars' },
});
export const link = scriptCommand('link', 'Print a new sign-in link', 'scripts/link.ts');
export const demo = scriptCommand('demo', 'Play a scene and a run through the API', 'scripts/demo.ts');
export const bench = scriptCommand(
  'bench',
  'Measure the service; options as in bench/run.ts',
  'bench/run.ts',
  {
    quick: { type: 'boolean', description: 'Fewer samples; writes no files' },
    long: { type: 'boolean', description: '1,000 rounds instead of 300' },
    only: { type: 'string', valueHint: 'part', description: 'Run only this part' },
    write: { type: 'boolean', description: 'Write files even with --quick or --only' },
  },
);
