import { z } from 'zod';
import { UNDERSTUDY_NAME } from '../../base/answerer';
import { guessTokens, loadTokenizer } from '../../base/tokens';
import type { Rung } from '../../contract/calls';
import type { ResolvedProfile } from '../../contract/profiles';
import type { ProviderTrial, TrialProblem, TryProvider } from '../../contract/provider-views';
import { VENDOR_URLS } from '../../contract/providers';
import type { Answer, Ask, CallIntent, CallPort, CallResult, CallSize } from '../../room/step-context';
import { createGateway, type Gateway } from '../gateway';
import type { Provider } from '../provider';
import { diagnose, diagnoseBinding, type SettingNames } from './diagnose';
import { type FoundWindow, findWindow } from './find-window';
import { listModels } from './list-models';
import type { EndpointRequest, ReadDeps } from './read-endpoint';

interface TrialDeps extends ReadDeps {
  provider: Provider;
  /** Null for providers without one, such as Workers AI. */
  endpoint: EndpointRequest | null;
  names: SettingNames;
  tenant: string;
  sleep: (ms: number) => Promise<void>;
  now: () => number;
  /** Runs a call and adds it to the tenant's spending. */
  meter: (intent: CallIntent, size: CallSize, run: () => Promise<CallResult>) => Promise<CallResult>;
}

const MAX_CALLS = 4;
/** Length of the prompt that tests if long prompts are truncated, in tokens. */
const LONG_PROMPT = 6_000;
/** Tokenizers differ, so only a count this far below ours means that the prompt was truncated. */
const CUT_RATIO = 0.75;
const SUSPECT_RATIO = 0.92;
const CODE = 'marigold-47';

const lamp = z.object({ color: z.string(), chairs: z.number() });
const word = z.object({ code: z.string() });

const said = z.object({ text: z.string() });
const door = z.object({ color: z.string() });
/** A red square, in the format of the boards of runs. */
const RED = Array.from({ length: 8 }, () => '8'.repeat(8)).join('/');

/**
 * Tests a model with the requests that rooms make: a small question with a schema, a streamed line of prose, a question
 * about a picture.
 * @param parts `window`: also sends a long prompt to test if it is truncated; `lineOnly`: sends only the line
 * @throws only errors of `meter`
 */
