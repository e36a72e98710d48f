import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readJoinLink } from '../../packages/client/src/links';
import { NODE, ROOT } from '../../scripts/lib/run.mjs';
import type { Run } from '../../src/contract/runs';
import type { SeatAccepted } from '../../src/contract/seats';
import { descendants } from '../support/processes';
import { type Case, count, createScene, must, readLedger, until } from './cases';
import { answersTo } from './network-cases';
import { type Stage, startStage } from './stage';

interface Ended {
  code: number | null;
  out: string;
  err: string;
}

function cli(
  stage: Pick<Stage, 'url'> & { key: string | null },
  home: string,
  words: string[],
  input = '',
): Promise<Ended> {
  const { PROSCENIUM_KEY: _, ...env } = process.env;
  const child = spawn(NODE, [join(ROOT, 'packages/cli/bin.mjs'), ...words], {
    cwd: home,
    env: {
      ...env,
      ...{ PROSCENIUM_URL: stage.url, PROSCENIUM_HOME: home },
      ...(stage.key !== null && { PROSCENIUM_KEY: stage.key }),
    },
  });
  const ended: Ended = { code: null, out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    ended.out += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    ended.err += chunk;
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ ...ended, code }));
  });
}

async function atHome(run: (home: string) => Promise<string | undefined>): Promise<string | undefined> {
  const home = mkdtempSync(join(tmpdir(), 'proscenium-cli-'));
  try {
    return await run(home);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

const show = ({ code, out, err }: Ended): string => `exit ${code}\n${out}\n${err}`;

export const CLI_CASES: Case[] = [
  {
    name: 'command line: a scene is played by a pipe, line by line, as its owner and by an invitation',
    run: ({ stage, client }) =>
      atHome(async (home) => {
        const scene = await createScene(client, { provider: 'understudy' });
        const played = await cli(
          stage,
          home,
          ['play', scene.id, '--as', 'ben'],
          'Who has the matches?\n/to teo Are you there?\n//end of the joke\n',
        );
        must(played.code === 0, `play failed: ${show(played)}`);
        const events = await readLedger(client, `/v1/scenes/${scene.id}`);
        must(count(events, 'round.completed') === 3, 'not every line had its round');
        const spoken = events.filter((event) => event.kind === 'character.spoke');
        for (const { payload } of spoken)
          must(played.out.includes(`${payload.name}: ${payload.text}`), `not shown: ${payload.text}`);
        must(spoken.length > 0 && played.out.includes('«understudy»'), 'the understudy is not marked');
        must(played.out.includes('Ben: /end of the joke'), 'a line with a slash was not said');
        must(!played.out.includes('\u001b'), 'a pipe got colours');

        const invited = await cli(stage, home, ['invite', scene.id, '--persona', 'ada', '--json']);
        const { link } = JSON.parse(invited.out) as { link: string };
        must(invited.code === 0 && readJoinLink(link) !== null, `no link: ${show(invited)}`);
        // The guest has only the link, no key.
        const guest = { url: stage.url, key: null };
        const seated = await cli(
          guest,
          home,
          ['play', link, '--name', 'Frieda'],
          '/whisper ben psst\nGood evening.\n',
        );
        must(seated.code === 0, `the guest could not play: ${show(seated)}`);
        must(seated.out.includes('(whisper) Ada to Ben: psst'), `no whisper: ${show(seated)}`);
        must(readFileSync(join(home, 'seats.json'), 'utf8').includes('st_local_'), 'the seat was not kept');
        const again = await cli(guest, home, ['play', scene.id, '--json', '--after', '0'], '');
        const told = again.out
          .split('\n')
          .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as object]));
        must(again.code === 0 && told.length > 5, `the kept seat does not open it: ${show(again)}`);
        const wrong = await cli(stage, home, ['play', scene.id], '/wisper ada psst\nNot said.\n');
        must(wrong.code === 2 && wrong.err.includes('/wisper'), `a wrong order passed: ${show(wrong)}`);
        const story = await client.post<Run>('/v1/runs', { game: 'tide-mill' });
        const typed = await cli(stage, home, ['play', story.id], 'inventory\n/narrate the storm\n');
        must(typed.code === 2 && typed.out.includes('> inventory'), `no command was typed: ${show(typed)}`);
        const whole = JSON.stringify(await readLedger(client, `/v1/scenes/${scene.id}`));
        must(!whole.includes('Not said') && !whole.includes('wisper'), 'something of a wrong order was said');
        return `${spoken.length} lines`;
      }),
  },
  {
    name: 'command line: a run is played, exported and imported; an experiment goes on under its name',
    run: ({ stage, client }) =>
      atHome(async (home) => {
        const run = await cli(stage, home, ['run', 'corridor', '--seed', 'cli', '--json']);
        must(run.code === 0, `run failed: ${show(run)}`);
        const { id, title } = JSON.parse(run.out) as Run;
        const exported = await cli(stage, home, ['export', id]);
        must(exported.code === 0 && existsSync(join(home, `${id}.zip`)), `no export: ${show(exported)}`);
        const twice = await cli(stage, home, ['export', id]);
        must(twice.code === 2 && twice.err.includes('--force'), `a file was written over: ${show(twice)}`);
        const imported = await cli(stage, home, ['import', `${id}.zip`]);
        const copy = await client.get<Run>(`/v1/runs/${imported.out.trim()}`);
        must(copy.title === title && copy.id !== id, `no copy: ${show(imported)}`);
        const nothing = await cli(stage, home, ['import', 'seats.json']);
        must(nothing.code === 2, `a file that is not there was imported: ${show(nothing)}`);

        const words = [
          'experiment',
          'corridor,crates',
          '--seeds',
          '1..2',
          '--actions',
          '12',
          '--name',
          'smoke',
        ];
        const first = await cli(stage, home, [...words, '--csv']);
        const rows = first.out.trim().split('\n');
        must(first.code === 0 && rows.length === 5, `not the table: ${show(first)}`);
        const wrong = await cli(stage, home, ['experiment', 'corridor,nope', '--csv']);
        must(
          wrong.code !== 0 && wrong.out === '' && wrong.err.includes('there is no game "nope"'),
          `a mistake passed: ${show(wrong)}`,
        );
        const second = await cli(stage, home, [...words, '--csv']);
        must(second.out === first.out, `it began anew: ${second.out}`);
        const bound = ['experiment', 'corridor', '--seeds', '1..3', '--parallel', '1', '--actions', '6'];
        const spent = await cli(stage, home, [...bound, '--budget', 'actions=5', '--csv']);
        must(
          spent.code === 6 && spent.err.includes('of 5 actions') && spent.err.includes('PATCH'),
          `its budget did not hold: ${show(spent)}`,
        );
        const unknown = await cli(stage, home, ['experiment', 'corridor', '--budget', 'turns=3']);
        must(unknown.code === 2, `a budget of turns passed: ${show(unknown)}`);
        return undefined;
      }),
  },
  {
    name: 'command line: doctor says what is well and what is not; exit codes tell failures apart',
    run: ({ stage }) =>
      atHome(async (home) => {
        type Findings = { ok: boolean; findings: { name: string; status: string; fix: string | null }[] };
        const well = await cli(stage, home, ['doctor', '--json']);
        const { ok, findings } = JSON.parse(well.out) as Findings;
        const statusOf = (name: string) => findings.find((one) => one.name === name)?.status;
        must(well.code === 0 && ok, `not well: ${show(well)}`);
        for (const name of ['node', 'versions', 'stage', 'key', 'store'])
          must(statusOf(name) === 'ok', `${name} is ${statusOf(name)}`);
        must(statusOf('model') === 'warning', 'the understudy passes for a model');
        must(!well.out.includes(stage.key), 'doctor prints the key');

        const nobody = await cli({ ...stage, url: 'http://127.0.0.1:9' }, home, ['doctor', '--json']);
        const broken = JSON.parse(nobody.out) as Findings;
        must(nobody.code === 6 && !broken.ok, `a stage that is not there is well: ${show(nobody)}`);
        must(
          broken.findings.some(({ fix }) => fix?.includes('npm start')),
          'it does not say what to do',
        );

        const denied = await cli({ ...stage, key: `ps_local_${'x'.repeat(40)}` }, home, ['rooms']);
        must(denied.code === 4 && denied.out === '', `a wrong key: ${show(denied)}`);
        const away = await cli({ ...stage, url: 'http://127.0.0.1:9' }, home, ['rooms', '--json']);
        must(away.code === 3 && JSON.parse(away.out).error.exit === 3, `no stage: ${show(away)}`);
        const refused = await cli(stage, home, ['play', `scn_${'a1'.repeat(10)}`], 'Hello?\n');
        must(refused.code === 5, `a room that is not there: ${show(refused)}`);
        const usage = await cli(stage, home, ['run', 'corridor', '--actions', 'many']);
        must(usage.code === 2 && usage.err.includes('--actions'), `a wrong number: ${show(usage)}`);
        const script = await cli(stage, home, ['complete', 'bash']);
        must(script.code === 0 && script.out.includes('proscenium'), `no completion: ${show(script)}`);
        const offered = await cli(stage, home, ['complete', '--', 'pl']);
        must(offered.out.startsWith('play\t'), `nothing offered: ${show(offered)}`);
        return undefined;
      }),
  },
  {
    name: 'sharing: guests join over the tunnel; the key of the operator, its codes and loopback webhooks do not pass',
    run: async () => {
      const publicUrl = 'https://quiet-fox.stage.invalid';
      const fake = join(ROOT, 'test/support/fake-tunnel.mjs');
      // .dev.vars is ignored while the stage is shared.
      const vars = { WEBHOOK_LOOPBACK: 'on', OPERATOR_LOCAL: 'off', RATE_LIMITS: 'off' };
      const stage = await startStage(vars, [
        ...['--share', '--tunnel-command', `"${NODE}" "${fake}" dies ${publicUrl}`],
      ]);
      try {
        const printed = stage.output;
        const joining = readJoinLink(/https:\S+#\/join\S+/.exec(printed)?.[0] ?? '');
        must(joining?.origin === publicUrl, `no link to join: ${printed}`);
        must(!printed.includes(stage.key), 'the key is printed');
        for (const line of printed.split('\n'))
          must(!line.includes(publicUrl) || !/kc_|ps_/.test(line), `a secret goes out: ${line}`);

        // As cloudflared forwards a request.
        const tunnelled = (path: string, init: RequestInit = {}) => {
          const headers = new Headers(init.headers);
          headers.set('Cf-Ray', '8f00000000000000-FRA');
          headers.set('CF-Connecting-IP', '203.0.113.9');
          headers.set('MF-Original-URL', `${stage.url}${path}`);
          return fetch(`${stage.url}${path}`, { ...init, headers });
        };
        must((await answersTo(stage, new URL(publicUrl).host)) === 200, 'the host of the tunnel is refused');
        must((await answersTo(stage, 'evil.example')) === 403, 'another host is answered');
        const bearer = { Authorization: `Bearer ${stage.key}` };
        const json = { 'Content-Type': 'application/json' };
        must((await tunnelled('/v1/me', { headers: bearer })).status === 403, 'the key passed');
        must(
          (await fetch(`${stage.url}/v1/me`, { headers: bearer })).status === 200,
          'it does not work here',
        );
        const code = /kc_[A-Za-z0-9]+/.exec(stage.printed)?.[0] ?? '';
        const exchange = { method: 'POST', headers: json, body: JSON.stringify({ code }) };
        must((await tunnelled('/v1/keys/exchange', exchange)).status === 403, 'a code passed');
        must((await fetch(`${stage.url}/v1/keys/exchange`, exchange)).status === 200, 'it used the code up');
        const webhook = { url: 'http://127.0.0.1:9/x' };
        const hooked = await fetch(`${stage.url}/v1/webhooks`, {
          ...{ method: 'POST', headers: { ...bearer, ...json }, body: JSON.stringify(webhook) },
        });
        must(hooked.status === 400, `a webhook to this machine was taken: ${hooked.status}`);
        const model = JSON.stringify({ baseUrl: 'http://127.0.0.1:9/v1', model: 'm', isDefault: true });
        const connecting = { method: 'PUT', headers: { ...bearer, ...json }, body: model };
        must((await tunnelled('/v1/providers/near', connecting)).status === 403, 'a local model passed');
        const nearby = await fetch(`${stage.url}/v1/providers/near`, connecting);
        must(nearby.status === 200, `the operator could not connect a local model: ${nearby.status}`);
        const { localModels } = (await (await tunnelled('/v1/stage')).json()) as { localModels: boolean };
        must(!localModels, 'guests are offered models of this machine');
        await fetch(`${stage.url}/v1/providers/near`, { method: 'DELETE', headers: bearer });

        const body = JSON.stringify({ invitation: joining.invitation, name: 'Till' });
        const accepted = await tunnelled('/v1/seats/accept', { method: 'POST', headers: json, body });
        must(accepted.status === 200 || accepted.status === 201, `the guest is refused: ${accepted.status}`);
        const { scene, token } = (await accepted.json()) as SeatAccepted;
        const seen = await tunnelled(`/v1/scenes/${scene}`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        must(seen.status === 200, 'the seat opens nothing');

        const programs = descendants(process.pid).filter(
          ({ args }) => args.includes(fake) && !/^\S*sh /.test(args),
        );
        for (const { pid, args } of programs) if (!args.includes('start.mjs')) process.kill(pid, 'SIGUSR2');
        await until('the word that the tunnel has ended', 20, async () =>
          stage.printedNow().includes('The stage is no longer shared') ? true : null,
        );
        must((await fetch(`${stage.url}/healthz`)).ok, 'the stage ended with its tunnel');
      } finally {
        await stage.stop();
      }
      must(
        descendants(process.pid).every(({ args }) => !args.includes(fake)),
        'the tunnel is left behind',
      );
      return undefined;
    },
  },
];
