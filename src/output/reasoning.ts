/** Names of the tags in which models write their scratchpad. */
const TAG = /<\s*(\/?)\s*(think|thinking|thought|reason|reasoning|analysis|scratchpad|monologue)\s*>/gi;

export interface SplitAnswer {
  /** What is left to be parsed or spoken. */
  answer: string;
  /** The scratchpad, `""` when there was none. Private: it never goes into a prompt. */
  reasoning: string;
}

/**
 * Separates tagged reasoning from the answer. A closed block is cut out; an unterminated one (the model was cut
 * off while it thought) takes everything to the end; a closing tag without an opening one takes everything before
 * it, because chat templates often swallow the opening tag. An answer that is exact JSON is left alone: tags
 * inside its strings are data.
 */
export function splitReasoning(raw: string): SplitAnswer {
  if (isExactJson(raw)) return { answer: raw.trim(), reasoning: '' };
  let answer = '';
  const thoughts: string[] = [];
  let inside: string | null = null;
  let from = 0;
  for (const tag of raw.matchAll(TAG)) {
    const closing = tag[1] === '/';
    const name = (tag[2] ?? '').toLowerCase();
    if (inside !== null && !(closing && name === inside)) continue;
    const text = raw.slice(from, tag.index);
    from = tag.index + tag[0].length;
    if (inside !== null) {
      thoughts.push(text);
      inside = null;
    } else if (closing) {
      thoughts.push(answer + text);
      answer = '';
    } else {
      answer += text;
      inside = name;
    }
  }
  const rest = raw.slice(from);
  if (inside === null) answer += rest;
  else thoughts.push(rest);
  return { answer: answer.trim(), reasoning: joinThoughts(thoughts) };
}

/**
 * The reasoning a provider reports beside its answer: the fields `reasoning`, `reasoning_content` (strings) and
 * `reasoning_details` (a list of `{text}` or `{summary}`). `""` when there is none.
 */
export function readReasoningFields(message: Record<string, unknown>): string {
  const thoughts: string[] = [];
  for (const field of ['reasoning', 'reasoning_content']) {
    const value = message[field];
    if (typeof value === 'string') thoughts.push(value);
  }
  const details = message.reasoning_details;
  if (thoughts.length === 0 && Array.isArray(details)) {
    for (const detail of details) {
      if (typeof detail !== 'object' || detail === null) continue;
      const { text, summary } = detail as { text?: unknown; summary?: unknown };
      if (typeof text === 'string') thoughts.push(text);
      else if (typeof summary === 'string') thoughts.push(summary);
    }
  }
  return joinThoughts(thoughts);
}

/** Several pieces of private thought as one text; empty and repeated ones are left out. */
export function joinThoughts(thoughts: readonly (string | null | undefined)[]): string {
  const kept = thoughts.map((thought) => (thought ?? '').trim()).filter((thought) => thought !== '');
  return [...new Set(kept)].join('\n\n');
}

function isExactJson(raw: string): boolean {
  const first = raw.trimStart()[0];
  if (first !== '{' && first !== '[') return false;
  try {
    JSON.parse(raw);
    return true;
  } catch {
    return false;
  }
}
