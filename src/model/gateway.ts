import { UNDERSTUDY_NAME } from '../base/answerer';
import type { JsonObject } from '../base/json';
import type { CallCheck, Usage } from '../contract/calls';
import type { ResolvedProfile } from '../contract/profiles';
import type { Streaming } from '../contract/scenes';
import type { Answer, Ask, CallIntent, CallPort, CallResult, DecisionRule } from '../room/step-context';
import { type CapabilityMemory, createCapabilityMemory } from './capability';
import { untilAborted } from './complete-in-time';
import { describeAccepted, explainFailure } from './explain';
import { decide, firstStep, type LadderRules, type Next } from './ladder';
import { addCheck } from './list-checks';
import { answerForm, mayOmitForm, planCall, type TargetModel } from './plan-call';
import { renderPrompt } from './prompt';
import type { Provider } from './provider';
import { createUnderstudy, type UnderstudyTable } from './providers/understudy';
import { joinThoughts } from './reasoning-fields';
import { runCall } from './run-call';
import { readValue } from './verdict';

type ModelName = Pick<ResolvedProfile, 'provider' | 'model'>;

interface GatewayDeps {
  /** Providers by the name that profiles use; unconfigured providers are absent. */
  providers: Record<string, Provider>;
  /** Finds a provider for which the tenant has its own key; null: use the operator's. */
  tenantProvider?: (tenant: string, name: string) => Promise<Provider | null>;
  /** Enables the provider `understudy`. */
  understudy?: () => Promise<UnderstudyTable>;
  sleep: (ms: number) => Promise<void>;
  /** Milliseconds; only differences matter. */
  now: () => number;
  /** Developer log: receives the cleaned payload of each accepted answer, without prompts, thoughts or secrets. */
  log?: (entry: JsonObject) => void;
  capability?: CapabilityMemory;
}

export interface Gateway {
  /**
   * Asks a model and steps down the output ladder (docs/models.md#answer-forms) until an answer is usable or the ladder
   * is exhausted. Each request is a `port.call` named `<step>/<n>`, n from 1. The decision's events are stored with the
   * last call. Model failures are returned, never thrown.
   */
  ask<T, D>(port: CallPort, step: string, ask: Ask<T>, rule: DecisionRule<Answer<T>, D>): Promise<D>;
  /** Reports if the next line of a profile would be streamed. */
  streaming(tenant: string, profile: ModelName): Promise<Streaming>;
}

