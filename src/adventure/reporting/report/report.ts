import type { Event } from '../../../contract/events/events';
import { type Section, sectionsInHtml, sectionsInMarkdown } from '../../../report/document';
import { inHtml, inMarkdown } from '../../../report/escape';
import { htmlFacts, writePage } from '../../../report/page';
import type { AdventureState } from '../../state-types';
import { listLearnt } from './learnt';
import { listPlayed, listTroubles } from './played';
import { type AdventureRecord, readAdventureRecord } from './record';
import { SCORE_STYLE } from './score-drawing';
import { describeAuthor, describeEnd, listFacts, listLimits } from './words';

/** Lists the sections of every report of an adventure, in order. */
const listSections = (record: AdventureRecord): Section[] => [
  ...listPlayed(record),
  ...listLearnt(record),
  ...listTroubles(record),
  { title: 'How sure this is', blocks: [{ kind: 'list', items: listLimits(record.state) }] },
];

/**
 * Writes the account of an adventure as Markdown: its player, result and cost, its objectives, discoveries and memory, and
 * its failures. Texts of models, the story and people are escaped.
 *
 * @param events the whole ledger of the run, in order
 */
export function adventureReport(state: AdventureState, events: readonly Event[]): string {
  const { name, note } = describeAuthor(state);
  return [
    `# ${inMarkdown(state.title)}`,
    '',
    `> Answered by: **${inMarkdown(name)}**.${note === '' ? '' : ` ${note}`}`,
    '',
    inMarkdown(describeEnd(state)),
    '',
    '| | |',
    '| --- | --- |',
    ...listFacts(state).map(([label, value]) => `| ${label} | ${inMarkdown(value)} |`),
    '',
    ...sectionsInMarkdown(listSections(readAdventureRecord(state, events))),
  ].join('\n');
}

/**
 * Writes the account of an adventure as one page: like the Markdown, with the score drawn and the map as a table. No
 * script, nothing loaded. What models, the story and people wrote is escaped.
 *
 * @param events the whole ledger of the run, in order
 */
export function adventureReportHtml(state: AdventureState, events: readonly Event[]): string {
  const { name, note } = describeAuthor(state);
  const body = [
    `<h1>${inHtml(state.title)}</h1>`,
    `<p class="author">Answered by: <strong>${inHtml(name)}</strong>. ${inHtml(note)}</p>`,
    `<p>${inHtml(describeEnd(state))}</p>`,
    htmlFacts(listFacts(state)),
    ...sectionsInHtml(listSections(readAdventureRecord(state, events))),
  ];
  return writePage({ title: state.title, body, style: SCORE_STYLE });
}
