import type { Message } from '../api/calls';

/** A token of any script is seldom shorter than this many bytes of UTF-8; English has four and more. */
const BYTES_PER_TOKEN = 3;
const TOKENS_PER_MESSAGE = 8;
/** What a picture may cost at most at the endpoints that price them by tokens. */
const TOKENS_PER_PICTURE = 1_600;
const encoder = new TextEncoder();

/** No less than the tokens of a prompt, as a rule: what is kept back for it before anybody has counted. */
export function guessPromptTokens(messages: readonly Message[]): number {
  return messages.reduce((sum, { content }) => {
    const parts = typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content;
    return parts.reduce(
      (tokens, part) => tokens + (part.type === 'text' ? guessTokens(part.text) : TOKENS_PER_PICTURE),
      sum + TOKENS_PER_MESSAGE,
    );
  }, 0);
}

/** No less than the tokens of a text, as a rule. */
export const guessTokens = (text: string): number =>
  Math.ceil(encoder.encode(text).byteLength / BYTES_PER_TOKEN);
