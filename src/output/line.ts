import { jsonrepair } from 'jsonrepair';
import { findObjects } from './objects';
import { joinThoughts, splitReasoning } from './reasoning';

const MAX_LINE = 300;
const MAX_RESIDUE = 600;
const MIN_LINE = 6;
/** Share of letters and digits among what is not space; below it a line is noise. */
const MIN_LETTERS = 0.4;

const SENTENCE_END = /(?<=[.!?…]["'”’]?)\s+/;
const FIELD_LINE = /^\s*["'*]*(kind|text|thought|mood|json)["'*]*\s*:\s*(.*)$/i;
/** A model announcing what it is about to do. Only at the start of an answer, and never when it is all there is. */
const PREAMBLE =
  /\b(the user|the prompt|the scenario|my (?:line|reply|response|answer)|(?:stay|remain|respond|speak|reply) (?:in character|as)|one or two sentences|plain prose)\b/i;
/** The same in front of the line itself: `Sure, here is my reply:`. */
const ANNOUNCEMENT =
  /^(?:(?:sure|okay|ok|certainly|of course)[,.! ]+)?here(?:'s| is) (?:my|the|your|a) (?:line|reply|response|answer)[^:\n]{0,40}:\s*/i;
/** The instruction coming back: never speech. */
const ECHO = /\b(output format|reply with one json object|json schema|think blocks|markdown fences)\b/i;
const OBJECT_START = /^\{\s*(?:["'}]|\w+\s*:)/;

export interface CleanLine {
  /** What may be spoken, at most 300 characters; `""` when nothing is left. */
  line: string;
  /** What was taken off, at most 600 characters: private thought. */
  residue: string;
}

/**
 * Makes a spoken line of a model's plain prose. Reasoning, a planning preamble and echoes of the instruction go to
 * the residue; an object never becomes speech: its `text` does, when it has one, and else nothing of it.
 */
export function cleanLine(raw: string): CleanLine {
  const { answer, reasoning } = splitReasoning(raw);
  const residue = [reasoning];
  const text = answer.replace(/```[a-zA-Z0-9]*/g, '');
  const spoken = takeObjects(text).replace(ANNOUNCEMENT, (announcement) => {
    residue.push(announcement);
    return '';
  });
  const kept: string[] = [];
  const preamble: string[] = [];
  for (const sentence of takeFields(spoken, residue).split(SENTENCE_END)) {
    const trimmed = sentence.trim();
    if (trimmed === '') continue;
    if (ECHO.test(trimmed)) residue.push(trimmed);
    else if (kept.length === 0 && PREAMBLE.test(trimmed)) preamble.push(trimmed);
    else kept.push(trimmed);
  }
  if (kept.length > 0) residue.push(...preamble);
  const line = unquote((kept.length > 0 ? kept : preamble).join(' '));
  return { line: cutAtWord(line, MAX_LINE), residue: joinThoughts(residue).slice(0, MAX_RESIDUE).trim() };
}

/**
 * Whether a text can be spoken: not empty, not a placeholder, not an object, not a provider's error, not
 * mostly punctuation, and at least six characters.
 */
export function isUsableLine(text: string): boolean {
  const trimmed = text.trim();
  if (trimmed.length < MIN_LINE || looksLikeObject(trimmed)) return false;
  if (/^\[?(?:model|provider|api) error\b/i.test(trimmed)) return false;
  const letters = trimmed.match(/[\p{L}\p{N}\p{M}]/gu)?.length ?? 0;
  return letters >= trimmed.replace(/\s+/g, '').length * MIN_LETTERS;
}

/** Whether a text is an object (or the start of one) rather than something a character would say. */
export function looksLikeObject(text: string): boolean {
  const trimmed = text.trim().replace(/^```[a-zA-Z0-9]*\s*/, '');
  return OBJECT_START.test(trimmed) || /^\[\s*[{\]]/.test(trimmed);
}

/** The text without its objects; the `text` of the last object that has one, when any has. */
function takeObjects(text: string): string {
  const { balanced, open } = findObjects(text);
  const cut = open !== null && OBJECT_START.test(text.slice(open)) ? open : text.length;
  const spans = [...balanced.filter((span) => span.start < cut)];
  if (cut < text.length) spans.push({ start: cut, end: text.length });
  let rest = '';
  let from = 0;
  let spoken: string | null = null;
  for (const { start, end } of spans) {
    rest += `${text.slice(from, start)} `;
    spoken = readText(text.slice(start, end)) ?? spoken;
    from = end;
  }
  return spoken ?? rest + text.slice(from);
}

function readText(object: string): string | null {
  for (const read of [(text: string) => text, jsonrepair]) {
    try {
      const value: unknown = JSON.parse(read(object));
      const text = (value as { text?: unknown } | null)?.text;
      return typeof text === 'string' && !looksLikeObject(text) ? text : null;
    } catch {
      // Not JSON, or beyond repair: the next reader, or nothing.
    }
  }
  return null;
}

/** Handles `kind: …` / `text: …` lines: the value of `text` when there is one, the other labelled lines never. */
function takeFields(text: string, residue: string[]): string {
  let spoken: string | null = null;
  const rest: string[] = [];
  for (const row of text.split('\n')) {
    const [, field, value = ''] = FIELD_LINE.exec(row) ?? [];
    if (field === undefined) rest.push(row);
    else if (field.toLowerCase() === 'text') spoken = value;
    else residue.push(value);
  }
  return spoken ?? rest.join('\n');
}

function unquote(line: string): string {
  const match = /^(["“'‘])([\s\S]*)(["”'’])$/.exec(line.trim());
  const inner = match?.[2];
  return inner === undefined || /["“”]/.test(inner) ? line.trim() : inner.trim();
}

function cutAtWord(line: string, limit: number): string {
  if (line.length <= limit) return line;
  const head = line.slice(0, limit);
  const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('! '), head.lastIndexOf('? '));
  const end = sentence > 0 ? sentence + 1 : head.lastIndexOf(' ');
  return head.slice(0, end > 0 ? end : limit).trim();
}
