import { type Lesson, readLessons } from './lessons';
import { CONSTRAINTS, type Constraint } from './provider';

/** A model as one tenant uses it: what one tenant asks for says nothing about the others. */
interface ModelOfTenant {
  tenant: string;
  provider: string;
  model: string;
}

export interface Learnt extends ModelOfTenant {
  lesson: Lesson;
  /** Milliseconds since the epoch. */
  learntAt: number;
}

/** A lesson holds this long, so that a model that has changed since is asked for more again. */
export const REMEMBERED_MS = 6 * 3_600_000;
/** A lesson that is met again is noted again only when it is older than this. */
const RENEWED_MS = 3_600_000;
/** Time after which the lessons of other instances are read again. */
export const RELOAD_MS = 5 * 60_000;
/** An ask waits no longer for the memory, and goes on without. */
const PATIENCE_MS = 1_000;
/** A weakness is believed when so many of the last answers had it: one bad answer says little. */
const ENOUGH = 2;
const LAST = 3;
/** Thinking differs from one question to the next: this many times the most that was seen is allowed. */
const MARGIN = 4;
const LEAST_THINKING = 512;
/** Ratios of token counts, in percent: they are rounded up to this, so that a model has few such lessons. */
const STEP = 5;
/** Up to this much, the frame of a chat template may be all of the difference. */
const LIKE_OURS = 105;
/** More than this is no tokenizer's count of a text. */
const MOST_PERCENT = 400;

/** Memory of one model. All methods are synchronous and never fail. */
export interface ModelMemory {
  /** The strongest constraint not known to be refused or ignored. */
  strongest(): Constraint;
  /**
   * The endpoint refused this constraint, or a request with it whose cause it did not name: that is believed when it
   * happens again.
   *
   * @param lasting false: perhaps not the endpoint was the reason, but what it was asked for; not told to the store,
   *   and forgotten when it is read again
   */
  refuseConstraint(constraint: Constraint, how: 'named' | 'doubted', lasting: boolean): void;
  /** A request with this constraint was answered, in whatever form. */
  takeConstraint(constraint: Constraint): void;
  /** A complete answer kept to this constraint, or ignored it. @param lasting as with a refusal */
  keepConstraint(constraint: Constraint, isIgnored: boolean, lasting: boolean): void;
  /**
   * The model has answered: it is one that exists. Before that nothing of it is told to the store, as anybody may write
   * anything for a model's name.
   */
  answer(): void;
  /** An answer was exact JSON and nothing else, or it was not. */
  watch(isExact: boolean): void;
  /**
   * Says whether a line may be shown while it is written: an answer was exact JSON, and nothing else, before. After one
   * that was not, false once.
   */
  mayStream(): boolean;
  /** Says the same of the next line, and forgets nothing; null: it may, else why not. */
  whyWhole(): 'no_clean_answer_yet' | 'last_answer_not_clean' | null;
  /** A talking agent that was asked for JSON wrote none, or did. */
  hearLine(isProse: boolean): void;
  /** Says whether talking agents are better asked for plain prose. */
  speaksProse(): boolean;
  refusePictures(): void;
  /** A request was refused with pictures and answered without them, or it was answered with pictures. */
  doubtPictures(isDoubted: boolean): void;
  takesPictures(): boolean;
  /** A prompt did not fit this window, in tokens. */
  setWindow(tokens: number): void;
  /** The window that was learnt last; null: none was. */
  window(): number | null;
  /** Tokens that were thought before an answer; 0 teaches nothing. */
  think(tokens: number): void;
  /** Tokens that thinking may need; 0: the model has not been seen to think. */
  allowance(): number;
  /**
   * The model counted a prompt. Where it counts as o200k does, or less, nothing is learnt.
   *
   * @param counted tokens, as the model counts
   * @param own tokens of o200k
   */
  countPrompt(counted: number, own: number): void;
  /** The model's tokens for each of o200k, at most; 1 unless it was seen to count more. */
  ratio(): number;
}

/** Remembers what models can do; shared by all asks of one Worker instance. */
export interface CapabilityMemory {
  /** Makes sure that the store has been read. Called before every ask; waits at most once, briefly; never fails. */
  recall(): Promise<void>;
  of(tenant: string, provider: string, model: string): ModelMemory;
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
  let lessonsByKey = new Map<string, Learnt>();
  const unsavedLessons = new Set<Learnt>();
  /** Models that have answered, as {@link nameOf} names them. */
  const real = new Set<string>();
  /** Models whose last answer was not exact. */
  const unclean = new Set<string>();
  /** The last answers of a model, by what is looked for in them. */
  const tallies = new Map<string, boolean[]>();
  /** The store was read, or it was tried. */
  let hasBegunLoading = false;
  let reloadAt = 0;

