import { UNDERSTUDY_NAME } from '../../../base/answerer';
import { inHtml } from '../../report/escape';
import { beginPage, PAGE_END } from '../../report/page';
import { escapeHtml, proseInHtml } from '../../report/prose';
import type { TranscriptEntry, TranscriptHead, TranscriptPerson } from './entries';
import { HUES, STORY_STYLE } from './story-style';

/** Pictures of characters by their ids, each a `data:` address of a PNG. */
export type Faces = Readonly<Record<string, string>>;

/** Longest list of names: a scene has at most a hundred of 80 characters. */
const MAX_NAMES = 10_000;
const namesInHtml = (names: string): string => inHtml(names, MAX_NAMES);

/** The only addresses that a page takes: pictures that are in it. */
const FACE = /^data:image\/png;base64,[A-Za-z0-9+/]+={0,2}$/;

/** Tells who hears a whisper: `whispering to Bo`; empty for what everybody heard. */
export function describeHearers({ hearers }: TranscriptEntry): string {
  if (hearers === null) return '';
  return hearers.length === 0 ? 'whispering' : `whispering to ${hearers.join(', ')}`;
}

const DAY = new Intl.DateTimeFormat('en-GB', {
  ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
});

function describeDays({ firstAt, lastAt }: TranscriptHead): string {
  const [from, to] = [firstAt, lastAt].map((at) => {
    const time = new Date(at);
    return Number.isNaN(time.getTime()) ? at.slice(0, 10) : DAY.format(time);
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

/** The picture of a person that is drawn by reference; null: there is none. */
function faceId(person: TranscriptPerson, faces: Faces): string | null {
  const face = person.id === null || !Object.hasOwn(faces, person.id) ? undefined : faces[person.id];
  return face !== undefined && FACE.test(face) ? `face-${person.place}` : null;
}

/** Each picture stands in the page once, and is drawn wherever its character speaks. */
function writeFaces({ people }: TranscriptHead, faces: Faces): string {
  const symbols = people.flatMap((person) => {
    const id = faceId(person, faces);
    if (id === null || person.id === null) return [];
    const picture = escapeHtml(faces[person.id] ?? '');
    return `<symbol id="${id}" viewBox="0 0 96 96"><image href="${picture}" width="96" height="96"/></symbol>`;
  });
  return symbols.length === 0
    ? ''
    : `<svg class="faces" width="0" height="0" aria-hidden="true">${symbols.join('')}</svg>\n`;
}

/** Draws the picture of a person, or the first letter of the name on the person's colour. */
function drawFace(person: TranscriptPerson, faces: Faces): string {
  const id = faceId(person, faces);
  if (id) return `<svg class="face" viewBox="0 0 96 96" aria-hidden="true"><use href="#${id}"/></svg>`;
  const [letter = ''] = person.name.trim();
  return `<span class="face" aria-hidden="true">${inHtml(letter.toUpperCase())}</span>`;
}

function writePerson(person: TranscriptPerson, faces: Faces): string {
  const part = person.by === 'player' ? ' <span class="part">player</span>' : '';
  const about = person.about === '' ? '' : `<br><span class="about">${inHtml(person.about)}</span>`;
  return `<li class="${hueClass(person)}">${drawFace(person, faces)}<p><b class="name">${inHtml(person.name)}</b>${part}${about}</p></li>`;
}

function writeTitlePage(head: TranscriptHead, faces: Faces): string {
  const { title, scenario, people } = head;
  const answerers = describeAnswerers(head);
  return [
    writeFaces(head, faces),
    '<header>',
    `<p class="kicker">${inHtml(describeRounds(head))}</p>`,
    `<h1>${inHtml(title)}</h1>`,
    `<p class="days">${inHtml(describeDays(head))}</p>`,
    ...(scenario.trim() === '' ? [] : [`<div class="scenario">${proseInHtml(scenario)}</div>`]),
    ...(people.length === 0
      ? []
      : [
          '<section aria-labelledby="cast"><h2 id="cast">Cast</h2>',
          `<ul class="cast">${people.map((person) => writePerson(person, faces)).join('\n')}</ul></section>`,
        ]),
    ...(answerers === '' ? [] : [`<p class="quiet">${namesInHtml(answerers)}</p>`]),
    '</header>\n<main>\n',
  ].join('\n');
}

/** The hour is enough beside a line; the day stands behind it. */
const writeTime = ({ at }: TranscriptEntry): string =>
  `<time datetime="${inHtml(at)}" title="${inHtml(at.slice(0, 16).replace('T', ' '))} UTC">${inHtml(at.slice(11, 16))}</time>`;

function writeLine(entry: TranscriptEntry, { people }: TranscriptHead, faces: Faces): string {
  const person = people.find(({ by, name }) => by === entry.by && name === entry.name);
  // Where nobody has a picture, names alone are calmer.
  const hasFaces = people.some((one) => faceId(one, faces) !== null);
  const face = person && hasFaces ? drawFace(person, faces) : '';
  const how =
    entry.hearers === null ? '' : ` <span class="how">(${namesInHtml(describeHearers(entry))})</span>`;
  const classes = [
    'line',
    ...(person ? [hueClass(person)] : []),
    ...(entry.by === 'narrator' || entry.by === 'judge' ? [entry.by] : []),
    ...(entry.hearers === null ? [] : ['whisper']),
  ];
  return (
    `<article class="${classes.join(' ')}" id="line-${entry.seq}">` +
    `<p class="who">${face}<b class="name">${inHtml(entry.name)}</b>${how} ${writeTime(entry)}</p>` +
    `<div class="words">${proseInHtml(entry.text)}</div></article>\n`
  );
}

/**
 * A conversation as one page to keep: a title page, rounds with rules between them, dialogue as a play is printed. Nothing
 * is loaded, no script is in it, and every text in it is escaped.
 */
export const STORY_PAGE = {
  begin: (head: TranscriptHead, faces: Faces): string =>
    `${beginPage({ title: head.title, base: STORY_STYLE })}\n${writeTitlePage(head, faces)}`,
  line: writeLine,
  round: (n: number): string => `<h2 class="round"><span>Round ${n}</span></h2>\n`,
  end: `</main>\n<footer>Played with Proscenium</footer>\n${PAGE_END}`,
};
