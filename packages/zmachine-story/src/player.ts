import { listChanges } from './changes';
import { listWords } from './dictionary';
import { type Host, type LimitedHost, limitHost, openHost, unchangedStep } from './host';
import { readQuetzal, writeQuetzal } from './quetzal';
import { BUDGET } from './run';
import { unpackWorld } from './state';
import { errorMessage, invalid, ok, type StoryResult } from './support';
import { readText } from './text';
import { findExits, openReader, openTrials } from './trials';
import { tryBudget } from './try-budget';
import type { SlicedPlayer, Story, StoryPlayer, StorySnapshot, StoryStep, Trial } from './types';
import { type Driver, finish, openDriver, type Work } from './work';

interface LoadedStory {
  host: Host;
  limited: LimitedHost;
  attempt: ReturnType<typeof openTrials>;
  /** Improves a step's reading by trials. */
  confirm: (step: StoryStep) => Work<StoryStep>;
}

/**
 * Creates a player that answers synchronously, for scripts and tests.
 * @param budget instructions per input
 * @example
 * ```ts
 * const player = createPlayer(story);
 * const first = player.start('seed');
 * const next = player.play(first.snapshot, 'open mailbox');
 * console.log(next.text);
 * ```
 */
export const createPlayer = (story: Story, budget = BUDGET): StoryPlayer =>
  // This driver never returns a promise.
  openPlayer(story, finish, budget) as StoryPlayer;

/** Creates a player that yields during long work, so that other requests are served. */
export const createSlicedPlayer = (story: Story): SlicedPlayer => openPlayer(story, openDriver(), BUDGET);

/**
 * Loads the story lazily. Never throws: an invalid story, foreign snapshot or hostile story results in steps that are
 * `stopped` with an error.
 */
function openPlayer(story: Story, drive: Driver, budget: number): SlicedPlayer {
  const nowhere: StorySnapshot = { story: story.hash, state: '', undo: [], saved: null };
  let opened: LoadedStory | { error: string } | undefined;
  let words: readonly string[] | undefined;
  /** Runs a question on the loaded story; `otherwise` handles an invalid story or snapshot. */
  function* work<T>(question: (loaded: LoadedStory) => Work<T>, otherwise: (message: string) => T): Work<T> {
    opened ??= yield* load(story, budget);
    if ('error' in opened) return otherwise(`The story cannot be loaded: ${opened.error}.`);
    try {
      return yield* question(opened);
    } catch (error) {
      return otherwise(`The snapshot cannot be used: ${errorMessage(error)}.`);
    }
  }
  const ask = <T>(
    question: (loaded: LoadedStory) => Work<T>,
    otherwise: (message: string) => T,
  ): T | Promise<T> => drive(work(question, otherwise));
  const tryOut = (
    snapshot: StorySnapshot,
    inputs: readonly string[],
    most: number,
    isReal = false,
  ): Trial | Promise<Trial> =>
    ask(
      function* ({ limited, attempt, confirm }) {
        limited.allow(inputs.length, most);
        const trial = yield* attempt(snapshot, inputs);
        return isReal ? { ...trial, step: yield* confirm(trial.step) } : trial;
      },
      (error) => ({
        step: unchangedStep(snapshot, error),
        effect: false,
        moved: false,
        rearranged: false,
        world: '',
      }),
    );
  return {
    story,
    get vocabulary() {
      words ??= readWords(story);
      return words;
    },
    start: (seed) =>
      ask(
        function* ({ host, limited, confirm }) {
          const step = yield* host.start(seed);
          limited.allow(0, 0);
          return yield* confirm(step);
        },
        (error) => unchangedStep(nowhere, error),
      ),
    play: (snapshot, input) =>
      ask(
        ({ host }) => host.play(snapshot, input),
        (error) => unchangedStep(snapshot, error),
      ),
    perform: (snapshot, input) => tryOut(snapshot, [input], budget, true),
    attempt: (snapshot, inputs) => tryOut(snapshot, inputs, tryBudget(snapshot.spent)),
    read: (step) =>
      ask(
        ({ limited, confirm }) => {
          limited.allow(0, 0);
          return confirm(step);
        },
        () => step,
      ),
    changes: (before, after, turns) =>
      ask(
        ({ limited }) => {
          limited.allow(0, 0);
          return listChanges(limited, before, after, turns);
        },
        () => [],
      ),
    writeSave: (snapshot) =>
      ask(
        function* ({ host }) {
          const { notes, snapshot: after } = yield* host.play(snapshot, 'save');
          if (after.saved === null || !notes.includes('saved')) return null;
          return writeQuetzal(unpackWorld(after.saved, story.bytes, host.machine.limit), story);
        },
        () => null,
      ),
    readSave: (snapshot, file) =>
      ask<StoryResult<StoryStep>>(function* ({ host }) {
        const world = readQuetzal(file, story);
        return world.ok ? ok(yield* host.restore(snapshot, world.value)) : world;
      }, invalid),
    exits: (snapshot) =>
      ask(
        ({ host }) => findExits(host, snapshot),
        () => [],
      ),
  };
}

function readWords({ bytes, version }: Story): readonly string[] {
  try {
    return listWords(bytes, readText(bytes, version), version);
  } catch {
    return [];
  }
}

function* load(story: Story, budget: number): Work<LoadedStory | { error: string }> {
  try {
    const host = yield* openHost(story, budget);
    const trialHost = limitHost(host);
    return { host, limited: trialHost, attempt: openTrials(trialHost), confirm: openReader(trialHost) };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}
