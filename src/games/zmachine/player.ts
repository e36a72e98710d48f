import { listWords } from './dictionary';
import { type Host, type LimitedHost, limitHost, openHost, standStill, TRY } from './host';
import { BUDGET } from './run';
import { findExits, openTrials, type Trials } from './trials';
import type { MakePlayer, Story, StorySnapshot, Trial } from './types';

/**
 * Makes a player of a checked story. The story is loaded when it is first played. One that cannot be loaded, and a
 * snapshot that is none of it, give steps that are `stopped` with an error.
 *
 * @example
 * ```ts
 * const player = makePlayer(story);
 * const first = player.start('seed');
 * const next = player.play(first.snapshot, 'open mailbox');
 * console.log(next.text);
 * ```
 */
export const makePlayer: MakePlayer = (story) => {
  type Loaded = { host: Host; limited: LimitedHost; trials: Trials };
  type Opened = Loaded | { error: string };
  let current: Opened | undefined;
  const open = (): Opened => {
    current ??= attemptTo(
      () => {
        const host = openHost(story);
        const limitedHost = limitHost(host);
        return { host, limited: limitedHost, trials: openTrials(limitedHost) };
      },
      (error): Opened => ({ error: `The story cannot be loaded: ${error}.` }),
    );
    return current;
  };
  /** Asks an opened story; `otherwise` says what to answer where there is none, or no such snapshot. */
  const ask = <T>(question: (opened: Loaded) => T, otherwise: (message: string) => T): T => {
    const story = open();
    if ('error' in story) return otherwise(story.error);
    return attemptTo(
      () => question(story),
      (error) => otherwise(`The snapshot cannot be used: ${error}.`),
    );
  };
  const tryOut = (snapshot: StorySnapshot, inputs: readonly string[], budget: number): Trial =>
    ask(
      ({ limited, trials }) => {
        limited.allow(inputs.length, budget);
        return trials.attempt(snapshot, inputs);
      },
      (error) => ({ step: standStill(snapshot, error), effect: false, moved: false }),
    );
  const nowhere = startOf(story);
  let words: readonly string[] | undefined;
  return {
    story,
    get vocabulary() {
      words ??= ask(
        ({ host }) => listWords(story.bytes, host.machine.text, story.version),
        () => [],
      );
      return words;
    },
    start: (seed) =>
      ask(
        ({ host }) => host.start(seed),
        (error) => standStill(nowhere, error),
      ),
    play: (snapshot, input) =>
      ask(
        ({ host }) => host.play(snapshot, input),
        (error) => standStill(snapshot, error),
      ),
    perform: (snapshot, input) => tryOut(snapshot, [input], BUDGET),
    attempt: (snapshot, inputs) => tryOut(snapshot, inputs, TRY),
    exits: (snapshot) =>
      ask(
        ({ host }) => findExits(host, snapshot),
        () => [],
      ),
  };
};

const startOf = ({ hash }: Story): StorySnapshot => ({ story: hash, state: '', undo: [], saved: null });

function attemptTo<T>(what: () => T, otherwise: (message: string) => T): T {
  try {
    return what();
  } catch (error) {
    return otherwise(error instanceof Error ? error.message : String(error));
  }
}
