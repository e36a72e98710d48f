import type { EndpointModel, TrialProblem } from '../../contract/provider-views';
import { VENDOR_URLS } from '../../contract/providers';
import type { CallResult } from '../../room/step-context';
import { NO_AI_BINDING } from '../providers/settings';
import { listModels, type ModelList } from './list-models';
import type { EndpointRequest, ReadDeps } from './read-endpoint';

export interface SettingNames {
  baseUrl: string;
  apiKey: string;
  model: string;
  /** The settings are fields of a page, not variables of the stage. */
  onPage?: true;
}

const MODELS_NAMED = 20;
const ENDS_WITH_VERSION = /\/v\d+(?:beta\d*)?$/;
const LOCAL = /^(?:localhost|127\.|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.|\[::1\])/;

const readStatus = ({ error }: CallResult): number | null => {
  const digits = /^(\d{3}) /.exec(error ?? '')?.[1];
  return digits === undefined ? null : Number(digits);
};

/**
 * Explains why a model did not answer and which setting to change. May fetch the endpoint's model list and try the
 * address with `/v1`.
 * @param listed the model list, if already fetched
 */
export async function diagnose(
  endpoint: EndpointRequest,
  model: string,
  last: CallResult,
  names: SettingNames,
  deps: ReadDeps,
): Promise<TrialProblem> {
  const status = readStatus(last);
  if (status === 401 || status === 403) return wrongKey(endpoint, last.error, names);
  if (status === 402 || status === 429) return busy(last);
  const list = await listModels(endpoint, deps);
  switch (list.kind) {
    case 'models':
      return status !== null && !hasModel(list.models, model) && last.status === 'refused'
        ? wrongModel(model, list.models, names)
        : other(last, names);
    case 'wrong_key':
      return wrongKey(endpoint, null, names);
    case 'unreachable':
      return last.status === 'timeout' || list.isLate
        ? late(names)
        : unreachable(endpoint, list.error, names);
    case 'not_api':
      return notAnApi(endpoint, list, last, names, deps);
    case 'refused':
      return other(last, names);
  }
}

/** Models of the Workers AI binding, which has no list of its own. */
export const WORKERS_AI_MODELS = 'https://developers.cloudflare.com/workers-ai/models/';

/** Explains why a model of the Workers AI binding did not answer. The binding has no address, key or model list. */
export function diagnoseBinding(
  model: string,
  last: CallResult,
  names: Pick<SettingNames, 'model'>,
): TrialProblem {
  if (last.status === 'answered') return unusable(last, names);
  if (last.status === 'timeout')
    return {
      cause: 'timeout',
      detail: 'no answer came in time',
      fix: 'Try again. If that does not help, raise CALL_TIMEOUT_S.',
    };
  const status = readStatus(last);
  if (status === 402 || status === 429) return busy(last);
  if (last.error === NO_AI_BINDING)
    return {
      cause: 'refused',
      detail: 'the binding AI is missing',
      fix: 'Enable the [ai] lines of wrangler.toml, and start or deploy the stage again.',
    };
  return status === 404
    ? {
        cause: 'wrong_model',
        detail: `the model "${model}" does not exist: ${last.error}`,
        fix: `Set ${names.model} to a text generation model of ${WORKERS_AI_MODELS}.`,
      }
    : {
        cause: 'refused',
        detail: `the binding refused the request: ${last.error ?? 'no reason given'}`,
        fix: `Check ${names.model}, and the account for the [ai] lines of wrangler.toml.`,
      };
}

export async function explainList(
  endpoint: EndpointRequest,
  list: Exclude<ModelList, { kind: 'models' }>,
  names: SettingNames,
  deps: ReadDeps,
): Promise<TrialProblem> {
  switch (list.kind) {
    case 'wrong_key':
      return wrongKey(endpoint, null, names);
    case 'unreachable':
      return list.isLate ? late(names) : unreachable(endpoint, list.error, names);
    case 'not_api':
      return notAnApi(endpoint, list, null, names, deps);
    case 'refused':
      return {
        cause: 'refused',
        detail: `the endpoint responded with ${list.status}: ${list.error || 'no reason given'}`,
        fix: `Check ${names.baseUrl} and ${names.apiKey}.`,
      };
  }
}

const hasModel = (models: readonly EndpointModel[], model: string): boolean =>
  models.some(({ id }) => id === model || id === `${model}:latest`);