export async function tryModel(
  profile: ResolvedProfile,
  deps: TrialDeps,
  { window: withWindow, lineOnly }: Pick<TryProvider, 'window' | 'lineOnly'> = {},
): Promise<Omit<ProviderTrial, 'cost'>> {
  const results: CallResult[] = [];
  const timing: { startedAt: number; firstAt: number | null } = { startedAt: 0, firstAt: null };
  const provider: Provider = {
    ...deps.provider,
    complete(request, signal) {
      timing.startedAt = deps.now();
      timing.firstAt = null;
      const onChunk = (chunk: string) => {
        timing.firstAt ??= deps.now();
        request.onChunk?.(chunk);
      };
      return deps.provider.complete({ ...request, ...(request.onChunk && { onChunk }) }, signal);
    },
  };
  const gateway = createGateway({
    providers: { [profile.provider]: provider },
    sleep: deps.sleep,
    now: deps.now,
  });
  const port: CallPort = {
    tenant: deps.tenant,
    call: async (_step, intent, run, rule, size) => {
      const result = await deps.meter(intent, size, run);
      results.push(result);
      return { decision: rule.decide(result), replayed: false };
    },
  };
  const answer = lineOnly
    ? null
    : await ask(gateway, port, 'try', {
        ...question(profile, lamp, 'lamp'),
        messages: [
          { role: 'system', content: 'Answer the question exactly.' },
          {
            role: 'user',
            content:
              'The room has a green lamp and 7 chairs. What color is the lamp, and how many chairs are there?',
          },
        ],
      });
  const firstResult = results.at(-1);
  const problems: TrialProblem[] = [];
  if (answer?.ok === false && firstResult !== undefined) problems.push(await explain(firstResult));
  const line = answer?.ok === false ? null : await tryLine();
  const lineResult = results.at(-1);
  const firstAt = timing.firstAt ?? deps.now();
  const firstMs = line?.text == null ? null : Math.round(firstAt - timing.startedAt);
  const pictures = answer?.ok ? await tryPicture() : null;
  if (line?.problem) problems.push(line.problem);
  const window =
    answer?.ok || line?.text != null
      ? await measureWindow(profile, deps, withWindow ? measureLongPrompt : null)
      : NOT_MEASURED;
  function explain(result: CallResult): TrialProblem | Promise<TrialProblem> {
    const { endpoint, names } = deps;
    return endpoint === null
      ? diagnoseBinding(profile.model, result, names)
      : diagnose(endpoint, profile.model, result, names, deps);
  }
  async function measureLongPrompt(): Promise<FoundWindow> {
    const before = results.length;
    const { messages, tokens } = await buildLongPrompt();
    const reply = await ask(gateway, port, 'window', {
      ...question(profile, word, 'word'),
      messages,
      maxCalls: 1,
    });
    const result = results[before];
    const refusedWindow = result?.learnt?.window ?? null;
    if (refusedWindow !== null) return { tokens: refusedWindow, server: null };
    const tokensCounted = result?.status === 'answered' ? result.usage.promptTokens : 0;
    const share = tokensCounted === 0 ? 1 : tokensCounted / tokens;
    const isHeard = reply.ok && reply.value.code.toLowerCase().includes(CODE);
    const isCut = share < CUT_RATIO || (share < SUSPECT_RATIO && !isHeard);
    return { tokens: isCut ? tokensCounted : null, server: null };
  }
  problems.push(...judgeWindow(window, profile.maxContextTokens, deps.names));
  async function tryLine(): Promise<{ text: string | null; rung: Rung; problem: TrialProblem | null }> {
    const before = results.length;
    const reply = await ask(gateway, port, 'line', {
      ...question(profile, said, 'line'),
      role: 'character',
      mode: 'prose',
      fromProse: (text: string) => ({ text }),
      speakers: { own: ['Mara'], others: ['Guest'] },
      messages: [
        {
          role: 'system',
          content: 'You are Mara, an innkeeper. Reply with her words only, in one sentence.',
        },
        { role: 'user', content: 'Guest: Good evening. Is there a room left?' },
      ],
    });
    const { rung } = reply;
    if (reply.ok) return { text: reply.value.text, rung, problem: null };
    const result = results.at(-1);
    const isAnswered = result?.status === 'answered' || results.length === before;
    if (!isAnswered && result !== undefined && (deps.endpoint !== null || lineOnly))
      return { text: null, rung, problem: await explain(result) };
    const detail = 'detail' in reply.failure ? reply.failure.detail : 'no line received';
    const fix = 'Use another model for characters, or reduce its reasoning (reasoning: "low" or "off").';
    return {
      text: null,
      rung,
      problem: { cause: 'answer', detail: `a spoken line failed: ${detail}`, fix },
    };
  }

  async function tryPicture(): Promise<boolean | null> {
    const before = results.length;
    const reply = await ask(gateway, port, 'picture', {
      ...question(profile, door, 'door'),
      maxCalls: 2,
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What color is the square?' },
            { type: 'frame', label: 'the square', cells: RED },
          ],
        },
      ],
    });
    const isRefused = results.slice(before).some(({ learnt }) => learnt?.pictures !== undefined);
    return isRefused ? false : reply.ok ? true : null;
  }

  return {
    ok: line?.text != null,
    provider: profile.provider,
    model: profile.model,
    rung: (answer ?? line)?.rung ?? 'unusable',
    calls: results.length,
    latencyMs: (lineOnly ? lineResult : firstResult)?.latencyMs ?? 0,
    ...readUsage(results),
    window: window.tokens,
    line: line?.text != null,
    text: line?.text ?? null,
    firstMs,
    pictures,
    problems,
  };
}

const NOT_MEASURED: FoundWindow = { tokens: null, server: null };

async function measureWindow(
  { model }: ResolvedProfile,
  deps: TrialDeps,
  measureLongPrompt: (() => Promise<FoundWindow>) | null,
): Promise<FoundWindow> {
  const { endpoint } = deps;
  // A vendor's API has no more details than its list.
  const list = endpoint ? await listModels(endpoint, deps) : null;
  const models = list?.kind === 'models' ? list.models : null;
  const isVendor = endpoint !== null && endpoint.address === VENDOR_URLS[endpoint.kind];
  const listedWindow = models?.find(({ id }) => id === model)?.window ?? null;
  const quickWindow =
    endpoint === null || isVendor
      ? { tokens: listedWindow, server: null }
      : await findWindow(endpoint, model, models, deps);
  if (measureLongPrompt === null) return quickWindow;
  const longWindow = await measureLongPrompt();
  return longWindow.tokens === null
    ? quickWindow
    : { ...quickWindow, tokens: Math.min(longWindow.tokens, quickWindow.tokens ?? longWindow.tokens) };
}

