import { type ModelTrait, readLessons } from './lessons';
import { CONSTRAINTS, type Constraint } from './provider';

/** Scoped by tenant: one tenant's requests must not influence another's. */
interface ModelOfTenant {
  tenant: string;
  provider: string;
  model: string;
}

export interface LearnedLimits extends ModelOfTenant {
  lesson: ModelTrait;
  /** Epoch milliseconds. */
  learntAt: number;
}

/** Lessons expire, so that we retry features on models that have changed. */
export const CACHE_TTL_MS = 6 * 3_600_000;
/** A repeated lesson is stored again only if it is older than this. */
const RENEW_AFTER_MS = 3_600_000;
/** How often to reload the lessons that other instances stored. */
export const RELOAD_MS = 5 * 60_000;
/** A request proceeds without the memory after this long. */
const PATIENCE_MS = 1_000;
/** Require 2 of the last 3 answers to show a weakness before acting on it. */
const MIN_SAMPLES = 2;
const LAST = 3;
/** Thinking varies between requests: allow this multiple of the largest amount seen. */
const MARGIN = 4;
const MIN_THINKING_TOKENS = 512;
/** Token ratios (percent) are rounded up to a multiple of this, so that a model has few distinct lessons. */
const STEP = 5;
/** Up to this ratio, the chat template alone may explain the difference. */
const LIKE_OURS = 105;
/** A larger ratio cannot come from a tokenizer. */
const MAX_PERCENT = 400;

export interface ModelMemory {
  /** The strongest constraint that is not known to be refused or ignored. */
  strongest(): Constraint;
  /**
   * The endpoint refused this constraint (`named`), or refused a request with it without naming a cause (`doubted`).
   * Doubted refusals take effect when they repeat.
   * @param lasting false if the schema or prompt may be the reason: not stored, and forgotten at the next reload
   */
  refuseConstraint(constraint: Constraint, how: 'named' | 'doubted', lasting: boolean): void;
  /** The endpoint answered a request with this constraint, in any form. */
  takeConstraint(constraint: Constraint): void;
  /**
   * A complete answer followed this constraint or ignored it.
   * @param lasting as for `refuseConstraint`
   */
  keepConstraint(constraint: Constraint, isIgnored: boolean, lasting: boolean): void;
  /** True if answers follow JSON schemas: at least one did, and the endpoint is not known to refuse or ignore them. */
  followsSchema(): boolean;
  /** Nothing is stored for a model until it has answered, because clients can send any model name. */
  confirmModel(): void;
  /** Records if the answer was exact JSON without text around it. */
  recordExactness(isExact: boolean): void;
  /**
   * True if the next line may be streamed: an earlier answer was exact JSON without text around it. Returns false once
   * after an answer that was not.
   */
  canStream(): boolean;
  /** Like `canStream` but without side effects: null if the next line may be streamed, else the reason. */
  whyWhole(): 'no_clean_answer_yet' | 'last_answer_not_clean' | null;
  /** Records if a talking agent that should answer in JSON answered in prose. */
  recordLineFormat(isProse: boolean): void;
  /** True if talking agents should be asked for plain prose. */
  speaksProse(): boolean;
  refusePictures(): void;
  /** A request was refused with pictures and answered without them (true), or answered with pictures (false). */
  doubtPictures(isDoubted: boolean): void;
  takesPictures(): boolean;
  /** Records that a prompt did not fit this window (tokens). */
  setWindow(tokens: number): void;
  /** The window learned last, in tokens; null if unknown. */
  window(): number | null;
  /** Records the thinking tokens of an answer; 0 is ignored. */
  recordThinkingTokens(tokens: number): void;
  /** Tokens to allow for thinking; 0 if the model was never seen thinking. */
  allowance(): number;
  /**
   * Compares the model's token count of a prompt with ours. Ignored unless the model counts more than o200k does.
   * @param counted tokens by the model's count
   * @param own tokens in o200k
   */
  countPrompt(counted: number, own: number): void;
  /** Upper bound of model tokens per o200k token; 1 unless the model was seen to count more. */
  ratio(): number;
}

/** Learned model capabilities, shared by all requests of a Worker instance. */
export interface CapabilityMemory {
  /** Loads the store if needed. Waits at most `patienceMs` and never throws. */
  recall(): Promise<void>;
  of(tenant: string, provider: string, model: string): ModelMemory;
}

/** Persists lessons across instances. Both methods may throw. */
export interface CapabilityStore {
  /** Lessons learned after `since`. */
  load(since: number): Promise<LearnedLimits[]>;
  /** Adds lessons, idempotently. May drop lessons learned before `since`. */
  save(learnt: LearnedLimits[], since: number): Promise<void>;
}

interface CapabilityDeps {
  store?: CapabilityStore;
  /** Epoch milliseconds. */
  now?: () => number;
  warn?: (what: string, error: unknown) => void;
  patienceMs?: number;
}

