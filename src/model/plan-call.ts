import { toProviderSchema } from 'answer-reader';
import { countPromptTokens, guessPromptTokens, loadTokenizer } from '../base/tokens';
import type { Message } from '../contract/calls';
import type { ResolvedProfile } from '../contract/profiles';
import type { Ask, CallIntent, CallResult } from '../room/step-context';
import type { ModelMemory } from './capability';
import { type Ladder, PARAMETER_POINTER, PICTURES_POINTER, WINDOW_POINTER } from './ladder';
import { answerWithin, fitWindow, hasPictures, renderPrompt, withoutPictures } from './prompt';
import type { ProviderReply } from './provider';
import { allowThinking } from './thinking';

export interface TargetModel {
  memory: ModelMemory;
  /** See `Provider`. */
  showsSchema: boolean;
}

/**
 * True if the answer format may be left out of a prompt, because the model reads it in the schema of the request. Any
 * further call of the request has it again, and so has a prompt with a profile's own format.
 */
export const mayOmitForm = <T>(
  { memory, showsSchema }: TargetModel,
  { instruction }: Ask<T>,
  { mode, ceiling, answered }: Ladder,
): boolean =>
  showsSchema &&
  mode === 'json' &&
  ceiling === 'json_schema' &&
  answered === 0 &&
  instruction === undefined &&
  memory.followsSchema();

/** A call ready to run. The intent must be the same on replay, so it excludes learned capabilities. */
export interface CallPlan {
  /** Already in prose mode if the model answers in no other form. */
  ladder: Ladder;
  messages: Message[];
  reasoningTokens: number;
  notes: string[];
  learnt?: { prose: true };
}

export interface FittedPrompt {
  sent: Message[] | undefined;
  maxTokens: number;
  reasoningTokens: number;
  said: Pick<CallResult, 'sent' | 'notes'>;
}

export function planCall<T>(
  memory: ModelMemory,
  ask: Ask<T>,
  ladder: Ladder,
  { messages }: CallIntent,
): CallPlan {
  const reasoningTokens = ladder.reasoningTokens ?? allowThinking(memory, ask.profile);
  // Corrections refer to fields of an object, and prose cannot carry the profile's own fields.
  const isPlain = ask.profile.jsonSchema === undefined && ask.profile.outputExtraFields === undefined;
  const mayTalk = ask.fromProse !== undefined && ladder.mode === 'json' && ladder.reask === null && isPlain;
  if (!mayTalk || !memory.speaksProse()) return { ladder, messages, reasoningTokens, notes: [] };
  const prose: Ladder = { ...ladder, mode: 'prose' };
  const notes = ['asked for plain prose, because the last answers of this model were not JSON'];
  return {
    ladder: prose,
    messages: renderPrompt(ask, prose),
    reasoningTokens,
    notes,
    learnt: { prose: true },
  };
}

/** The schema sent with the request: endpoints count it as part of the prompt. */
export const answerForm = <T>({ schema }: Ask<T>, { mode, ceiling }: Ladder): string =>
  mode === 'json' && ceiling === 'json_schema' ? JSON.stringify(toProviderSchema(schema)) : '';

/**
 * Fits the prompt to the model. Prompts are built with our own token count (o200k); for a model known to count more,
 * this shortens the prompt to fit the profile's window.
 */
