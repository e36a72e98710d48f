import { env } from 'cloudflare:workers';
import type { Experiment } from '../../durable-objects/experiment';
import type { ExperimentView } from '../../src/contract/experiments';
import { until } from './rooms';
import { get, OPERATOR } from './stage-client';

/** A game that ends at once. */
export const SMALL = { games: ['corridor'], models: ['understudy'], budgets: { actions: 3 } };

let count = 0;
export async function createExperiment(body: object = {}, key = OPERATOR): Promise<ExperimentView> {
  count += 1;
  return get<ExperimentView>('POST /v1/experiments', key, { name: `No. ${count}`, ...SMALL, ...body });
}
export const readExperiment = (id: string, key = OPERATOR) =>
  get<ExperimentView>(`GET /v1/experiments/${id}`, key);
export const tellExperiment = (id: string, verb: string) =>
  get<ExperimentView>(`POST /v1/experiments/${id}/${verb}`);

/** Runs advance by alarms, so this takes seconds. */
export const untilExperiment = (id: string) => until(() => readExperiment(id), 100);

export const experimentObject = (id: string) =>
  env.EXPERIMENTS.get(env.EXPERIMENTS.idFromName(`local/${id}`)) as unknown as DurableObjectStub<Experiment>;
