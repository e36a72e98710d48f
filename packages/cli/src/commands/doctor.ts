import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Schemas, Stage } from '../../../client/src/index';
import { linkReach } from '../../../client/src/links';
import { stageCommand } from '../lib/command';
import { readVars, warnUnknownVariables } from '../lib/dev-vars';
import { CliError, EXIT, toCliError } from '../lib/errors';
import { NODE, REPOSITORY } from '../lib/repository';
import { type OpenStage, openStage } from '../lib/stage';
import { plain, type Style } from '../lib/terminal';
import { describeTrial, TRIAL_WITHIN_MS } from '../lib/try-provider';

/** Oldest Node version that wrangler supports. */
const OLDEST_NODE = [22, 12] as const;
const TOOL_WITHIN_MS = 15_000;

/** Result of one check. */
export interface Finding {
  name: string;
  /** `skipped`: the check depends on one that failed. */
  status: 'ok' | 'warning' | 'broken' | 'skipped';
  detail: string;
  /** How to fix it; null if no fix is needed. */
  fix: string | null;
}

const MARKS: Record<Finding['status'], [string, Style]> = {
  ok: ['ok', 'green'],
  warning: ['warning', 'yellow'],
  broken: ['broken', 'red'],
  skipped: ['skipped', 'dim'],
};

export const doctor = stageCommand(
  'doctor',
  'Check this machine, the stage, its stores and its model, and suggest fixes',
  {
    model: {
      type: 'boolean',
      default: true,
      description: 'Send a small test request to the model',
      negativeDescription: 'Skip the test request, which may cost money',
    },
  },
  async ({ args, terminal }) => {
    // Requirements for running a stage; an installed command line does not run one.
    const findings = REPOSITORY
      ? [checkNode(), checkWrangler(REPOSITORY), checkVariables(REPOSITORY), checkTunnel()]
      : [];
    findings.push(...(await checkStage(args.url, args.model !== false)));
    terminal.give({ ok: findings.every(({ status }) => status !== 'broken'), findings });
    for (const { name, status, detail, fix } of findings) {
      const [word, style] = MARKS[status];
      terminal.say(`${terminal.style(style, word.padEnd(8))} ${name.padEnd(9)} ${plain(detail)}`);
      if (fix !== null) terminal.say(`${' '.repeat(19)}${plain(fix)}`);
    }
    if (findings.some(({ status }) => status === 'broken')) process.exitCode = EXIT.unwell;
  },
);

/** Runs a program and returns its first line; null if it is missing or fails. */
function firstLine(program: string, args: string[]): string | null {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8', timeout: TOOL_WITHIN_MS });
  return status === 0 ? (stdout.trim().split('\n')[0] ?? '') : null;
}

export function isOldNode(version: string): boolean {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number);
  return !(major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]));
}

function checkNode(): Finding {
  const version = firstLine(NODE, ['-p', 'process.versions.node']) ?? process.versions.node;
  const isOld = isOldNode(version);
  return {
    ...{ name: 'node', status: isOld ? 'broken' : 'ok', detail: `Node ${version}` },
    fix: isOld
      ? `wrangler needs ${OLDEST_NODE.join('.')}: on Linux, npm ci includes it; otherwise install a newer version.`
      : null,
  };
}

function readVersion(file: string): string | null {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  } catch {
    return null;
  }
}

function checkWrangler(root: string): Finding {
  const own = readVersion(join(root, 'package.json'));
  const wrangler = readVersion(join(root, 'node_modules/wrangler/package.json'));
  const project = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    devDependencies?: Record<string, string>;
  };
  const ownVersion = project.devDependencies?.wrangler;
  const name = 'versions';
  if (wrangler === null)
    return {
      name,
      status: 'broken',
      detail: `proscenium ${own}, no wrangler`,
      fix: 'Install the dependencies: npm ci',
    };
  const isOther = ownVersion !== undefined && ownVersion !== wrangler;
  return {
    ...{ name, status: isOther ? 'warning' : 'ok', detail: `proscenium ${own}, wrangler ${wrangler}` },
    fix: isOther ? `This version requires wrangler ${ownVersion}: npm ci` : null,
  };
}

function checkVariables(root: string): Finding {
  const name = 'variables';
  const file = join(root, '.dev.vars');
  if (!existsSync(file))
    return {
      name,
      status: 'ok',
      detail: 'no .dev.vars yet',
      fix: 'npm start creates it, with a new key.',
    };
  const stray = warnUnknownVariables(readVars(file));
  return stray.length === 0
    ? { name, status: 'ok', detail: '.dev.vars has only known names', fix: null }
    : { name, status: 'warning', detail: stray.join(' '), fix: 'See docs/operate.md for all names.' };
}

