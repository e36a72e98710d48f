import type { Event } from '../../../../events/events';
import { sectionsInHtml } from '../../../report/document';
import { inHtml } from '../../../report/escape';
import { htmlFacts, writePage } from '../../../report/page';
import type { AdventureState } from '../../state-types';
import { readAdventureRecord } from './record';
import { listSections } from './report';
import { SCORE_STYLE } from './score-drawing';
import { describeAuthor, describeEnd, listFacts } from './words';

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
