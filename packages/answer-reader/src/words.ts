import { NO_GUARD } from './guard';
import { startsExample } from './instruction';
import { withoutControls } from './json-text';
import { rejectionReason } from './line';
import { announcesAt, cutAtToken, startsMarkup } from './markup';
import { isPreamble, splitAnnouncement } from './patterns';
import { startsThought } from './private';
import type { RowPlace, Speakers } from './row-label';
import { findLabel, isScript, stripOtherSpeakers } from './speakers';
import { measureTokens } from './template-tokens';

/** Streams a line, one word behind the input. */
export interface WordStream {
  /** Appends text. Returns the words that may be shown now, or `''`. */
  push(text: string): string;
  /** Ends the text. Returns the rest, or `''` if it must not be shown. */
  end(): string;
}

/** Longer texts are shown only when complete. */
const MAX_SHOWN = 20_000;
/** Check the whole text again when it has grown by this share, which keeps the work linear. */
const SHARE = 1 / 8;
const MIN_LOOKED = 80;
/** An uncertain beginning is released after at most this many sentences, else with the whole line. */
const FIRST_SENTENCES = 3;
/** Characters outside ordinary prose, as in objects, markup or code: hold the sentence until its end. */
const DOUBTFUL =
  /[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}\p{Join_Control}\p{Variation_Selector}\s.,!?…;:'"“”‘’«»„*()_~–—/%$€£°+#@。、！？「」『』・〜ー～（）-]/u;
