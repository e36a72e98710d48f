import { z } from 'zod';
import { rung } from '../api/calls';
import { failure } from './event-shapes';

/** What is to be known of one kind of event. */
export interface EventDoc {
  /** Ledgers that hold it. */
  rooms: 'scene' | 'run' | 'both';
  about: string;
  /** Every field that its payload can have: its type, and what it means. Those that need not be there say when they are absent. */
  payload: z.ZodObject;
  /** Who may see it; absent: everyone. */
  audience?: string;
}

/** Words for fields that several kinds have. */
export const PROVIDER = z
  .string()
  .describe('who answered; `understudy` is the offline stand-in, not a model');
export const RUNG = rung.describe('how the answer was won ([the ladder](model.md#the-ladder))');
export const STARTED = {
  n: z.int().describe('its number'),
  attempt: z.int().describe('from 1; a retry counts one up'),
  version: z.string().describe('the journal it is played with; a room with other code does not replay it'),
  inputSeq: z.int().describe('its frozen past: nothing after this seq is heard in it'),
  inputs: z.array(z.int()).describe('seqs of the inputs it answers'),
  seed: z.string().describe('of everything thrown by a die'),
  startSeq: z
    .int()
    .optional()
    .describe('seq of the first start, of an attempt that goes on from it; absent when it begins anew'),
  firstStep: z.int().describe('number of its first journalled step'),
};
export const FAILED = {
  failure: failure.describe('what failed, with a cause and a remedy'),
  retry: z
    .enum(['resume', 'restart'])
    .describe('`resume`: a retry keeps what was finished; `restart`: it begins anew'),
};
