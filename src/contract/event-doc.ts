/** What is to be known of one kind of event. */
export interface EventDoc {
  /** Ledgers that hold it. */
  rooms: 'scene' | 'run' | 'both';
  about: string;
  /** Every field that its payload can have, and what it means. Those that need not be there say when they are absent. */
  payload: Readonly<Record<string, string>>;
  /** Who may see it; absent: everyone. */
  audience?: string;
}

/** Words for fields that several kinds have. */
export const PROVIDER = 'who answered; `understudy` is the offline stand-in, not a model';
export const RUNG = 'how the answer was won ([the ladder](model.md#the-ladder))';
export const STARTED = {
  n: 'its number',
  attempt: 'from 1; a retry counts one up',
  version: 'the journal it is played with; a room with other code does not replay it',
  inputSeq: 'its frozen past: nothing after this seq is heard in it',
  inputs: 'seqs of the inputs it answers',
  seed: 'of everything thrown by a die',
  startSeq: 'seq of the first start, of an attempt that goes on from it; absent when it begins anew',
  firstStep: 'number of its first journalled step',
};
export const FAILED = {
  failure: 'what failed, with a cause and a remedy',
  retry: '`resume`: a retry keeps what was finished; `restart`: it begins anew',
};