export async function fitPrompt<T>(
  memory: ModelMemory,
  plan: CallPlan,
  ask: Ask<T>,
  { omitsForm }: CallIntent,
): Promise<FittedPrompt> {
  const { ladder, messages, reasoningTokens } = plan;
  const notes = [...plan.notes];
  let sentMessages = plan.learnt?.prose ? messages : undefined;
  const pictures = ladder.pictures && memory.takesPictures();
  const ratio = memory.ratio();
  const rewrite = (tokens: number | null): Message[] | null => {
    const window = tokens === null ? null : Math.floor(tokens / ratio);
    return ask.messagesFor
      ? renderPrompt({ ...ask, messages: ask.messagesFor({ window, pictures }) }, ladder, omitsForm)
      : null;
  };
  if (hasPictures(messages) && !pictures) {
    sentMessages = rewrite(null) ?? withoutPictures(messages);
    notes.push('pictures were omitted, because the model accepts none; the board was sent as text');
  }
  const knownWindow = ladder.window ?? memory.window();
  const window = knownWindow ?? (ratio > 1 ? ask.profile.maxContextTokens : null);
  const say = (): Pick<FittedPrompt, 'sent' | 'said'> => ({
    sent: sentMessages,
    said: sentMessages ? { sent: sentMessages, notes } : {},
  });
  if (window === null) return { ...say(), maxTokens: ladder.maxTokens, reasoningTokens };
  const countPrompt = await createCounter(ratio);
  const shortenToFit = (all: Message[]): Message[] | null =>
    fitWindow(all, window, ladder.maxTokens, countPrompt);
  const shorter = shortenToFit(sentMessages ?? messages);
  if (shorter) {
    const rewritten = rewrite(window);
    sentMessages = rewritten ? (shortenToFit(rewritten) ?? rewritten) : shorter;
    const counting = ratio > 1 ? `, because it counts ${ratio} tokens for each of ours` : '';
    const fix = `set maxContextTokens to ${Math.floor(window / ratio)} in the profile, or MAX_CONTEXT_TOKENS for the stage`;
    notes.push(
      `the prompt was shortened to fit the model's context window of ${window} tokens${counting}: ${fix}`,
    );
  }
  if (knownWindow === null) return { ...say(), maxTokens: ladder.maxTokens, reasoningTokens };
  const maxTokens = answerWithin(window, ladder.maxTokens);
  const rest = window - maxTokens - countPrompt(sentMessages ?? messages);
  return { ...say(), maxTokens, reasoningTokens: Math.max(0, Math.min(reasoningTokens, rest)) };
}

/** Counts like the model if its ratio is known; else a guess that is rarely too low. */
async function createCounter(ratio: number): Promise<(messages: readonly Message[]) => number> {
  if (ratio === 1) return guessPromptTokens;
  const count = await loadTokenizer();
  return (messages) => Math.ceil(ratio * countPromptTokens(messages, count));
}

/**
 * Learns that a model counts more tokens than we do, but only from prompts that leave little space for the answer;
 * other prompts are skipped to save the count.
 * @param counted tokens of these messages by the model's count
 */
export async function learnRatio(
  memory: ModelMemory,
  { maxContextTokens, maxTokens }: ResolvedProfile,
  messages: readonly Message[],
  counted: number,
): Promise<void> {
  const window = memory.window() ?? maxContextTokens;
  if (counted <= window - answerWithin(window, maxTokens) || hasPictures(messages)) return;
  memory.countPrompt(counted, countPromptTokens(messages, await loadTokenizer()));
}

/** Learns a model's limits from a refusal, for the retry and for later requests. */
export function learnLimits(
  memory: ModelMemory,
  { maxTokens }: ResolvedProfile,
  reply: ProviderReply,
  { messages }: CallIntent,
): Partial<CallResult> {
  if (reply.kind !== 'refused') return {};
  if (reply.picturesRefused) {
    memory.refusePictures();
    const problems = [{ pointer: PICTURES_POINTER, message: 'pictures were refused' }];
    return { learnt: { pictures: false }, problems, backoffMs: 0 };
  }
  if (reply.picturesDoubted) {
    const problems = [
      { pointer: PICTURES_POINTER, message: 'refused without a reason, possibly because of its pictures' },
    ];
    return { learnt: { pictures: 'doubted' }, problems, backoffMs: 0 };
  }
  if (reply.affordable !== undefined) {
    const message = `only credit for ${reply.affordable} tokens is left`;
    const problems = [{ pointer: PARAMETER_POINTER, message }];
    return { learnt: { maxTokens: reply.affordable }, problems, backoffMs: 0 };
  }
  if (!reply.windowExceeded) return {};
  const { window, once } = reply.windowExceeded;
  if (window !== null && !once) memory.setWindow(window);
  // If the model does not report its window, try half the prompt's size.
  const triedTokens = window ?? Math.floor(guessPromptTokens(messages) / 2) + maxTokens;
  const problems = [
    {
      pointer: WINDOW_POINTER,
      message: `the window is ${window ?? 'less'} tokens`.replace('less tokens', 'too small'),
    },
  ];
  return { learnt: { window: triedTokens }, problems, backoffMs: 0 };
}