/** The instance's memory, synchronized with the shared store. */
export function createCapabilityMemory(deps: CapabilityDeps = {}): CapabilityMemory {
  const { store, now = Date.now, warn = () => {}, patienceMs = PATIENCE_MS } = deps;
  let lessonsByKey = new Map<string, LearnedLimits>();
  const unsavedLessons = new Set<LearnedLimits>();
  const real = new Set<string>();
  const unclean = new Set<string>();
  /** The last answers of each model, by the weakness that is counted. */
  const tallies = new Map<string, boolean[]>();
  /** True after the first attempt to load the store. */
  let hasBegunLoading = false;
  let reloadAt = 0;

  const oldest = (): number => now() - CACHE_TTL_MS;

  function learn(of: ModelOfTenant, lesson: ModelTrait, lasting = true): void {
    const learnt = { ...of, lesson, learntAt: now() };
    const before = lessonsByKey.get(modelKey(learnt));
    if (before !== undefined && learnt.learntAt - before.learntAt < RENEW_AFTER_MS) return;
    lessonsByKey.set(modelKey(learnt), learnt);
    if (store === undefined || !lasting) return;
    if (before !== undefined) unsavedLessons.delete(before);
    unsavedLessons.add(learnt);
    void save(store);
  }

  /** Returns true if enough of the last answers had the weakness. */
  function count(of: ModelOfTenant, what: string, isWeak: boolean): boolean {
    const key = `${modelName(of)}\n${what}`;
    const lastAnswers = [...(tallies.get(key) ?? []), isWeak].slice(-LAST);
    tallies.set(key, lastAnswers);
    return isWeak && lastAnswers.filter(Boolean).length >= MIN_SAMPLES;
  }

  /** Not awaited. Unsaved lessons are retried with the next lesson or reload. */
  async function save(to: CapabilityStore): Promise<void> {
    const sentLessons = [...unsavedLessons].filter((learnt) => real.has(modelName(learnt)));
    if (sentLessons.length === 0) return;
    try {
      await to.save(sentLessons, oldest());
      for (const learnt of sentLessons) unsavedLessons.delete(learnt);
    } catch (error) {
      warn('save', error);
    }
  }

  /** Drops saved lessons that the store no longer has; keeps lessons learned during the load. */
  async function load(from: CapabilityStore): Promise<void> {
    const savedLessons = new Set([...lessonsByKey.values()].filter((learnt) => !unsavedLessons.has(learnt)));
    try {
      const storedLessons = await from.load(oldest());
      const own = [...lessonsByKey.values()].filter((learnt) => !savedLessons.has(learnt));
      lessonsByKey = mergeLimits([...storedLessons, ...own], oldest());
    } catch (error) {
      warn('load', error);
    }
  }

  function of(tenant: string, provider: string, model: string): ModelMemory {
    const self: ModelOfTenant = { tenant, provider, model };
    const name = modelName(self);
    const isOwn = (learnt: LearnedLimits): boolean =>
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
        if (constraint === 'json_schema' && !isIgnored && lasting) learn(self, 'json_schema');
      },
      followsSchema: () => abilities().followsSchema,
      confirmModel() {
        if (real.has(name)) return;
        real.add(name);
        if (store !== undefined) void save(store);
      },
      recordExactness(isExact) {
        real.add(name);
        if (isExact) learn(self, 'clean_json');
        else unclean.add(name);
      },
      canStream() {
        return !unclean.delete(name) && abilities().cleanJson;
      },
      whyWhole: () =>
        unclean.has(name) ? 'last_answer_not_clean' : abilities().cleanJson ? null : 'no_clean_answer_yet',
      recordLineFormat(isProse) {
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
      recordThinkingTokens(tokens) {
        if (tokens > 0) learn(self, `thinking_${roundUp(tokens)}`);
      },
      allowance: () => MARGIN * (abilities().thinks ?? 0),
      countPrompt(counted, own) {
        const percent = Math.ceil((100 * counted) / own / STEP) * STEP;
        if (percent > LIKE_OURS && percent <= MAX_PERCENT) learn(self, `tokenizer_${percent}`);
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
      // Share results, not promises: workerd cancels a promise with the request that created it. Rooms that arrive
      // during the first load therefore load for themselves.
      await waitFor(load(store), patienceMs);
      hasBegunLoading = true;
      reloadAt = now() + RELOAD_MS;
    },
  };
}

/** Rounds up to a power of two, so that a model has few distinct lessons. */
const roundUp = (tokens: number): number => 2 ** Math.ceil(Math.log2(Math.max(MIN_THINKING_TOKENS, tokens)));

/** The newest copy of each lesson, without those learned before `since`. */
export function mergeLimits(all: readonly LearnedLimits[], since: number): Map<string, LearnedLimits> {
  const mergedLessons = new Map<string, LearnedLimits>();
  for (const learnt of all) {
    const other = mergedLessons.get(modelKey(learnt));
    if (learnt.learntAt > since && learnt.learntAt >= (other?.learntAt ?? since)) {
      mergedLessons.set(modelKey(learnt), learnt);
    }
  }
  return mergedLessons;
}

const modelName = ({ tenant, provider, model }: ModelOfTenant): string => `${tenant}\n${provider}\n${model}`;
const modelKey = (learnt: Omit<LearnedLimits, 'learntAt'>): string =>
  `${learnt.lesson}\n${modelName(learnt)}`;

async function waitFor(work: Promise<void>, ms: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work, patience]);
  clearTimeout(timer);
}

export const weaken = (constraint: Constraint): Constraint =>
  CONSTRAINTS[CONSTRAINTS.indexOf(constraint) + 1] ?? 'none';

export const weakest = (a: Constraint, b: Constraint): Constraint =>
  CONSTRAINTS.indexOf(a) > CONSTRAINTS.indexOf(b) ? a : b;
