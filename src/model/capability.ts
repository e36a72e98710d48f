import { CONSTRAINTS, type Constraint } from './provider';

/**
 * Lessons about an endpoint: a constraint that it refused or silently ignored; an answer that was exact JSON and
 * nothing else (`exact`); one that should have been and was not (`inexact`); pictures that it refused; the window, in
 * tokens, that a prompt did not fit.
 */
const LESSONS = ['no_json_schema', 'no_json_object', 'exact', 'inexact', 'no_images'] as const;
export type Lesson = (typeof LESSONS)[number] | `window_${number}`;

const WINDOW = /^window_(\d{3,8})$/;
/** Later code may have lessons that this one does not know. */
export const isLesson = (text: string): text is Lesson =>
  WINDOW.test(text) || (LESSONS as readonly string[]).includes(text);

export interface Learnt {
  provider: string;
  model: string;
  lesson: Lesson;
  /** Milliseconds since the epoch. */
  learntAt: number;
}

/** A lesson holds this long, so that an endpoint that has learnt a constraint since is asked for it again. */
export const REMEMBERED_MS = 7 * 24 * 3_600_000;
/** A lesson that is met again is noted again only when it is older than this. */
const RENEWED_MS = 24 * 3_600_000;
/** Time after which the lessons of other instances are read again. */
export const RELOAD_MS = 5 * 60_000;
/** An ask waits no longer for the memory, and goes on without. */
const PATIENCE_MS = 1_000;

/** Remembers which constraints endpoints honour; shared by all asks of one Worker instance. */
export interface CapabilityMemory {
  /** Makes sure that the store has been read. Called before every ask; waits at most once, briefly; never fails. */
  recall(): Promise<void>;
  /** The strongest constraint not known to be refused or ignored. */
  strongest(provider: string, model: string): Constraint;
  /**
   * Remembers that this constraint was refused or silently ignored.
   *
   * @param lasting false: perhaps not the endpoint was the reason, but what it was asked for; not told to the store,
   *   and forgotten when it is read again
   */
  lower(provider: string, model: string, failed: Constraint, lasting?: boolean): void;
  /**
   * The endpoint has answered for it: it is a model of the operator's. Before that nothing of it is told to the store, as
   * anybody may write anything for a model's name.
   */
  answered(provider: string, model: string): void;
  /** Remembers whether an answer was exact JSON and nothing else; one that was not outweighs all that were. */
  watch(provider: string, model: string, exact: boolean): void;
  /** Remembers that pictures were refused. */
  refusePictures(provider: string, model: string): void;
  takesPictures(provider: string, model: string): boolean;
  /** Remembers the window that a prompt did not fit. */
  setWindow(provider: string, model: string, tokens: number): void;
  /** The window that was learnt last; null: none was. */
  window(provider: string, model: string): number | null;
  /** Every answer so far was exact JSON, and there was one. Only then may a line be shown while it is written. */
  isExact(provider: string, model: string): boolean;
}

/** Keeps lessons beyond the life of an instance. Both may fail. */
export interface CapabilityStore {
  /** Everything learnt after `since`. */
  load(since: number): Promise<Learnt[]>;
  /** Adds lessons; a repeat changes nothing. What was learnt before `since` may be dropped. */
  save(learnt: Learnt[], since: number): Promise<void>;
}

interface CapabilityDeps {
  /** Default: the memory lasts as long as the instance. */
  store?: CapabilityStore;
  /** Milliseconds since the epoch. */
  now?: () => number;
  /** Told what the store failed at. */
  warn?: (what: string, error: unknown) => void;
  patienceMs?: number;
}

