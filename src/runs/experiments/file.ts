import { toJsonObject } from '../../base/json';
import { type NewScene, newScene } from '../../contract/create-scene';
import {
  type CreateExperiment,
  createExperiment,
  type ExperimentBudget,
  type ExperimentFile,
  type ExperimentModel,
  type ExportedRun,
  MAX_LISTED_GAMES,
} from '../../contract/experiments';
import { describeIssues, fail, ok, type Result } from '../../contract/problems';
import { RUN_STATUS } from '../../contract/run-parts';
import { fitsRow, ROW_LIMIT } from '../../room/row-limit';
import {
  type Cell,
  gameKind,
  ID_KINDS,
  listCells,
  type Plan,
  type Player,
  planExperiment,
  readModel,
} from './plan';
import { type Change, type DesiredState, experimentStatus, type PlannedRun } from './steps';
import type { Baselines, Stories } from './table';
import { finishReason, type Moment, summarize } from './view';

export interface RunFacts {
  baselines: Baselines;
  stories: Stories;
  /** By condition. */
  scenes: Readonly<Record<string, NewScene>>;
}

export interface ImportedExperiment extends RunFacts {
  plan: Plan;
  budget: CreateExperiment['budget'];
  createdAt: string;
  wish: DesiredState;
  /** Reason of the pause; null: not paused. */
  why: string | null;
  /** One per cell. `run` null: derive the id from the new experiment; `change` null: the run waits. */
  runs: { run: string | null; change: Change | null }[];
}

const IMPORTED = 'it was imported';

/** Leaves out the scorecard, which belongs to this deployment's ARC key. */
export function exportExperiment(
  moment: Moment,
  budget: ExperimentBudget,
  { baselines, stories, scenes }: RunFacts,
  runs: readonly PlannedRun[],
): ExperimentFile {
  const { id, status, createdAt } = summarize(moment);
  const { plan } = moment;
  return {
    ...{ format: 'proscenium-experiment', version: 1, id, createdAt, status },
    finishReason: status === 'finished' ? finishReason(moment) : null,
    plan: toJsonObject(buildRequest(plan, budget)),
    baselines: pickGames(baselines, plan) as ExperimentFile['baselines'],
    stories: pickGames(stories, plan),
    scenes: toJsonObject(scenes) as ExperimentFile['scenes'],
    runs: runs.map(({ n, run, standing, status, reason, tally, startedAt, endedAt }) => ({
      n,
      // A stop may precede the record of the run's creation: it has results but no start.
      run: startedAt === null && tally === null ? null : run,
      ...{ standing, status, reason, tally },
      startedAt: startedAt === null ? null : new Date(startedAt).toISOString(),
      endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    })),
  };
}

/** The inverse of `planExperiment`. */
export function buildRequest(plan: Plan, budget: ExperimentBudget): CreateExperiment {
  const { games, players, sourceUrl, ...rest } = plan;
  return {
    ...rest,
    games: rest.scene ? [] : games.slice(0, MAX_LISTED_GAMES),
    stories: rest.scene ? [] : games.slice(MAX_LISTED_GAMES),
    models: players.map(buildModel),
    budget,
    ...(sourceUrl !== null && { sourceUrl }),
    start: false,
  };
}

/**
 * A derived label may exceed the length limit of requests, so include it only if no shorter form reproduces
 * it.
 */
function buildModel({ label, profiles }: Player): ExperimentModel {
  const player = JSON.stringify({ label, profiles });
  const forms: ExperimentModel[] = [label.trim(), { profiles }];
  return forms.find((form) => JSON.stringify(readModel(form)) === player) ?? { label, profiles };
}

/**
 * Imports an experiment. An unfinished one is paused, and `resume` continues its runs.
 *
 * @returns `invalid` with a pointer if the plan is invalid or the runs do not match it
 */
