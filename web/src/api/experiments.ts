import type {
  ChangeExperiment,
  CreateExperiment,
  ExperimentSummary,
  ExperimentTable,
  ExperimentView,
} from '../../../src/contract/experiments';
import { get, type Page, post, send, sendJson } from './api';
import type { ListQuery } from './library';

export type ExperimentVerb = 'pause' | 'resume' | 'stop';

export const experiments = {
  list: ({ cursor, limit = 30 }: ListQuery = {}) =>
    get<Page<ExperimentSummary>>(
      `/experiments?${new URLSearchParams({ limit: String(limit), ...(cursor && { cursor }) })}`,
    ),
  read: (id: string) => get<ExperimentView>(`/experiments/${id}`),
  table: (id: string) => get<ExperimentTable>(`/experiments/${id}/table`),
  create: (body: Partial<CreateExperiment>, key: string) => post<ExperimentView>('/experiments', body, key),
  change: (id: string, body: ChangeExperiment) =>
    sendJson<ExperimentView>(`/experiments/${id}`, { method: 'PATCH', body }),
  control: (id: string, verb: ExperimentVerb) => post<ExperimentView>(`/experiments/${id}/${verb}`),
  /** @param withRuns its runs are deleted as well */
  remove: (id: string, withRuns: boolean) =>
    send(`/experiments/${id}?runs=${withRuns ? 'delete' : 'keep'}`, { method: 'DELETE' }),
};
