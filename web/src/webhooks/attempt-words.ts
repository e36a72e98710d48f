import type { Attempt } from '../../../src/contract/webhooks';

export const ATTEMPT_WORDS: Record<Attempt['status'], string> = {
  open: 'in progress',
  delivered: 'delivered',
  failed: 'failed',
  abandoned: 'gave up',
  lost: 'cut off',
};

/** Classes of the marks, shared with other pages for their colors. */
export const ATTEMPT_MARKS: Record<Attempt['status'], string> = {
  open: 'open',
  delivered: 'answered',
  failed: 'failed',
  abandoned: 'failed',
  lost: 'lost',
};

/** Describes a delivery's outcome, for use after a colon. */
export function describeOutcome({ status, code, error }: Pick<Attempt, 'status' | 'code' | 'error'>): string {
  if (status === 'delivered') return `delivered, response ${code}`;
  if (status === 'open') return 'in progress';
  if (status === 'lost') return 'cut off before a response';
  return `not delivered, ${error ?? 'no response'}`;
}

/** Lays out a text for reading when it is JSON. */
export function prettyJson(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
