import { UNDERSTUDY_NAME } from '../../base/answerer';
import { lazy } from '../../base/memoize';
import { STORY_POLICY } from '../../contract/report-policy';
import { escapeHtml, inHtml } from '../../report/escape';
import { PAGE_END, renderPageStart } from '../../report/page';
import { renderProseHtml } from '../../report/prose';
import type { TranscriptEntry, TranscriptHead, TranscriptPerson } from './entries';
import { HUES, STORY_STYLE } from './story-style';

const STORY_BASE = { style: STORY_STYLE, policy: STORY_POLICY };

/** Pictures of characters by id, as `data:` URLs of PNGs. */
export type Faces = Readonly<Record<string, string>>;

/** Longest list of names: a scene has at most a hundred, each with up to 80 characters. */
const MAX_NAMES = 10_000;
const namesInHtml = (names: string): string => inHtml(names, MAX_NAMES);

/** The only allowed URLs: embedded pictures. */
const FACE = /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/;

/** Describes a whisper's audience: `whispering to Bo`; empty for a public line. */
export function describeRecipients({ hearers }: TranscriptEntry): string {
  if (hearers === null) return '';
  return hearers.length === 0 ? 'whispering' : `whispering to ${hearers.join(', ')}`;
}

const day = lazy(
  () => new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
);

function describeDays({ firstAt, lastAt }: TranscriptHead): string {
  const [from, to] = [firstAt, lastAt].map((at) => {
    const time = new Date(at);
    return Number.isNaN(time.getTime()) ? at.slice(0, 10) : day().format(time);
  });
  return from === to ? `${from}` : `${from} to ${to}`;
}

const describeRounds = ({ rounds }: TranscriptHead): string => {
  if (rounds === 0) return 'A scene';
  return rounds === 1 ? 'A scene in one round' : `A scene in ${rounds} rounds`;
};

const describeAnswerers = ({ answerers }: TranscriptHead): string => {
  const names = answerers.map((name) =>
    name === UNDERSTUDY_NAME ? 'the understudy, an offline stand-in and no model' : name,
  );
  return names.length === 0 ? '' : `Lines of the cast by ${names.join('; ')}.`;
};

const hueClass = ({ place }: TranscriptPerson): string => `h${place % HUES}`;

interface PersonMarkup {
  person: TranscriptPerson;
  hue: string;
  circle: string;
  /** The picture, which the page contains once; null if there is none. */
  symbol: string | null;
}

function buildPersonMarkup(person: TranscriptPerson, faces: Faces): PersonMarkup {
  const hue = hueClass(person);
  const face = person.id !== null && Object.hasOwn(faces, person.id) ? (faces[person.id] ?? '') : '';
  if (FACE.test(face)) {
    const id = `face-${person.place}`;
    const circle = `<svg class="face" viewBox="0 0 96 96" aria-hidden="true"><use href="#${id}"/></svg>`;
    const image = `<image href="${escapeHtml(face)}" width="96" height="96"/>`;
    return { person, hue, circle, symbol: `<symbol id="${id}" viewBox="0 0 96 96">${image}</symbol>` };
  }
  const [letter = ''] = person.name.trim();
  const circle = `<span class="face" aria-hidden="true">${inHtml(letter.toUpperCase())}</span>`;
  return { person, hue, circle, symbol: null };
}

function renderFaces(people: readonly PersonMarkup[]): string {
  const symbols = people.flatMap(({ symbol }) => symbol ?? []);
  return symbols.length === 0
    ? ''
    : `<svg class="faces" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>\n`;
}

function writePerson({ person, hue, circle }: PersonMarkup): string {
  const part = person.by === 'player' ? ' <span class="part">player</span>' : '';
  const about = person.about === '' ? '' : `<br><span class="about">${inHtml(person.about)}</span>`;
  return `<li class="${hue}">${circle}<p><b class="name">${inHtml(person.name)}</b>${part}${about}</p></li>`;
}

function writeTitlePage(head: TranscriptHead, people: readonly PersonMarkup[]): string {
  const { title, scenario } = head;
  const answerers = describeAnswerers(head);
  return [
    renderFaces(people),
    '<header>',
    `<p class="kicker">${inHtml(describeRounds(head))}</p>`,
    `<h1>${inHtml(title)}</h1>`,
    `<p class="days">${inHtml(describeDays(head))}</p>`,
    ...(scenario.trim() === '' ? [] : [`<div class="scenario">${renderProseHtml(scenario)}</div>`]),
    ...(people.length === 0
      ? []
      : [
          '<section aria-labelledby="cast"><h2 id="cast">Cast</h2>',
          `<ul class="cast">${people.map(writePerson).join('\n')}</ul></section>`,
        ]),
    ...(answerers === '' ? [] : [`<p class="quiet">${namesInHtml(answerers)}</p>`]),
    '</header>\n<main>\n',
  ].join('\n');
}

const writeTime = ({ at }: TranscriptEntry): string =>
  `<time datetime="${inHtml(at)}" title="${inHtml(at.slice(0, 16).replace('T', ' '))} UTC">${inHtml(at.slice(11, 16))}</time>`;

/** @param circle of the speaker; empty if no one has a picture, because plain names look calmer then */
function writeLine(entry: TranscriptEntry, hue: string | null, circle: string): string {
  const how =
    entry.hearers === null ? '' : ` <span class="how">(${namesInHtml(describeRecipients(entry))})</span>`;
  const classes = [
    'line',
    ...(hue === null ? [] : [hue]),
    ...(entry.by === 'narrator' || entry.by === 'judge' ? [entry.by] : []),
    ...(entry.hearers === null ? [] : ['whisper']),
  ];
  return (
    `<article class="${classes.join(' ')}" id="line-${entry.seq}">` +
    `<p class="who">${circle}<b class="name">${inHtml(entry.name)}</b>${how} ${writeTime(entry)}</p>` +
    `<div class="words">${renderProseHtml(entry.text)}</div></article>\n`
  );
}

/**
 * Writes a conversation as one self-contained page: a title page, rounds with rules between them, dialogue in
 * the layout of a play. It loads no resources and has no scripts; all text is escaped.
 */
export function writeStoryPage(head: TranscriptHead, faces: Faces) {
  const people = head.people.map((person) => buildPersonMarkup(person, faces));
  const byName = new Map(people.map((one) => [`${one.person.by} ${one.person.name}`, one]));
  const hasFaces = people.some(({ symbol }) => symbol !== null);
  return {
    begin: () =>
      `${renderPageStart({ title: head.title, base: STORY_BASE })}\n${writeTitlePage(head, people)}`,
    line: (entry: TranscriptEntry) => {
      const speaker = byName.get(`${entry.by} ${entry.name}`);
      return writeLine(entry, speaker?.hue ?? null, speaker && hasFaces ? speaker.circle : '');
    },
    round: (n: number): string => `<h2 class="round"><span>Round ${n}</span></h2>\n`,
    end: `</main>\n<footer>Played with Proscenium</footer>\n${PAGE_END}`,
  };
}
