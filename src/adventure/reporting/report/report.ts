import type { Event } from '../../../contract/events/events';
import { type Report, renderHtml, renderMarkdown } from '../../../report/document';
import type { AdventureState } from '../../state-types';
import { listLearnt } from './learnt';
import { listPlayed, listTroubles } from './played';
import { readAdventureRecord } from './record';
import { SCORE_STYLE } from './score-drawing';
import { describeAuthor, describeEnd, listFacts, listLimits } from './words';

function buildReport(state: AdventureState, events: readonly Event[]): Report {
  const record = readAdventureRecord(state, events);
  return {
    ...{
      title: state.title,
      author: describeAuthor(state),
      end: describeEnd(state),
      facts: listFacts(state),
    },
    sections: [
      ...listPlayed(record),
      ...listLearnt(record),
      ...listTroubles(record),
      { title: 'How sure this is', blocks: [{ kind: 'list', items: listLimits(state) }] },
    ],
  };
}

/**
 * Writes the report of an adventure as Markdown. Escapes texts of models, the story and people.
 * @param events the whole ledger of the run, in order
 */
export const adventureReport = (state: AdventureState, events: readonly Event[]): string =>
  renderMarkdown(buildReport(state, events));

/**
 * Writes the report as a page without scripts or external resources.
 * @param events the whole ledger of the run, in order
 */
export const adventureReportHtml = (state: AdventureState, events: readonly Event[]): string =>
  renderHtml(buildReport(state, events), SCORE_STYLE);