const KEY = /["“”„«»＂]\s{0,4}[:：]|['‘’＇][:：]/;
const LETTER = /[\p{L}\p{N}]/u;
/** How a row that introduces a thought may begin. */
const MAYBE_THOUGHT =
  /^[\s*_#>"'“[(-]{0,8}(?:thought|think|reason|reflect|analysis|scratchpad|inner|internal|monologue|chain|my (?:thought|think|reason))/i;
/** A field of an object without braces. Its text may come later in the row. */
const FIELD = /^[*_"]{0,4}(?:kind|mood|emotion|text)["*_]{0,4}\s{0,4}:/i;
const SENTENCE = /[。！？]["'”’)*_」』]*|[.!?…]["'”’)*_]*(?=\s)/g;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}。、！？」』]/u;
const UNSPACED_SORRY = /^[「『]?(?:申し訳|すみません|ごめん|抱歉|对不起|很抱歉|作为|我无法|我不能|ขอโทษ)/;

/**
 * First words of planning, refusals and errors, with the words that may follow them (null: any). Hold such a text until
 * its first sentence is complete and is clearly speech.
 */
const DOUBTFUL_STARTS: Readonly<Record<string, string | null>> = {
  i: "cannot can't can’t won't won’t will need should must have am understand apologize apologise appreciate want play respond",
  "i'm": 'sorry unable not asked supposed role-playing roleplaying going playing an here',
  "i'll": null,
  'i’ll': null,
  the: 'user prompt scenario task instruction instructions system model server engine service provider upstream request json schema format output response reply line first next',
  this: 'user model request endpoint is line response',
  you: "have didn't didn’t hit exceeded reached asked want",
  we: 'need should must have are can will want',
  my: 'line reply response answer clue apologies output',
  no: 'api healthy auth authentication key',
  let: null,
  "let's": null,
  'let’s': null,
  here: 'is are’s',
  "here's": null,
  'here’s': null,
  as: null,
  sorry: null,
  error: null,
  final: null,
  output: null,
  json: null,
  response: null,
  reply: null,
  answer: null,
  line: null,
  user: null,
  system: null,
  assistant: null,
  analysis: null,
  commentary: null,
  thinking: null,
  thought: null,
  thoughts: null,
  reasoning: null,
  looking: null,
  need: null,
  must: null,
  should: null,
  http: null,
  status: null,
  rate: null,
  request: null,
  upstream: null,
  provider: null,
  traceback: null,
  model: null,
  invalid: null,
  missing: null,
  maximum: null,
  authentication: null,
  authorization: null,
  kind: null,
  text: null,
};
/** Fillers before the actual text. */
const FILLERS =
  /^(?:all ?right|okay|ok|so|well|hm+|first|now|wait|sure|certainly|understood|right|got|it|of|course)[,.!…]*$/i;
const WORD = /\S+/g;

/** If a text may be shown by its beginning: `wait` for more, `hold` until its first sentence ends, `stop`: never. */
function readStart(text: string): 'wait' | 'hold' | 'go' | 'stop' {
  if (startsExample(text)) return 'wait';
  if (UNSPACED.test(text.slice(0, 2))) {
    if (text.length < 5) return 'wait';
    return UNSPACED_SORRY.test(text) ? 'hold' : 'go';
  }
  const words = text.match(WORD) ?? [];
  const whole = /\s$/.test(text) ? words : words.slice(0, -1);
  for (const [at, raw] of whole.entries()) {
    if (FIELD.test(raw)) return 'stop';
    if (DOUBTFUL.test(raw) || KEY.test(raw)) return 'hold';
    // Only words can be about the task; punctuation can't, except in `(thinking: …`.
    if (!LETTER.test(raw)) {
      if (/^["'”’,:;]/.test(raw)) return 'hold';
      continue;
    }
    if (at === 0 && /^[*"“«„]\p{L}/u.test(raw)) return 'go';
    if (/["”]:?,?$/.test(raw) && !raw.startsWith('"')) return 'hold';
    if (/^[\d(]/.test(raw)) return 'hold';
    if (FILLERS.test(raw)) continue;
    const word = raw.toLowerCase().replace(/^\W+|[^\p{L}\p{N}]+$/gu, '');
    const seconds = Object.hasOwn(DOUBTFUL_STARTS, word) ? DOUBTFUL_STARTS[word] : undefined;
    if (seconds === undefined) return 'go';
    if (seconds === null) return 'hold';
    const next = whole[at + 1];
    if (next === undefined) return 'wait';
    const second = next.toLowerCase().replace(/[^\p{L}\p{N}'’-]+$/gu, '');
    return seconds.split(' ').includes(second) ? 'hold' : 'go';
  }
  return 'wait';
}

/**
 * Streams a line word by word. Holds its first words until they are clearly speech, not a label, refusal, plan or
 * error. At the start of a row or sentence, holds a word that may be another speaker's name. Holds an uncertain
 * sentence until its end; if it is rejected, the stream ends silently, because the complete line follows anyway. The
 * released words are a prefix of the line, unless parts of it are removed later.
 */
export function makeWordStream(speakers?: Speakers): WordStream {
  let all = '';
  let shownTo = 0;
  let state: 'start' | 'hold' | 'run' | 'stopped' = 'start';
  let lookedTo = 0;
  let inScript = false;
  let isEnded = false;
  let begunAt = 0;

  const isSpeech = (text: string): boolean => rejectionReason(text, NO_GUARD) === null;
  const isClearStart = (text: string): boolean =>
    isSpeech(text) && !isPreamble(text) && splitAnnouncement(text).announcement === '';
  const sentenceEnd = (from: number): number => {
    SENTENCE.lastIndex = from;
    const match = SENTENCE.exec(all);
    const row = all.indexOf('\n', from);
    const end = match ? match.index + match[0].length : -1;
    return row > from && (end < 0 || row < end) ? row : end;
  };

  /** Context of the row that begins here; null if none does. */
  const placeOf = (at: number, ended = false): RowPlace | null => {
    const before = all.slice(Math.max(begunAt, at - 80), at);
    const isRow = at === 0 || state === 'start' || /\n\s*$/.test(before);
    return isRow ? { ended, continues: /[:,]\s*$/.test(before), isScript: inScript } : null;
  };

  /** True if the line is complete so far, without removed parts. */
  const isWholeUpTo = (end: number, names: Speakers): boolean => {
    const { line, cut } = stripOtherSpeakers(all.slice(0, end), names);
    return cut === '' && bareWords(line) === bareWords(all.slice(begunAt, end));
  };

  function begin(): void {
    if (speakers) {
      const tokens = measureTokens(all);
      if (tokens === 'wait') return;
      all = all.slice(tokens);
    }
    // Labels may be repeated.
    for (let isFirst = true; ; isFirst = false) {
      const rest = all.slice(shownTo);
      const lead = rest.length - rest.trimStart().length;
      const label = speakers ? findLabel(rest.slice(lead), speakers, placeOf(shownTo)) : null;
      if (label === 'wait') return;
      if (label === 'other') {
        state = 'stopped';
        return;
      }
      if (isFirst || label !== null) shownTo += lead;
      if (label === null) break;
      shownTo += label;
      begunAt = shownTo;
      inScript ||= isScript(all, all.slice(shownTo));
    }
    // May be a thought in unknown markup: only the complete answer shows it.
    const markup = startsMarkup(all.slice(shownTo));
    if (markup === true) state = 'stopped';
    if (markup !== false) return;
    const start = readStart(all.slice(shownTo));
    if (start === 'go') state = 'run';
    else if (start === 'hold') state = 'hold';
    else if (start === 'stop') state = 'stopped';
  }

  /** Releases an uncertain beginning after its first sentence. */
  function release(): string {
    let end = sentenceEnd(shownTo);
    // `No.` and `Your line.` fit any beginning, so wait for the next sentence.
    for (let n = 1; n < FIRST_SENTENCES && end >= 0 && !isClearStart(all.slice(shownTo, end)); n += 1)
      end = sentenceEnd(end + 1);
    if (end < 0 || !isClearStart(all.slice(shownTo, end))) return '';
    if (speakers && !isWholeUpTo(end, speakers)) {
      state = 'stopped';
      return '';
    }
    state = 'run';
    end = Math.max(shownTo, beforeLabel(shownTo + 1, end));
    const piece = all.slice(shownTo, end);
    shownTo = end;
    return piece;
  }

  /** If the row or sentence at this position is a private thought: `Thought: …`. */
  function readThought(from: number): 'none' | 'wait' | 'stop' {
    const rest = all.slice(from);
    if (FIELD.test(rest) || announcesAt(rest)) return 'stop';
    if (!MAYBE_THOUGHT.test(rest)) return 'none';
    if (startsThought(rest)) return 'stop';
    return sentenceEnd(from) < 0 ? 'wait' : 'none';
  }

  /** The position before a possible thought or name, at most `to`. */
  function beforeLabel(from: number, to: number): number {
    for (const at of startsBetween(all, from, to)) {
      const thought = readThought(at);
      // The speaker's name may precede a later paragraph, and the line loses it there too.
      const label = speakers && thought === 'none' ? findLabel(all.slice(at), speakers, placeOf(at)) : null;
      if (thought === 'none' && label === null) continue;
      if (thought === 'stop' || (label !== null && label !== 'wait')) state = 'stopped';
      return Math.min(to, lastWord(all.slice(0, at)));
    }
    return to;
  }

  /** Releases up to the last complete word, or to a word that must wait. */
  function run(): string {
    let end = beforeLabel(shownTo, lastWord(all));
    const words = all.slice(shownTo, end);
    const doubt = Math.min(...[DOUBTFUL, KEY].map((mark) => words.search(mark)).filter((at) => at >= 0));
    if (doubt < words.length) {
      const over = sentenceEnd(shownTo + doubt);
      const isOver = over >= 0 && over <= end;
      if (!isOver || !isSpeech(all.slice(0, over))) {
        if (isOver) state = 'stopped';
        end = Math.min(end, lastWord(all.slice(0, shownTo + doubt)));
      } else if (over < end) {
        end = over;
        // The next check finds a label after it.
        state = 'run';
      }
    }
    if (end <= shownTo) return '';
    if (end > Math.max(MIN_LOOKED, lookedTo * (1 + SHARE))) {
      lookedTo = end;
      if (!isSpeech(all.slice(0, end))) {
        state = 'stopped';
        return '';
      }
    }
    const piece = all.slice(shownTo, end);
    shownTo = end;
    return piece;
  }

  const runOn = (): string => (state === 'run' ? run() : '');

  return {
    push(text) {
      if (state === 'stopped') return '';
      if (isEnded) return '';
      all += withoutControls(text);
      const whole = cutAtToken(all);
      isEnded = whole.length < all.length;
      all = whole;
      if (all.length > MAX_SHOWN) state = 'stopped';
      if (state === 'start') begin();
      let piece = '';
      if (state === 'hold') piece = release();
      // It pauses after each uncertain sentence.
      for (let more = runOn(); more !== ''; more = runOn()) piece += more;
      return piece;
    },
    end() {
      if (speakers) {
        const tokens = shownTo === 0 ? measureTokens(all) : 0;
        all = all.slice(tokens === 'wait' ? 0 : tokens);
      }
      const isWhole = state !== 'stopped' && LETTER.test(all) && isClearStart(all);
      state = 'stopped';
      if (!isWhole) return '';
      const rest = all.slice(shownTo);
      if (!speakers) return rest;
      if (shownTo > 0) return isWholeUpTo(all.length, speakers) ? rest : '';
      const { line, cut } = stripOtherSpeakers(all, speakers);
      return cut === '' ? line : '';
    },
  };
}

const bareWords = (text: string): string => text.replace(/^[\s"“”]+|[\s"“”]+$/g, '');

/** End of the last complete word: before white space, or anywhere in scripts without spaces. */
function lastWord(text: string): number {
  let at = text.length;
  while (at > 0 && !/\s/.test(text.charAt(at - 1)) && !UNSPACED.test(text.charAt(at - 1))) at -= 1;
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at -= 1;
  return at;
}

function startsBetween(text: string, from: number, to: number): number[] {
  const places: number[] = [];
  const start = /[\n.!?…"”*)]\s+(?=\S)|\n+(?=\S)/g;
  start.lastIndex = Math.max(0, from - 2);
  for (let match = start.exec(text); match && match.index < to; match = start.exec(text)) {
    const at = match.index + match[0].length;
    if (at >= from && at <= to) places.push(at);
  }
  return places;
}
