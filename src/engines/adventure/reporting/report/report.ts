import type { Event } from '../../../../events/events';
import { type Section, sectionsInMarkdown } from '../../../report/document';
import { inMarkdown } from '../../../report/escape';
import type { AdventureState } from '../../state-types';
import { listLearnt } from './learnt';
import { listPlayed, listTroubles } from './played';
import { type AdventureRecord, readAdventureRecord } from './record';
import { describeAuthor, describeEnd, listFacts, listLimits } from './words';

/** Lists the sections of every report of an adventure, in order. */
export const listSections = (record: AdventureRecord): Section[] => [
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