const WINDOW_FIXES: Record<NonNullable<FoundWindow['server']>, string> = {
  ollama: 'start Ollama with OLLAMA_CONTEXT_LENGTH=16384',
  'llama.cpp': 'start llama-server with -c 16384',
  lmstudio: 'load the model in LM Studio with a larger context length',
};

/** Checks if the prompts we build fit the model's actual window. */
function judgeWindow(
  { tokens, server }: FoundWindow,
  wanted: number,
  { onPage }: Pick<SettingNames, 'onPage'>,
): TrialProblem[] {
  const widen = server === null ? 'give the model a larger context window' : WINDOW_FIXES[server];
  const silently = server === 'ollama' ? '; Ollama silently truncates longer prompts' : '';
  if (tokens === null && server === 'ollama')
    return [
      {
        cause: 'window',
        detail: `Ollama does not report the context window of the model; the default on small machines is 4096 tokens${silently}`,
        fix: onPage ? `To be sure, ${widen}.` : `Set MAX_CONTEXT_TOKENS=4096, or ${widen}.`,
      },
    ];
  if (tokens === null || tokens >= wanted) return [];
  return [
    {
      cause: 'window',
      detail: `the model's context window has ${tokens} tokens, but prompts are built for ${wanted}${silently}`,
      // The page saves the window of the test.
      fix: `${onPage ? 'Save it, so that prompts fit' : `Set MAX_CONTEXT_TOKENS=${tokens}`}, or ${widen}.`,
    },
  ];
}

const question = <T>(profile: ResolvedProfile, schema: z.ZodType<T>, schemaName: string) => ({
  role: 'extractor' as const,
  purpose: `try ${profile.provider}`,
  brief: { task: 'trial', seed: 'trial' },
  schema,
  schemaName,
  profile,
  maxCalls: MAX_CALLS,
});

const ask = <T>(gateway: Gateway, port: CallPort, step: string, one: Ask<T>): Promise<Answer<T>> =>
  gateway.ask(port, step, one, { decide: (answer: Answer<T>) => answer });

/** Builds a prompt of this many tokens (our count) with the code in its first line. */
async function buildLongPrompt(): Promise<{ messages: Ask<unknown>['messages']; tokens: number }> {
  const count = await loadTokenizer();
  const lines = [`The code word is ${CODE}.`];
  for (let tokens = 0, n = 1; tokens < LONG_PROMPT; n++) {
    const line = `Day ${n}: the river runs past the old mill, and the people of the town go to the market.`;
    tokens += count(line) + 1;
    lines.push(line);
  }
  const content = `${lines.join('\n')}\n\nWhat is the code word in the first line?`;
  return { messages: [{ role: 'user', content }], tokens: count(content) };
}

/** Sums up token usage. Estimates thinking by its length if the endpoint does not count it. */
function readUsage(results: readonly CallResult[]): Pick<ProviderTrial, 'thinks' | 'tokens'> {
  const tokens = { prompt: 0, completion: 0, reasoning: 0 };
  for (const { usage, reasoning, problems } of results) {
    tokens.prompt += usage.promptTokens;
    tokens.completion += usage.completionTokens;
    const isCut = problems.some(({ message }) => message.endsWith('cut off before the answer'));
    tokens.reasoning +=
      usage.reasoningTokens ?? (isCut ? usage.completionTokens : guessTokens(reasoning ?? ''));
  }
  return { thinks: tokens.reasoning > 0, tokens };
}

export const UNDERSTUDY_TRIAL: ProviderTrial = {
  ok: true,
  provider: UNDERSTUDY_NAME,
  model: UNDERSTUDY_NAME,
  rung: 'understudy',
  calls: 0,
  latencyMs: 0,
  thinks: false,
  tokens: { prompt: 0, completion: 0, reasoning: 0 },
  window: null,
  line: true,
  ...{ text: null, firstMs: null, cost: null },
  pictures: false,
  problems: [],
};