/** The memory of one instance, kept in step with the store that all instances share. */
export function makeCapabilityMemory(deps: CapabilityDeps = {}): CapabilityMemory {
  const { store, now = Date.now, warn = () => {}, patienceMs = PATIENCE_MS } = deps;
  let lessonsByModel = new Map<string, Learnt>();
  const unsavedLessons = new Set<Learnt>();
  /** Models that have answered, as {@link modelOf} names them. */
  const real = new Set<string>();
  /** The store was read, or it was tried. */
  let hasBegunLoading = false;
  let reloadAt = 0;

  const oldest = (): number => now() - REMEMBERED_MS;
  const knows = (provider: string, model: string, lesson: Lesson): boolean =>
    (lessonsByModel.get(keyOf({ provider, model, lesson }))?.learntAt ?? Number.NEGATIVE_INFINITY) > oldest();

  function learn(provider: string, model: string, lesson: Lesson, lasting: boolean): void {
    const learnt = { provider, model, lesson, learntAt: now() };
    const before = lessonsByModel.get(keyOf(learnt));
    if (before !== undefined && learnt.learntAt - before.learntAt < RENEWED_MS) return;
    lessonsByModel.set(keyOf(learnt), learnt);
    if (store === undefined || !lasting) return;
    if (before !== undefined) unsavedLessons.delete(before);
    unsavedLessons.add(learnt);
    void save(store);
  }

  /** Nobody waits for it. What is not saved now goes with the next lesson or the next reload. */
  async function save(to: CapabilityStore): Promise<void> {
    const sentLessons = [...unsavedLessons].filter((learnt) => real.has(modelOf(learnt)));
    if (sentLessons.length === 0) return;
    try {
      await to.save(sentLessons, oldest());
      for (const learnt of sentLessons) unsavedLessons.delete(learnt);
    } catch (error) {
      warn('save', error);
    }
  }

  /** Forgets saved lessons that are gone from the store, but none that was learnt meanwhile. */
  async function load(from: CapabilityStore): Promise<void> {
    const savedLessons = new Set(
      [...lessonsByModel.values()].filter((learnt) => !unsavedLessons.has(learnt)),
    );
    try {
      const storedLessons = await from.load(oldest());
      const own = [...lessonsByModel.values()].filter((learnt) => !savedLessons.has(learnt));
      lessonsByModel = mergeLearnt([...storedLessons, ...own], oldest());
    } catch (error) {
      warn('load', error);
    }
  }

  return {
    async recall() {
      if (store === undefined || (hasBegunLoading && now() < reloadAt)) return;
      if (hasBegunLoading) {
        reloadAt = now() + RELOAD_MS;
        void save(store).then(() => load(store));
        return;
      }
      // Only what has arrived is shared: a promise belongs to the room that made it, and is never settled when that
      // room is gone. Rooms that come while the first one reads therefore read for themselves.
      await waitFor(load(store), patienceMs);
      hasBegunLoading = true;
      reloadAt = now() + RELOAD_MS;
    },
    strongest(provider, model) {
      if (knows(provider, model, 'no_json_object')) return 'none';
      return knows(provider, model, 'no_json_schema') ? 'json_object' : 'json_schema';
    },
    lower(provider, model, failed, lasting = true) {
      if (failed !== 'none') learn(provider, model, `no_${failed}`, lasting);
    },
    answered(provider, model) {
      const name = modelOf({ provider, model });
      if (real.has(name)) return;
      real.add(name);
      if (store !== undefined) void save(store);
    },
    watch(provider, model, exact) {
      real.add(modelOf({ provider, model }));
      learn(provider, model, exact ? 'exact' : 'inexact', true);
    },
    refusePictures: (provider, model) => learn(provider, model, 'no_images', true),
    takesPictures: (provider, model) => !knows(provider, model, 'no_images'),
    setWindow: (provider, model, tokens) => learn(provider, model, `window_${tokens}`, true),
    window(provider, model) {
      const windows = [...lessonsByModel.values()].filter(
        (one) =>
          one.provider === provider &&
          one.model === model &&
          one.learntAt > oldest() &&
          WINDOW.test(one.lesson),
      );
      const newest = windows.toSorted((a, b) => b.learntAt - a.learntAt)[0];
      return newest ? Number(WINDOW.exec(newest.lesson)?.[1]) : null;
    },
    isExact: (provider, model) => knows(provider, model, 'exact') && !knows(provider, model, 'inexact'),
  };
}

/** Lessons by what they say, each as of when it was last learnt; without those learnt before `since`. */
export function mergeLearnt(all: readonly Learnt[], since: number): Map<string, Learnt> {
  const mergedLessons = new Map<string, Learnt>();
  for (const learnt of all) {
    const other = mergedLessons.get(keyOf(learnt));
    if (learnt.learntAt > since && learnt.learntAt >= (other?.learntAt ?? since)) {
      mergedLessons.set(keyOf(learnt), learnt);
    }
  }
  return mergedLessons;
}

const modelOf = ({ provider, model }: Pick<Learnt, 'provider' | 'model'>): string => `${provider}\n${model}`;
const keyOf = ({ provider, model, lesson }: Omit<Learnt, 'learntAt'>): string =>
  `${provider}\n${lesson}\n${model}`;

async function waitFor(work: Promise<void>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}

/** The next weaker constraint; `none` stays `none`. */
export const weaken = (constraint: Constraint): Constraint =>
  CONSTRAINTS[CONSTRAINTS.indexOf(constraint) + 1] ?? 'none';

export const weakest = (a: Constraint, b: Constraint): Constraint =>
  CONSTRAINTS.indexOf(a) > CONSTRAINTS.indexOf(b) ? a : b;
