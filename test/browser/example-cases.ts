import { NODE } from '../../scripts/lib/run.mjs';
import { type Case, must } from './cases';
import { buildPackages, start } from './client-cases';

/** Examples that need only the key and address of a stage, with the output of a success. */
export const EXAMPLES: Readonly<Record<string, RegExp>> = {
  'http.mjs': /^round 1: completed\n\S[^:\n]*: \S[\s\S]*scene\.created/,
  'socket.mjs': /^accepted as event \d+$[\s\S]*^\d+ round\.completed$/m,
  'webhook.mjs': /^verified character\.spoke: \S[\s\S]*^verified round\.completed/m,
  'mcp.mjs': /^tools: .*\bsay\b[\s\S]*\n\S[^:\n]*: \S/,
  'calls.mjs': /^character\.1:\w+\/1: understudy, read as understudy[\s\S]*^agents: director ok/m,
  'retry.mjs': /^stored 1 time$/m,
  'whisper.mjs':
    /^ines sees: I have the key\. \| Good evening, everyone\.\njonas sees: Good evening, everyone\.$/m,
  'direct.mjs': /^edited: I did\.\nround 2, attempt 2\n[\s\S]*^after the rollback, round 2 is rolledback$/m,
  'budget.mjs': /^finished, call_budget .*calls: 10 }$/m,
  'run.mjs': /^finished: \w+\n+# /m,
  'own-game.mjs': /^run_\w+: finished, \w+, after \d+ turns$/m,
  'adventure.mjs': /^> east\n\S/m,
  'experiment.mjs': /^finished [\s\S]*^\| 4 \| crates \| understudy \| 2 \| run_\w+ \| finished \|/m,
};

export const EXAMPLE_CASES: Case[] = Object.entries(EXAMPLES).map(([name, output]) => ({
  name: `examples: ${name}`,
  run: async ({ stage, client }) => {
    await buildPackages();
    // A tenant of its own: concurrent cases check lists of the operator's tenant, and may start at the same time.
    const tenant = `${name.replace(/\W|mjs$/g, '')}${Date.now().toString(36)}`;
    const made = await client.post<{ key: { key: string } }>('/v1/tenants', { name: tenant });
    const program = start(NODE, [`examples/${name}`], {
      PROSCENIUM_KEY: made.key.key,
      PROSCENIUM_URL: stage.url,
    });
    const code = await program.ended;
    must(code === 0 && output.test(program.read()), `exit code ${code}: ${program.read()}`);
    return undefined;
  },
}));
