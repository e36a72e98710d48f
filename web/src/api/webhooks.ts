import type {
  ChangeHook,
  CreateHook,
  Hook,
  HookDelivery,
  NewHook,
  RotateHook,
} from '../../../src/contract/hooks';
import type {
  Attempt,
  ChangeWebhook,
  CreateWebhook,
  NewWebhook,
  SentAttempt,
  Webhook,
} from '../../../src/contract/webhooks';
import { get, type Page, post, send, sendJson } from './api';

const at = (kind: 'webhooks' | 'hooks', id: string): string => `/${kind}/${encodeURIComponent(id)}`;

/** The body without fields that have defaults. */
export type WebhookDraft = Pick<CreateWebhook, 'url' | 'as'> & Partial<CreateWebhook>;
export type HookDraft = Omit<CreateHook, 'active'>;

/** Outgoing webhooks. */
export const webhooks = {
  list: () => get<Page<Webhook>>('/webhooks'),
  create: (body: WebhookDraft, key: string) => post<NewWebhook>('/webhooks', body, key),
  change: (id: string, body: ChangeWebhook) =>
    sendJson<Webhook>(at('webhooks', id), { method: 'PATCH', body }),
  remove: (id: string) => send(at('webhooks', id), { method: 'DELETE' }),
  rotate: (id: string, key: string) => post<NewWebhook>(`${at('webhooks', id)}/secret`, undefined, key),
  test: (id: string, key: string) => post<Attempt>(`${at('webhooks', id)}/test`, undefined, key),
  attempts: (id: string, search: { status: string; cursor: string | null; limit: number }) => {
    const query = new URLSearchParams({ limit: String(search.limit) });
    if (search.status !== '') query.set('status', search.status);
    if (search.cursor !== null) query.set('cursor', search.cursor);
    return get<Page<Attempt>>(`${at('webhooks', id)}/attempts?${query}`);
  },
  attempt: (id: string, n: number) => get<SentAttempt>(`${at('webhooks', id)}/attempts/${n}`),
  replay: (id: string, n: number, key: string) =>
    post<Attempt>(`${at('webhooks', id)}/attempts/${n}/replay`, undefined, key),
};

/** Incoming webhooks. */
export const hooks = {
  list: () => get<Page<Hook>>('/hooks'),
  create: (body: HookDraft, key: string) => post<NewHook>('/hooks', body, key),
  change: (id: string, body: ChangeHook) => sendJson<Hook>(at('hooks', id), { method: 'PATCH', body }),
  remove: (id: string) => send(at('hooks', id), { method: 'DELETE' }),
  rotate: (id: string, body: RotateHook, key: string) =>
    post<NewHook>(`${at('hooks', id)}/secret`, body, key),
  deliveries: (id: string) => get<Page<HookDelivery>>(`${at('hooks', id)}/deliveries`),
};