export function createGateway(deps: GatewayDeps): Gateway {
  const providers = new Map(Object.entries(deps.providers));
  if (deps.understudy !== undefined) providers.set(UNDERSTUDY_NAME, createUnderstudy(deps.understudy));
  const capability = deps.capability ?? createCapabilityMemory();

  const findProvider = async (tenant: string, name: string): Promise<Provider | undefined> =>
    (name === UNDERSTUDY_NAME ? null : await deps.tenantProvider?.(tenant, name)) ?? providers.get(name);

  async function findOwnModel(tenant: string, name: string, model: string): Promise<TargetModel> {
    // If the tenant object is unreachable, the call itself will report it.
    const own = await deps.tenantProvider?.(tenant, name).catch(() => null);
    const memory = capability.of(tenant, own?.lessons ?? name, model);
    return { memory, showsSchema: own?.showsSchema === true };
  }

  /** Synchronous for the operator's providers, so that concurrent calls keep the order of their numbers. */
  const findModel = (
    tenant: string,
    { provider: name, model }: ModelName,
  ): TargetModel | Promise<TargetModel> => {
    const provider = providers.get(name);
    if (!provider) return findOwnModel(tenant, name, model);
    return { memory: capability.of(tenant, name, model), showsSchema: provider.showsSchema === true };
  };

  async function streaming(tenant: string, profile: ModelName): Promise<Streaming> {
    if (profile.provider === UNDERSTUDY_NAME) return { on: false, why: 'understudy' };
    await capability.recall();
    const { memory } = await findModel(tenant, profile);
    const why = memory.whyWhole();
    return { on: why === null, why };
  }

  return {
    streaming,
    async ask(port, step, ask, rule) {
      const { profile, maxCalls = Number.POSITIVE_INFINITY } = ask;
      const rules: LadderRules = {
        prose: ask.fromProse !== undefined,
        retryProse: ask.mode === 'prose',
        // Don't retry a request that is itself the last attempt.
        deterministic: profile.provider === UNDERSTUDY_NAME || ask.isLast === true,
      };
      let totals: AskTotals = { usage: { promptTokens: 0, completionTokens: 0 }, checks: [] };
      let ladder = firstStep(profile.maxTokens, ask);
      const found = findModel(port.tenant, profile);
      const model = found instanceof Promise ? await found : found;
      if (profile.provider !== UNDERSTUDY_NAME) await capability.recall();
      for (let n = 1; ; n++) {
        const at = ladder;
        const call = `${step}/${n}`;
        const stored = port.storedIntent?.(call);
        const isSameModel = stored?.provider === profile.provider && stored.model === profile.model;
        const omitsForm = isSameModel ? stored.omitsForm === true : mayOmitForm(model, ask, at);
        const intent: CallIntent = {
          role: ask.role,
          purpose: ask.purpose,
          attempt: n,
          provider: profile.provider,
          model: profile.model,
          ...(omitsForm && { omitsForm }),
          messages: renderPrompt(ask, at, omitsForm),
        };
        const onText = (text: string, part: number): void => port.onText?.(call, text, part);
        const request = planCall(model.memory, ask, at, intent);
        const follow = (result: CallResult) => {
          const next = decide(at, result, rules, maxCalls - n);
          const sums = {
            usage: addUsage(totals.usage, result.usage),
            checks: addCheck(totals.checks, n, result),
          };
          if (next.do === 'call') return { ...next, sums, backoffMs: result.backoffMs };
          const answer = conclude(ask, next, result, { ...sums, calls: n });
          return { do: 'return' as const, answer, decision: rule.decide(answer) };
        };
        const { decision: next, replayed } = await port.call(
          call,
          intent,
          async (onAnswer) => {
            const provider = await findProvider(port.tenant, profile.provider);
            return runCall(
              { ask, intent, provider, now: deps.now, onText, onAnswer, memory: model.memory, ...request },
              port,
            );
          },
          {
            decide: follow,
            events: (made) => (made.do === 'return' ? (rule.events?.(made.decision) ?? []) : []),
            ...(n === 1 && { during: rule.during, early: rule.early }),
          },
          { maxTokens: at.maxTokens + request.reasoningTokens, form: answerForm(ask, request.ladder) },
        );
        if (next.do === 'return') {
          if (!replayed && next.answer.ok) deps.log?.(describeAccepted(ask, call, next.answer));
          return next.decision;
        }
        ({ ladder, sums: totals } = next);
        if (!replayed && next.backoffMs > 0)
          await Promise.race([deps.sleep(next.backoffMs), untilAborted(port)]);
      }
    },
  };
}

/** Sums over all calls of a request so far. */
interface AskTotals {
  usage: Usage;
  checks: CallCheck[];
}

/** Builds the answer from the result that ended the request; deterministic on replay. */
function conclude<T>(
  ask: Ask<T>,
  next: Exclude<Next, { do: 'call' }>,
  result: CallResult,
  totals: AskTotals & { calls: number },
): Answer<T> {
  const { provider, model, timeoutSeconds } = ask.profile;
  const answerer = provider === UNDERSTUDY_NAME ? { provider } : { provider, model };
  if (next.do === 'fail') {
    const failure = explainFailure(ask.purpose, timeoutSeconds, next.ladder, result);
    const isAnswered = result.status === 'answered';
    const gaveWay = result.status === 'discarded' && ({ gaveWay: true } as const);
    return { ok: false, failure, answered: isAnswered, ...gaveWay, rung: 'unusable', ...answerer, ...totals };
  }
  const readResult = readValue(ask, result, next.spare);
  const finalRung = next.spare === undefined ? result.rung : 'repaired';
  if (readResult === null || finalRung === null) {
    throw new Error(`the stored answer of ${ask.purpose} no longer fits its schema`);
  }
  const { thought } = readResult.value as { thought?: unknown };
  const thoughtText = typeof thought === 'string' ? thought : null;
  const thoughts = joinThoughts([result.reasoning, thoughtText]) || null;
  const { value } = readResult;
  return { ok: true, value, rung: finalRung, thought: thoughts, ...answerer, ...totals };
}

function addUsage(a: Usage, b: Usage): Usage {
  const sum: Usage = {
    promptTokens: a.promptTokens + b.promptTokens,
    completionTokens: a.completionTokens + b.completionTokens,
  };
  for (const field of ['reasoningTokens', 'cachedTokens', 'cost'] as const) {
    if (a[field] !== undefined || b[field] !== undefined) sum[field] = (a[field] ?? 0) + (b[field] ?? 0);
  }
  return sum;
}
