import { DEFAULT_BUDGETS as ADVENTURE_BUDGETS } from '../../adventure/state';
import { nameAnswerer, UNDERSTUDY_NAME } from '../../base/answerer';
import { ADVENTURE_ROLES } from '../../contract/adventure-agents';
import {
  type CreateExperiment,
  type ExperimentMeasure,
  type ExperimentModel,
  experimentRow,
  MAX_EXPERIMENT_RUNS,
  SCENE_ROLES,
} from '../../contract/experiments';
import { fail, ok, type Result } from '../../contract/problems';
import type { Profile } from '../../contract/profiles';
import type { CreateRun } from '../../contract/runs';
import type { SceneTrials } from '../../contract/scene-trials';
import { DEFAULT_BUDGETS as GRID_BUDGETS } from '../../grid/state';
import { isStory } from '../games/catalog';
import type { Allotment } from './budget';
import { isCondition, listConditions } from './scenes/conditions';
import { findPatternFault, SCENE_SCORES } from './scenes/score';

type Profiles = NonNullable<Exclude<ExperimentModel, string>['profiles']>;

/** A row label, and profiles for every kind of run. */
export interface Player {
  label: string;
  /** Empty: the defaults. */
  profiles: Profiles;
}

/** A planned run. `player` is an index of the models. */
export interface Cell {
  /** From 1. */
  n: number;
  game: string;
  player: number;
  seed: string;
}

/** The plan with all defaults applied. Plain JSON; immutable. */
export interface Plan {
  name: string;
  /** Games, or the conditions of `scene`. */
  games: string[];
  /** Absent: it plays games. */
  scene?: SceneTrials;
  players: Player[];
  seeds: string[];
  budgets: NonNullable<CreateRun['budgets']>;
  options: NonNullable<CreateRun['options']>;
  /** Continue grid runs in play mode; absent: they end once every action is settled. */
  play?: boolean;
  /** Only for grid games; absent: the run's default. */
  explore?: CreateRun['explore'];
  verifyAfter?: number;
  world?: CreateRun['world'];
  parallel: number;
  tags: string[];
  sourceUrl: string | null;
}

const GRID_ROLES = ['explorer', 'analyst'] as const;
const ROLES = { grid: GRID_ROLES, adventure: ADVENTURE_ROLES, scene: SCENE_ROLES } as const;
const BUDGETS = {
  grid: ['actions', 'calls', 'tokens', 'money'],
  adventure: ['turns', 'calls', 'tokens', 'money'],
  scene: ['calls', 'tokens', 'money'],
} as const;
export type RunKind = keyof typeof ROLES;

export const gameKind = (game: string): RunKind =>
  isCondition(game) ? 'scene' : isStory(game) ? 'adventure' : 'grid';

/** Prefixes of room ids. */
export const ID_KINDS = { grid: 'run', adventure: 'adv', scene: 'scn' } as const;

/** True if a player makes no model calls. @param standard default provider of profiles */
export function isComputed({ profiles }: Pick<Player, 'profiles'>, standard: string): boolean {
  const providers = Object.values(profiles).map((profile) => profile?.provider ?? standard);
  return (providers.length > 0 ? providers : [standard]).every((provider) => provider === UNDERSTUDY_NAME);
}

const DEFAULT_PLAYER: Player = { label: 'default', profiles: {} };

/**
 * Validates and completes a plan.
 *
 * @returns `invalid` with a pointer if there is no game, a duplicate label or score, or too many runs
 */
export function planExperiment(body: CreateExperiment): Result<Plan> {
  const played = [...new Set([...body.games, ...body.stories])];
  const games = body.scene ? listConditions(body.scene) : played;
  const seeds = listSeeds(body.seeds);
  const players = body.models?.map(readModel) ?? [DEFAULT_PLAYER];
  const errors: { pointer: string; message: string }[] = [];
  if (games.length === 0) errors.push({ pointer: '/games', message: 'list at least one game' });
  if (body.scene) {
    if (played.length > 0) errors.push({ pointer: '/scene', message: 'play either games or a scene' });
    errors.push(...checkScores(body.scene));
  }
  for (const [i, { label }] of players.entries())
    if (players.findIndex((one) => one.label === label) < i)
      errors.push({
        pointer: `/models/${i}`,
        message: `"${label}" is used twice; give one of them another \`label\``,
      });
  const count = games.length * seeds.length * players.length;
  if (count > MAX_EXPERIMENT_RUNS)
    errors.push({
      pointer: '/games',
      message: `games × models × seeds make ${count} runs; the maximum is ${MAX_EXPERIMENT_RUNS}`,
    });
  if (errors.length > 0) return fail({ code: 'invalid', errors });
  const { name, budgets = {}, parallel, tags, sourceUrl = null, play, explore, verifyAfter } = body;
  const { world, scene } = body;
  // Shared notes of other runs would distort the measurement.
  const options = { share: false, ...body.options };
  return ok({
    ...{ name, games, players, seeds, budgets, options, parallel, tags, sourceUrl },
    ...(scene && { scene }),
    ...(play !== undefined && { play }),
    ...(explore !== undefined && { explore }),
    ...(verifyAfter !== undefined && { verifyAfter }),
    ...(world !== undefined && { world }),
  });
}

