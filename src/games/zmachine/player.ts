import { errorMessage } from '../../base/error-message';
import { listWords } from './dictionary';
import { type Host, type LimitedHost, limitHost, openHost, standStill, TRY } from './host';
import { BUDGET } from './run';
import { findExits, openTrials } from './trials';
import type { Story, StoryPlayer, StorySnapshot, Trial } from './types';

interface Loaded {
  host: Host;
  limited: LimitedHost;
  attempt: StoryPlayer['attempt'];
}

/**
 * Makes a player of a checked story. The story is loaded when it is first played. Nothing throws: a story that cannot be
 * loaded, a snapshot that is none of it and a hostile story give steps that are `stopped` with an error.
 *
 * @example
 * ```ts
 * const player = makePlayer(story);
 * const first = player.start('seed');
 * const next = player.play(first.snapshot, 'open mailbox');
 * console.log(next.text);
 * ```
 */
export function makePlayer(story: Story): StoryPlayer {
  const nowhere: StorySnapshot = { story: story.hash, state: '', undo: [], saved: null };
  let opened: Loaded | { error: string } | undefined;
  let words: readonly string[] | undefined;
  /** Asks the loaded story; `otherwise` answers where there is none, or no such snapshot. */
  const ask = <T>(question: (loaded: Loaded) => T, otherwise: (message: string) => T): T => {
    opened ??= load(story);
    if ('error' in opened) return otherwise(`The story cannot be loaded: ${opened.error}.`);
    try {
      return question(opened);
    } catch (error) {
      return otherwise(`The snapshot cannot be used: ${errorMessage(error)}.`);
    }
  };
  const tryOut = (snapshot: StorySnapshot, inputs: readonly string[], budget: number): Trial =>
    ask(
      ({ limited, attempt }) => {
        limited.allow(inputs.length, budget);
        return attempt(snapshot, inputs);
      },
      (error) => ({ step: standStill(snapshot, error), effect: false, moved: false }),
    );
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
}

function load(story: Story): Loaded | { error: string } {
  try {
    const host = openHost(story);
    const limitedHost = limitHost(host);
    return { host, limited: limitedHost, attempt: openTrials(limitedHost) };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}