export function importExperiment(file: ExperimentFile): Result<ImportedExperiment> {
  const request = createExperiment.safeParse(file.plan);
  if (!request.success) return refuse(describeIssues(request.error.issues, 'json'), '/plan');
  const planning = planExperiment(request.data);
  if (!planning.ok) {
    const { failure } = planning;
    return failure.code === 'invalid' ? refuse(failure.errors, '/plan') : planning;
  }
  const plan = planning.value;
  const cells = listCells(plan);
  if (file.runs.length !== cells.length)
    return refuse([{ pointer: '/runs', message: `must be the ${cells.length} runs of the plan` }]);
  const scenes = readScenes(file, plan);
  if (!scenes.ok) return scenes;
  const errors = cells.flatMap((cell) => checkRow(cell, file.runs));
  if (errors.length > 0) return refuse(errors);

  const runs = file.runs.map(importRow);
  const counts = { waiting: 0, making: 0, playing: 0, over: 0 };
  for (const { change } of runs) counts[change?.standing ?? 'waiting'] += 1;
  const wish = chooseControl(file);
  if (experimentStatus(wish, counts) !== (wish === 'pause' ? 'paused' : file.status))
    return refuse([{ pointer: '/status', message: 'does not fit the standings of the runs' }]);
  const facts = {
    baselines: pickGames(file.baselines, plan),
    stories: pickGames(file.stories, plan),
    scenes: scenes.value,
  };
  for (const [what, row] of Object.entries({ plan: { plan, ...facts }, runs }))
    if (!fitsRow(JSON.stringify(row))) return fail({ code: 'too_large', what, limit: ROW_LIMIT });
  return ok({
    ...{ plan, budget: request.data.budget, ...facts, runs, wish },
    createdAt: new Date(file.createdAt).toISOString(),
    why: wish === 'pause' ? IMPORTED : null,
  });
}

/** The scenes of all conditions of the plan. */
function readScenes({ scenes }: ExperimentFile, plan: Plan): Result<RunFacts['scenes']> {
  const games = plan.scene ? plan.games : [];
  const missing = games.find((game) => !Object.hasOwn(scenes, game));
  if (missing !== undefined) return refuse([{ pointer: '/scenes', message: `must contain "${missing}"` }]);
  const found: Record<string, NewScene> = {};
  for (const game of games) {
    const scene = newScene.safeParse(scenes[game]);
    if (!scene.success) return refuse(describeIssues(scene.error.issues, 'json'), `/scenes/${game}`);
    found[game] = scene.data;
  }
  return ok(found);
}

type ImportIssue = { pointer: string; message: string };

const refuse = (errors: readonly ImportIssue[], at = '') =>
  fail({
    code: 'invalid',
    errors: errors.map(({ pointer, message }) => ({ pointer: `${at}${pointer}`, message })),
  });

function chooseControl({ status, finishReason }: ExperimentFile): DesiredState {
  if (status === 'created') return 'wait';
  if (status !== 'finished') return 'pause';
  return finishReason === 'stopped' ? 'stop' : 'run';
}

const STATUSES: Record<ExportedRun['standing'], readonly ExportedRun['status'][]> = {
  waiting: ['waiting'],
  making: ['waiting', 'created', 'running', 'paused', 'failed'],
  playing: ['created', 'running', 'paused', 'failed'],
  over: ['finished', 'paused', 'failed', 'refused', 'skipped', 'deleted'],
};

function checkRow({ n, game }: Cell, rows: readonly ExportedRun[]): ImportIssue[] {
  const row = rows[n - 1];
  if (row?.n !== n) return [{ pointer: `/runs/${n - 1}/n`, message: `must be ${n}` }];
  const { run, standing, status } = row;
  if (!STATUSES[standing].includes(status))
    return [
      { pointer: `/runs/${n - 1}/status`, message: `no run is \`${status}\` while it is \`${standing}\`` },
    ];
  const pointer = `/runs/${n - 1}/run`;
  const isThere = RUN_STATUS.some((one) => one === status);
  if (status !== 'deleted' && isThere !== (run !== null))
    return [
      { pointer, message: `must be ${isThere ? 'the id of a run' : 'null'}: the run is \`${status}\`` },
    ];
  if (run !== null && !run.startsWith(ID_KINDS[gameKind(game)]))
    return [{ pointer, message: `must be a run of ${game}` }];
  if (run !== null && rows.some((other) => other.n < n && other.run === run))
    return [{ pointer, message: 'is the run of another row' }];
  return [];
}

/** Keeps the results of finished runs; a run that was playing stays on hold until `resume`. */
function importRow({
  run,
  standing,
  status,
  reason,
  tally,
  ...times
}: ExportedRun): ImportedExperiment['runs'][number] {
  // The run may not exist, so create another one.
  if (run === null && standing !== 'over') return { run, change: null };
  const startedAt = times.startedAt === null ? null : Date.parse(times.startedAt);
  const endedAt = times.endedAt === null ? null : Date.parse(times.endedAt);
  const results = { tally, startedAt };
  return standing === 'over'
    ? { run, change: { standing, status, reason, endedAt, ...results } }
    : {
        run,
        change: { standing: 'playing', status: 'paused', reason: reason ?? IMPORTED, held: true, ...results },
      };
}

const pickGames = <T>(byGame: Readonly<Record<string, T>>, { games }: Plan): Record<string, T> =>
  Object.fromEntries(Object.entries(byGame).filter(([game]) => games.includes(game)));
