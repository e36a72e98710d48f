import { fail, ok } from '../../api/problems';
import { errorMessage } from '../../base/error-message';
import { listChanges } from './changes';
import { listWords } from './dictionary';
import { type Host, type LimitedHost, limitHost, openHost, standStill, TRY } from './host';
import { readQuetzal, writeQuetzal } from './quetzal';
import { BUDGET } from './run';
import { unpackWorld } from './state';
import { findExits, openReader, openTrials } from './trials';
import type { Story, StoryPlayer, StorySnapshot, StoryStep, Trial } from './types';

interface Loaded {
  host: Host;
  limited: LimitedHost;
  attempt: StoryPlayer['attempt'];
  /** Reads a step by trials as well. */
  confirm: (step: StoryStep) => StoryStep;
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
  const tryOut = (
    snapshot: StorySnapshot,
    inputs: readonly string[],
    budget: number,
    isReal = false,
  ): Trial =>
    ask(
      ({ limited, attempt, confirm }) => {
        limited.allow(inputs.length, budget);
        const trial = attempt(snapshot, inputs);
        return isReal ? { ...trial, step: confirm(trial.step) } : trial;
      },
      (error) => ({
        step: standStill(snapshot, error),
        effect: false,
        moved: false,
        rearranged: false,
        world: '',
      }),
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
        ({ host, confirm }) => confirm(host.start(seed)),
        (error) => standStill(nowhere, error),
      ),
    play: (snapshot, input) =>
      ask(
        ({ host }) => host.play(snapshot, input),
        (error) => standStill(snapshot, error),
      ),
    perform: (snapshot, input) => tryOut(snapshot, [input], BUDGET, true),
    attempt: (snapshot, inputs) => tryOut(snapshot, inputs, TRY),
    read: (step) =>
      ask(
        ({ limited, confirm }) => {
          limited.allow(0, TRY);
          return confirm(step);
        },
        () => step,
      ),
    changes: (before, after, turns) =>
      ask(
        ({ limited }) => {
          limited.allow(0, TRY);
          return listChanges(limited, before, after, turns);
        },
        () => [],
      ),
    writeSave: (snapshot) =>
      ask(
        ({ host }) => {
          const { notes, snapshot: after } = host.play(snapshot, 'save');
          if (after.saved === null || !notes.includes('saved')) return null;
          return writeQuetzal(unpackWorld(after.saved, story.bytes, host.machine.limit), story);
        },
        () => null,
      ),
    readSave: (snapshot, file) =>
      ask(
        ({ host }) => {
          const world = readQuetzal(file, story);
          return world.ok ? ok(host.restore(snapshot, world.value)) : world;
        },
        (message) => fail({ code: 'invalid', errors: [{ pointer: '', message }] }),
      ),
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
    return {
      host,
      limited: limitedHost,
      attempt: openTrials(limitedHost),
      confirm: openReader(limitedHost),
    };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}