/** Tables have a column for each score next to their own, so each name is used once. */
function checkScores({ rules, judge }: SceneTrials): { pointer: string; message: string }[] {
  const names = new Set<string>([...Object.keys(experimentRow.shape), 'title', ...SCENE_SCORES]);
  const scores = [
    ...rules.map(({ name }, i) => ({ name, pointer: `/scene/rules/${i}/name` })),
    ...Object.keys(judge?.criteria ?? {}).map((name) => ({ name, pointer: `/scene/judge/criteria/${name}` })),
  ];
  const taken = scores.flatMap(({ name, pointer }) => {
    if (names.has(name)) return [{ pointer, message: `"${name}" is the name of another result` }];
    names.add(name);
    return [];
  });
  const patterns = rules.flatMap(({ matches }, i) => {
    const message = matches === undefined ? null : findPatternFault(matches);
    return message === null ? [] : [{ pointer: `/scene/rules/${i}/matches`, message }];
  });
  return [...taken, ...patterns];
}

const listSeeds = (seeds: CreateExperiment['seeds']): string[] =>
  typeof seeds === 'number' ? Array.from({ length: seeds }, (_, i) => String(i + 1)) : [...new Set(seeds)];

/** Reads a model: a name, or profiles. */
export function readModel(model: ExperimentModel): Player {
  if (typeof model === 'string') return { label: model, profiles: forEveryRole(readName(model)) };
  const { profile, profiles = {} } = model;
  const all = { ...(profile && forEveryRole(profile)), ...profiles };
  const [first] = Object.values(all);
  return { label: model.label ?? modelLabel(first), profiles: all };
}

/**
 * `<model> by <provider>`, or a provider's name. The last `by` counts, because model names may contain one.
 */
export function readName(name: string): Profile {
  const [, model, provider] = /^(.+) by (\S+)$/.exec(name) ?? [];
  return model === undefined || provider === undefined ? { provider: name } : { provider, model };
}

const modelLabel = (profile: Profile | undefined): string =>
  profile?.provider === undefined
    ? (profile?.model ?? DEFAULT_PLAYER.label)
    : nameAnswerer({ provider: profile.provider, model: profile.model });

const forEveryRole = (profile: Profile): Player['profiles'] =>
  Object.fromEntries(Object.values(ROLES).flatMap((roles) => roles.map((role) => [role, profile])));

/** Seed by seed, so that each game and model is played once before any is repeated. */
export function listCells({ games, players, seeds }: Plan): Cell[] {
  const cells = seeds.flatMap((seed) =>
    games.flatMap((game) => players.map((_, player) => ({ game, player, seed }))),
  );
  return cells.map((cell, i) => ({ n: i + 1, ...cell }));
}

/** A run's own limits, by the experiment's measures. null: the measure does not apply to its kind. */
export function ownLimits(
  { budgets }: Pick<Plan, 'budgets'>,
  game: string,
): Partial<Record<ExperimentMeasure, number | null>> {
  const { actions, calls, tokens, money } = budgets;
  const kind = gameKind(game);
  const most =
    kind === 'scene' ? calls : (calls ?? (kind === 'grid' ? GRID_BUDGETS : ADVENTURE_BUDGETS).calls);
  const limits = {
    actions: kind === 'grid' ? (actions ?? GRID_BUDGETS.actions) : null,
    ...(most != null && { calls: most }),
  };
  return { ...limits, ...(tokens != null && { tokens }), ...(money != null && { money }) };
}

/**
 * The creation request of a planned run, which is started later, once it exists.
 *
 * @param allotment never exceeds the run's own limits
 * @param name of the game for the title; ids of uploaded stories are not readable
 */
export function runBody(
  plan: Plan,
  { game, player, seed }: Omit<Cell, 'n'>,
  kind: Exclude<RunKind, 'scene'>,
  allotment: Allotment | null = null,
  name: string = game,
): CreateRun {
  const { label = '', profiles = {} } = plan.players[player] ?? {};
  const own = pickFields(profiles, ROLES[kind]);
  const budgets = pickFields({ ...plan.budgets, ...allotment }, BUDGETS[kind]);
  return {
    game,
    seed,
    title: `${plan.name}: ${name}, ${label}, seed ${seed}`.slice(0, 200).toWellFormed(),
    start: false,
    ...(Object.keys(own).length > 0 && { profiles: own }),
    ...(Object.keys(budgets).length > 0 && { budgets }),
    ...(kind === 'adventure' && { options: plan.options }),
    ...(kind === 'grid' && plan.play !== undefined && { play: plan.play }),
    ...(kind === 'grid' && plan.explore !== undefined && { explore: plan.explore }),
    ...(kind === 'grid' && plan.verifyAfter !== undefined && { verifyAfter: plan.verifyAfter }),
    ...(kind === 'grid' && plan.world !== undefined && { world: plan.world }),
  };
}

export const pickFields = <T extends object>(from: T, names: readonly string[]): Partial<T> =>
  Object.fromEntries(Object.entries(from).filter(([name]) => names.includes(name))) as Partial<T>;

/** Receipt key, so that a run is created only once despite crashes. */
export const creationKey = (experiment: string, n: number): string => `experiment/${experiment}/${n}`;