  const oldest = (): number => now() - REMEMBERED_MS;

  function learn(of: ModelOfTenant, lesson: Lesson, lasting = true): void {
    const learnt = { ...of, lesson, learntAt: now() };
    const before = lessonsByKey.get(keyOf(learnt));
    if (before !== undefined && learnt.learntAt - before.learntAt < RENEWED_MS) return;
    lessonsByKey.set(keyOf(learnt), learnt);
    if (store === undefined || !lasting) return;
    if (before !== undefined) unsavedLessons.delete(before);
    unsavedLessons.add(learnt);
    void save(store);
  }

  /** Counts an answer. Returns true when enough of the last ones had the weakness. */
  function count(of: ModelOfTenant, what: string, isWeak: boolean): boolean {
    const key = `${nameOf(of)}\n${what}`;
    const lastAnswers = [...(tallies.get(key) ?? []), isWeak].slice(-LAST);
    tallies.set(key, lastAnswers);
    return isWeak && lastAnswers.filter(Boolean).length >= ENOUGH;
  }

  /** Nobody waits for it. What is not saved now goes with the next lesson or the next reload. */
  async function save(to: CapabilityStore): Promise<void> {
    const sentLessons = [...unsavedLessons].filter((learnt) => real.has(nameOf(learnt)));
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
    const savedLessons = new Set([...lessonsByKey.values()].filter((learnt) => !unsavedLessons.has(learnt)));
    try {
      const storedLessons = await from.load(oldest());
      const own = [...lessonsByKey.values()].filter((learnt) => !savedLessons.has(learnt));
      lessonsByKey = mergeLearnt([...storedLessons, ...own], oldest());
    } catch (error) {
      warn('load', error);
    }
  }

  function of(tenant: string, provider: string, model: string): ModelMemory {
    const self: ModelOfTenant = { tenant, provider, model };
    const name = nameOf(self);
    const isOwn = (learnt: Learnt): boolean =>
      learnt.model === model && learnt.provider === provider && learnt.tenant === tenant;
    const abilities = () =>
      readLessons([...lessonsByKey.values()].filter((learnt) => isOwn(learnt) && learnt.learntAt > oldest()));
    return {
      strongest: () => abilities().constraint,
      refuseConstraint(constraint, how, lasting) {
        if (constraint === 'none') return;
        if (how === 'named' || count(self, `${constraint} refused`, true))
          learn(self, `no_${constraint}`, lasting);
      },
      takeConstraint(constraint) {
        count(self, `${constraint} refused`, false);
      },
      keepConstraint(constraint, isIgnored, lasting) {
        if (constraint === 'none') return;
        if (count(self, constraint, isIgnored)) learn(self, `no_${constraint}`, lasting);
      },
      answer() {
        if (real.has(name)) return;
        real.add(name);
        if (store !== undefined) void save(store);
      },
      watch(isExact) {
        real.add(name);
        if (isExact) learn(self, 'clean_json');
        else unclean.add(name);
      },
      mayStream() {
        return !unclean.delete(name) && abilities().cleanJson;
      },
      whyWhole: () =>
        unclean.has(name) ? 'last_answer_not_clean' : abilities().cleanJson ? null : 'no_clean_answer_yet',
      hearLine(isProse) {
        if (count(self, 'prose', isProse)) learn(self, 'prose');
      },
      speaksProse: () => abilities().prose,
      refusePictures: () => learn(self, 'no_images'),
      doubtPictures(isDoubted) {
        if (count(self, 'pictures', isDoubted)) learn(self, 'no_images');
      },
      takesPictures: () => abilities().pictures,
      setWindow: (tokens) => learn(self, `window_${tokens}`),
      window: () => abilities().window,
      think(tokens) {
        if (tokens > 0) learn(self, `thinking_${roundUp(tokens)}`);
      },
      allowance: () => MARGIN * (abilities().thinks ?? 0),
      countPrompt(counted, own) {
        const percent = Math.ceil((100 * counted) / own / STEP) * STEP;
        if (percent > LIKE_OURS && percent <= MOST_PERCENT) learn(self, `tokenizer_${percent}`);
      },
      ratio: () => abilities().ratio,
    };
  }

  return {
    of,
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
  };
}

/** The next power of two: so a model has few lessons, however differently it thinks. */
const roundUp = (tokens: number): number => 2 ** Math.ceil(Math.log2(Math.max(LEAST_THINKING, tokens)));

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

const nameOf = ({ tenant, provider, model }: ModelOfTenant): string => `${tenant}\n${provider}\n${model}`;
const keyOf = (learnt: Omit<Learnt, 'learntAt'>): string => `${learnt.lesson}\n${nameOf(learnt)}`;

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