function wrongModel(model: string, models: readonly EndpointModel[], names: SettingNames): TrialProblem {
  const ids = models.slice(0, MODELS_NAMED).map(({ id }) => id);
  const more = models.length > ids.length ? ` and ${models.length - ids.length} more` : '';
  return {
    cause: 'wrong_model',
    detail: `the endpoint has no model "${model}"; it has ${ids.join(', ') || 'no models'}${more}`,
    fix: ids.length > 0 ? `Set ${names.model} to one of these models.` : 'Load a model there first.',
    models: ids,
  };
}

function wrongKey({ apiKey }: EndpointRequest, error: string | null, names: SettingNames): TrialProblem {
  const words = error === null ? '' : `: ${error}`;
  return apiKey === ''
    ? { cause: 'wrong_key', detail: `the endpoint requires a key${words}`, fix: `Set ${names.apiKey}.` }
    : {
        cause: 'wrong_key',
        detail: `the endpoint refused the key${words}`,
        fix: `Correct ${names.apiKey}.`,
      };
}

function unreachable({ address }: EndpointRequest, error: string, names: SettingNames): TrialProblem {
  const { host } = new URL(address);
  const where =
    !names.onPage && LOCAL.test(host)
      ? ' A deployed stage cannot reach an address of your own machine or network.'
      : '';
  return {
    cause: 'unreachable',
    detail: `no server responds at the provider's URL: ${error.replace(/\.+$/, '')}`,
    fix: `Start the server, or correct ${names.baseUrl}.${where}`,
  };
}

const late = (names: SettingNames): TrialProblem => ({
  cause: 'timeout',
  detail: 'no answer came in time',
  fix: `Wait until the model is loaded and try again. If that does not help, ${names.onPage ? '' : 'raise CALL_TIMEOUT_S, or '}correct ${names.baseUrl}.`,
});

const busy = ({ error }: CallResult): TrialProblem => ({
  cause: 'busy',
  detail: `the endpoint is rate-limited: ${error}`,
  fix: 'Wait a moment, or check the limits and the credit of the account.',
});

/** The server responds, but the address belongs to something else or lacks a path. Tries it with `/v1`. */
async function notAnApi(
  endpoint: EndpointRequest,
  { status }: { status: number },
  last: CallResult | null,
  names: SettingNames,
  deps: ReadDeps,
): Promise<TrialProblem> {
  const { kind, address } = endpoint;
  const lacksVersion = kind === 'openai' && !ENDS_WITH_VERSION.test(address);
  const withVersion = lacksVersion ? await listModels({ ...endpoint, address: `${address}/v1` }, deps) : null;
  if (withVersion?.kind === 'models' || withVersion?.kind === 'wrong_key')
    return {
      cause: 'base_url',
      detail: 'the base URL lacks /v1 at its end; with it, the endpoint responds',
      fix: `Add /v1 to the end of ${names.baseUrl}.`,
    };
  // Some endpoints have no model list; then the failed call is more informative.
  if (last !== null && last.status !== 'unreachable' && readStatus(last) !== 404 && status !== 200)
    return other(last, names);
  const hint = address === VENDOR_URLS[kind] ? '' : ', most often one that ends with /v1';
  return {
    cause: 'base_url',
    detail: `a server responds at the base URL, but not with this API (status ${status})`,
    fix: `Correct ${names.baseUrl}: it is the URL before /chat/completions${hint}.`,
  };
}

function other(last: CallResult, names: SettingNames): TrialProblem {
  if (last.status === 'timeout') return late(names);
  if (last.status !== 'answered')
    return {
      cause: 'refused',
      detail: `the endpoint refused the request: ${last.error ?? 'no reason given'}`,
      fix: `Check ${names.model}, ${names.apiKey} and ${names.baseUrl}.`,
    };
  return unusable(last, names);
}

function unusable(last: CallResult, names: Pick<SettingNames, 'model'>): TrialProblem {
  const misfits = last.problems.slice(0, 3).map(({ pointer, message }) => `${pointer} ${message}`.trim());
  return {
    cause: 'answer',
    detail: `the model responded without a usable answer: ${misfits.join('; ') || 'no part of it matches'}`,
    fix: `Set ${names.model} to a model that follows output formats, or try again.`,
  };
}
