import type { StoryLabel } from './blorb';
import { startStory } from './machine';
import { loadMachine, runMachine } from './run';
import type { Story } from './types';
import { isEnterPrompt } from './words';

type Banner = Pick<StoryLabel, 'title' | 'author'>;

const NO_BANNER: Banner = { title: null, author: null };

const OPENING = 2_000_000;
const MAX_KEYS = 4;

/**
 * Reads title and author from the banner that a story prints before its first command. Never throws: returns nulls for
 * a story without a banner, or one that fails.
 */
export function playBanner(story: Story): Banner {
  try {
    return readBanner(openStory(story), story);
  } catch {
    return NO_BANNER;
  }
}

function openStory(story: Story): string {
  const machine = loadMachine(story);
  startStory(machine, 'banner');
  let budget = OPENING - runMachine(machine, OPENING);
  let text = machine.screen.takeText();
  for (let keys = 0; keys < MAX_KEYS && budget > 0; keys += 1) {
    const { awaits } = machine;
    if (awaits !== 'key' && !isEnterPrompt({ awaits, text })) break;
    machine.input = awaits === 'key' ? 'enter' : '';
    budget -= runMachine(machine, budget);
    text += `\n\n${machine.screen.takeText()}`;
  }
  return text;
}

const MAX_LINES = 14;
/** In characters; longer lines are prose. */
const MAX_LINE = 100;
/** The line below a title: `An Interactive Fiction by …`, `Infocom interactive fiction - …`, `Copyright (c) 1980`. */
const UNDER_TITLE =
  /\binteractive\b|^an? .{0,40}\b(?:adventure|fiction|story|game)\b|^(?:\(c\)|©|copyright)/i;
const COPYRIGHT =
  /^(?:copyright\s*)?(?:\(c\)|©|copyright)[\s\d,–-]*(?:\(c\)|©)?[\s,]*(?:by\s+)?(\p{Lu}.*)$/iu;
const BY = /(?:^|\s)[Bb]y (\p{Lu}.*)$/u;
/** `An adventure game by Ann Lee`: the whole banner in stories without a release number. */
const KIND_BY = /^an? .{0,40}\b(?:adventure|fiction|story|tale|game)\b.*\bby \p{Lu}/iu;
/** `Comments should go to Ann Lee at …`, in banners without another name. */
const CONTACT = /\bcomments\b.*\bto (\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*)+)(?= at\b| ?[(<,]|$)/u;
/** An Infocom trademark and the kind of story after it, which are not part of the title. */
const TRADEMARK = /\s*[:,–-]?\s*\b(?:an? )?INTERLOGIC\b.*$/iu;
/** Companies hold copyrights but are not authors. */
const COMPANY = /\b(?:Inc|Ltd|Limited|LLC|Corp|Corporation|Company|GmbH)\b/;

/**
 * Reads title and author from a story's first text: the lines above `Release 5 / Serial number 961216` (Infocom's and
 * Inform's format), or above a line with the release alone.
 * @param header of the story; ignores a banner with another serial number or release
 */
export function readBanner(text: string, { serial, release }: Pick<Story, 'serial' | 'release'>): Banner {
  const lines = text.split('\n').map((line) => line.trim().replace(/\s+/g, ' '));
  const find = (words: string) =>
    lines.findIndex((line) => new RegExp(`\\b${words}\\b`, 'i').test(line) && line.length <= MAX_LINE);
  const withSerial = /^\w+$/.test(serial) ? find(`serial number ${serial}`) : -1;
  const end = withSerial >= 0 ? withSerial : find(`release ${release}`);
  if (end < 0) return readShortBanner(lines);
  const start = Math.max(0, end - MAX_LINES);
  const above = lines.slice(start, end);
  const under = above.findIndex(
    (line, at) => UNDER_TITLE.test(line) && above.slice(0, at).some((before) => before !== ''),
  );
  const at = under >= 0 ? above.findLastIndex((line, i) => i < under && line !== '') : firstLine(above);
  const title = above[at] ?? '';
  if (title === '' || title.length > MAX_LINE || UNDER_TITLE.test(title)) return NO_BANNER;
  return { title: title.replace(TRADEMARK, ''), author: readAuthor(above.slice(at + 1)) };
}

/** Reads a title with `An adventure game by …` below it, in a text without serial number. */
function readShortBanner(lines: readonly string[]): Banner {
  const under = lines.findIndex((line) => line.length <= MAX_LINE && KIND_BY.test(line));
  const title = lines[under - 1] ?? '';
  const isOther = lines.some((line) => /\bserial number\b/i.test(line));
  if (isOther || title === '' || title.length > MAX_LINE || /[.!?]$/.test(title)) return NO_BANNER;
  return { title, author: readAuthor(lines.slice(under, under + 1)) };
}

function firstLine(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line !== '');
  return last < 0 ? -1 : lines.findLastIndex((line, at) => at < last && line === '') + 1;
}

function readAuthor(lines: readonly string[]): string | null {
  const block = lines.filter(
    (line) => line.length <= MAX_LINE && !/^(?:portions|ported|\(?reconstruct)/i.test(line),
  );
  const patterns = [BY, COPYRIGHT, CONTACT];
  const names = patterns
    .flatMap((pattern) => block.map((line) => pattern.exec(line)?.[1] ?? ''))
    .map(cleanName);
  return names.find((name) => name !== '' && !COMPANY.test(name)) ?? null;
}

const cleanName = (raw: string): string =>
  raw
    .replace(/\s*all rights reserved.*$/i, '')
    .replace(/\s*\([^)]*\)/g, '')
    // Keep the period after initials and `Jr`.
    .replace(/[\s,;]+$/, '')
    .replace(/(?<=\p{Ll})(?<!\bJr)\.$/u, '');