function checkTunnel(): Finding {
  const name = 'tunnel';
  const own = process.env.CLOUDFLARED_PATH;
  const version = firstLine(own || 'cloudflared', ['--version']);
  if (version !== null) return { name, status: 'ok', detail: version, fix: null };
  if (own)
    return {
      ...{ name, status: 'warning', detail: `CLOUDFLARED_PATH is ${own}, which does not run` },
      fix: 'Correct it, or unset it: npm start -- --share then downloads cloudflared.',
    };
  return {
    ...{ name, status: 'ok', detail: 'cloudflared is not installed; only npm start -- --share needs it' },
    fix: 'The first --share downloads it if the network allows; otherwise install it.',
  };
}

/** Checks a running stage: if it responds, accepts the key, reads its stores, and has a model. */
async function checkStage(asked: string | undefined, askModel: boolean): Promise<Finding[]> {
  const skip = (name: string, detail: string): Finding => ({ name, status: 'skipped', detail, fix: null });
  let stage: OpenStage;
  try {
    stage = openStage(asked);
  } catch (error) {
    return [toFinding('stage', error), skip('store', 'no stage'), skip('model', 'no stage')];
  }
  try {
    await stage.send('/healthz');
  } catch (error) {
    return ['stage', 'key', 'store', 'model'].map((name) =>
      name === 'stage' ? toFinding(name, error) : skip(name, 'the stage does not respond'),
    );
  }
  const findings: Finding[] = [{ name: 'stage', status: 'ok', detail: `${stage.url} responds`, fix: null }];
  let caller: Schemas['Caller'];
  try {
    caller = await stage.GET('/v1/me');
    const whose = `${caller.operator ? 'the operator’s' : 'a'} key of the tenant ${caller.tenant}`;
    findings.push({ name: 'key', status: 'ok', detail: whose, fix: null });
  } catch (error) {
    return [...findings, toFinding('key', error), skip('store', 'no key'), skip('model', 'no key')];
  }
  findings.push(checkReach(caller, stage.url), await checkStore(stage), await checkModel(stage, askModel));
  return findings;
}

function toFinding(name: string, error: unknown): Finding {
  const failure = toCliError(error);
  const detail = failure instanceof Error ? failure.message : String(failure);
  return { name, status: 'broken', detail, fix: failure instanceof CliError ? (failure.fix ?? null) : null };
}

function checkReach({ publicUrl }: Schemas['Caller'], url: string): Finding {
  const reach = linkReach(new URL(publicUrl ?? url).hostname);
  const detail =
    reach === 'everyone' ? `others can reach it at ${publicUrl ?? url}` : `only this ${reach} can reach it`;
  const fix = reach === 'everyone' ? null : 'To share it temporarily: npm start -- --share';
  return { name: 'sharing', status: 'ok', detail, fix };
}

/** Reads the index (D1), and a stored call (in R2 once its round is written). */
async function checkStore(stage: Stage): Promise<Finding> {
  const name = 'store';
  try {
    const { items } = await stage.GET('/v1/calls', { query: { limit: 1 } });
    const [call] = items;
    if (!call) return { name, status: 'ok', detail: 'the index responds; no calls stored yet', fix: null };
    await stage.GET('/v1/calls/{id}', { path: { id: call.id } });
    return { name, status: 'ok', detail: 'the index responds, and the latest call can be read', fix: null };
  } catch (error) {
    const finding = toFinding(name, error);
    return {
      ...finding,
      fix: finding.fix ?? 'npm start applies migrations; for a deployed stage, use npm run deploy.',
    };
  }
}

async function checkModel(stage: Stage, mayAsk: boolean): Promise<Finding> {
  const name = 'model';
  try {
    const { items } = await stage.GET('/v1/providers');
    const provider = items.find(({ isDefault }) => isDefault);
    if (!provider || provider.kind === 'understudy')
      return {
        ...{
          name,
          status: 'warning',
          detail: 'no model configured: the understudy, an offline stand-in, answers',
        },
        fix: 'Set OPENAI_BASE_URL, OPENAI_API_KEY and MODEL in .dev.vars (docs/models.md).',
      };
    const who = `${provider.model ?? 'a model'} by ${provider.name}`;
    if (!mayAsk) return { name, status: 'skipped', detail: `${who} was not tested`, fix: null };
    const trial = await stage.POST('/v1/providers/{name}/try', {
      ...{ path: { name: provider.name }, body: {}, timeoutMs: TRIAL_WITHIN_MS },
    });
    const [detail = who, ...problems] = describeTrial(trial);
    const fix = problems.map((line) => line.trim()).join(' ') || null;
    return { name, status: trial.ok ? (fix === null ? 'ok' : 'warning') : 'broken', detail, fix };
  } catch (error) {
    return toFinding(name, error);
  }
}
