import type { StoryLabel } from './blorb';
import { beginStory } from './machine';
import { loadMachine, runMachine } from './run';
import type { Story } from './types';
import { asksForEnter } from './words';

type Banner = Pick<StoryLabel, 'title' | 'author'>;

const NO_BANNER: Banner = { title: null, author: null };

/** Instructions that an opening may take, and keys that are pressed to come to it. */
const OPENING = 2_000_000;
const MAX_KEYS = 4;

/**
 * Reads title and author of a story from the banner that it opens with. The story is played from its beginning up to
 * its first command. Never throws: a story without a banner, or one that does not run, tells nothing.
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
  beginStory(machine, 'banner');
  let budget = OPENING - runMachine(machine, OPENING);
  let text = machine.screen.takeText();
  for (let keys = 0; keys < MAX_KEYS && budget > 0; keys += 1) {
    const { awaits } = machine;
    if (awaits !== 'key' && !asksForEnter({ awaits, text })) break;
    machine.input = awaits === 'key' ? 'enter' : '';
    budget -= runMachine(machine, budget);
    text += `\n\n${machine.screen.takeText()}`;
  }
  return text;
}

/** Lines of a banner, at most, above the one with the serial number. */
const MAX_LINES = 14;
/** A line that is longer is prose. */
const MAX_LINE = 100;
/** The line under a title: `An Interactive Fiction by …`, `Infocom interactive fiction - …`, `Copyright (c) 1980`. */
const UNDER_TITLE =
  /\binteractive\b|^an? .{0,40}\b(?:adventure|fiction|story|game)\b|^(?:\(c\)|©|copyright)/i;
const COPYRIGHT =
  /^(?:copyright\s*)?(?:\(c\)|©|copyright)[\s\d,–-]*(?:\(c\)|©)?[\s,]*(?:by\s+)?(\p{Lu}.*)$/iu;
const BY = /(?:^|\s)[Bb]y (\p{Lu}.*)$/u;
/** `An adventure game by Ann Lee`: a banner by itself, in stories that name no release. */
const KIND_BY = /^an? .{0,40}\b(?:adventure|fiction|story|tale|game)\b.*\bby \p{Lu}/iu;
/** `Comments should go to Ann Lee at …`, in banners that name nobody else. */
const CONTACT = /\bcomments\b.*\bto (\p{Lu}[\p{L}.'-]*(?: \p{Lu}[\p{L}.'-]*)+)(?= at\b| ?[(<,]|$)/u;
/** A trademark of Infocom's, and the kind of story after it: no part of a title. */
const TRADEMARK = /\s*[:,–-]?\s*\b(?:an? )?INTERLOGIC\b.*$/iu;
/** A company holds a copyright, and wrote nothing. */
const COMPANY = /\b(?:Inc|Ltd|Limited|LLC|Corp|Corporation|Company|GmbH)\b/;

/**
 * Reads title and author from the text that a story opens with: the lines above `Release 5 / Serial number 961216`, as
 * the compilers of Infocom and Inform write them, or above a line that names the release alone.
 *
 * @param header of the story: a banner that names another serial number or release is none
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
  const at = under >= 0 ? above.findLastIndex((line, i) => i < under && line !== '') : firstOfBlock(above);
  const title = above[at] ?? '';
  if (title === '' || title.length > MAX_LINE || UNDER_TITLE.test(title)) return NO_BANNER;
  return { title: title.replace(TRADEMARK, ''), author: readAuthor(above.slice(at + 1)) };
}

/** Reads a title with `An adventure game by …` right under it, where the text has no serial number at all. */
function readShortBanner(lines: readonly string[]): Banner {
  const under = lines.findIndex((line) => line.length <= MAX_LINE && KIND_BY.test(line));
  const title = lines[under - 1] ?? '';
  const isOther = lines.some((line) => /\bserial number\b/i.test(line));
  if (isOther || title === '' || title.length > MAX_LINE || /[.!?]$/.test(title)) return NO_BANNER;
  return { title, author: readAuthor(lines.slice(under, under + 1)) };
}

/** Index of the first line of the last block of lines that has any; -1: there is none. */
function firstOfBlock(lines: readonly string[]): number {
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
    // The point behind initials and `Jr` belongs to them.
    .replace(/[\s,;]+$/, '')
    .replace(/(?<=\p{Ll})(?<!\bJr)\.$/u, '');
