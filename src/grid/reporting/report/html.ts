import { countConfirmations } from '../../../contract/confirmations';
import type {
  ActionKnowledge,
  Claim,
  ClaimCase,
  EnvironmentEntry,
  Observation,
} from '../../../contract/run-knowledge';
import { inHtml } from '../../../report/escape';
import { htmlFacts, htmlList, htmlTable, writePage } from '../../../report/page';
import { MAX_NO_EFFECT, mostAttempts } from '../../knowledge';
import { describePastWish } from '../../play/wish-words';
import type { Transition } from '../../transition';
import type { RunRecord } from '../evidence';
import { pickTriples, type Triple } from './pictures';
import {
  countAgainst,
  describeAuthor,
  describeCounters,
  describeCoverage,
  describeEnd,
  describeFit,
  describeHeld,
  describeTrouble,
  listActions,
  listFacts,
  listSetbacks,
  NO_DEFINITION,
  nameCoverage,
  RULES,
  SHOWN_EVIDENCE,
  STATUS_WORDS,
} from './words';

/** Cases against a claim, other cases of it, and lines of a list, that the page has of each; the newest. */
const SHOWN_LINES = 40;

/**
 * The account of a run as one page: as the Markdown, with pictures of what each action did. Self-contained: no script,
 * nothing loaded; pictures are `data:` addresses. What models, games and callers wrote is escaped.
 */
export function reportHtml(record: RunRecord): string {
  const { state, transitions } = record;
  const { name, note } = describeAuthor(state);
  const actions = listActions(record);
  const byFrame = new Map(transitions.map((transition) => [transition.afterFrame, transition]));
  const { objects, relationships, rules, history } = state.knowledge.environment;
  const body = [
    `<h1>${inHtml(state.title)}</h1>`,
    `<p class="author">Answered by: <strong>${inHtml(name)}</strong>. ${inHtml(note)}</p>`,
    `<p>${inHtml(describeEnd(state))}</p>`,
    htmlFacts(listFacts(record)),
    '<h2>Actions</h2>',
    actions.length === 0 ? '<p>None was offered yet.</p>' : writeTable(actions, record),
    ...actions.map(([id, known]) => writeAction(id, known, record, byFrame)),
    '<h2>The world</h2>',
    writeEntries('Objects', objects),
    writeEntries('Relationships', relationships),
    writeEntries('Rules', rules),
    writeMore('How this came to be', history),
    ...(record.wishes.length > 0 ? ['<h2>Wishes</h2>', writeLines(record.wishes.map(describePastWish))] : []),
    ...(record.troubles.length > 0 ? ['<h2>Refused, in doubt, odd</h2>'] : []),
    writeLines(record.troubles.map(describeTrouble)),
    `<p class="quiet">${inHtml(RULES.join(' '))}</p>`,
  ];
  return writePage({ title: state.title, body });
}

const badge = (status: ActionKnowledge['status']): string =>
  `<span class="badge ${status}" title="${inHtml(STATUS_WORDS[status])}">${status}</span>`;

function writeTable(actions: [string, ActionKnowledge][], record: RunRecord): string {
  const { claims } = record;
  const rows = actions.map(([id, known]) => {
    const { status, attempts, noEffect, definition } = known;
    const { streak, needed } = countConfirmations(known);
    const cover = `<td class="n">${nameCoverage(known)}</td>`;
    const counts = [
      [streak, needed],
      [attempts, mostAttempts(known)],
      [noEffect, MAX_NO_EFFECT],
    ].map(([is, of]) => `<td class="n">${is}/${of}</td>`);
    return `<tr><td>${inHtml(id)}</td><td>${badge(status)}</td>${cover}${counts.join('')}<td class="n">${countAgainst(claims[id] ?? [])}</td><td>${inHtml(definition ?? NO_DEFINITION)}</td></tr>`;
  });
  return htmlTable(
    ['action', 'status', 'foretold', 'streak', 'attempts', 'no effect', 'against', 'definition'],
    rows,
  );
}

function writeAction(
  id: string,
  known: ActionKnowledge,
  record: RunRecord,
  byFrame: ReadonlyMap<number, Transition>,
): string {
  const claims = record.claims[id] ?? [];
  const lapses = record.lapses.filter(({ action }) => action === id);
  const earlier = known.definitions.map(({ turn, text }) => `turn ${turn}: ${text}`);
  return [
    `<section id="${inHtml(id)}"><h3>${inHtml(id)} ${badge(known.status)}</h3>`,
    `<p>${inHtml(known.definition ?? 'No definition.')}</p>`,
    `<p class="quiet">${inHtml([describeCoverage(known), describeCounters(known)].join(' ').trim())}</p>`,
    ...pickTriples(known, byFrame).map(writeTriple),
    ...claims.map(writeClaim),
    writeMore('The streak began anew', listSetbacks(known, lapses)),
    known.definitions.length > 1 ? writeMore('Definitions it had', earlier) : '',
    writeEvidence(known.observations),
    '</section>',
  ].join('\n');
}

function writeTriple({ title, seen, before, after, diff, passing }: Triple): string {
  const figure = (src: string, caption: string) =>
    `<figure><img src="${src}" alt="${caption}"><figcaption>${caption}</figcaption></figure>`;
  const place = seen.click ? `, a click at x ${seen.click.x}, y ${seen.click.y}` : '';
  return [
    `<h4>${title}: turn ${seen.turn}${place}</h4>`,
    `<p>${inHtml(seen.diffSummary)}. ${inHtml(seen.interpretation)}</p>`,
    '<div class="triple">',
    figure(before, `frame ${seen.beforeFrame}, before`),
    figure(after, passing ? 'during the animation' : `frame ${seen.afterFrame}, after`),
    figure(diff, 'what differs'),
    '</div>',
  ].join('');
}

function writeClaim(claim: Claim): string {
  const since = claim.sinceTurn === null ? '' : `, since turn ${claim.sinceTurn}`;
  const text = claim.checkable ? ` “${inHtml(claim.text)}”` : ' (the definition as a whole)';
  const newest = (isAgainst: boolean) =>
    claim.cases.filter(({ result }) => (result === 'contradicts') === isAgainst).slice(-SHOWN_LINES);
  const newestCases = [...newest(true), ...newest(false)];
  const rows = newestCases.toSorted((a, b) => a.afterFrame - b.afterFrame).map(writeCase);
  return [
    `<details><summary>Claim${text}${since}: ${inHtml(describeHeld(claim))}.</summary>`,
    htmlTable(['turn', 'frames', 'foretold', 'happened', 'result', 'analyst'], rows),
    '</details>',
  ].join('');
}

function writeCase(seen: ClaimCase): string {
  const { turn, role, beforeFrame, afterFrame, predicted, happened, result, foretold, analyst } = seen;
  const analystSays = analyst === null ? '' : analyst ? 'consistent' : 'not consistent';
  return [
    `<tr><td class="n">${turn} (${role})</td><td class="n">${beforeFrame}, ${afterFrame}</td>`,
    `<td>${inHtml(predicted)}</td><td>${inHtml(happened)}</td>`,
    `<td class="${result}">${result}${foretold ? '' : ', in hindsight'}</td><td>${analystSays}</td></tr>`,
  ].join('');
}

function writeEvidence(observations: Observation[]): string {
  if (observations.length === 0) return '';
  const lines = observations.slice(-2 * SHOWN_EVIDENCE).map((seen) => {
    const effect = seen.hadEffect ? 'effect' : 'no effect';
    const fit = describeFit(seen);
    const head = `turn ${seen.turn}, frames ${seen.beforeFrame} and ${seen.afterFrame}, ${effect}${fit === '' ? '' : `, ${fit}`}`;
    return `${head}: ${seen.diffSummary}. ${seen.interpretation} ${seen.context}`;
  });
  return writeMore(`Observations (the newest ${lines.length} of ${observations.length})`, lines);
}

function writeEntries(title: string, entries: EnvironmentEntry[]): string {
  if (entries.length === 0) return '';
  const rows = entries.map(({ name, text, firstSeenTurn, confidence, observations }) => {
    const sure = confidence.toFixed(2);
    const earlier = observations.slice(0, -1);
    return [
      `<tr><td>${inHtml(name)}</td><td>${inHtml(text)}${earlier.length > 0 ? writeMore('earlier', earlier) : ''}</td>`,
      `<td class="n"><meter min="0" max="1" value="${sure}"></meter> ${sure}</td><td class="n">${firstSeenTurn}</td></tr>`,
    ].join('');
  });
  return `<h3>${title}</h3>${htmlTable(['name', 'what', 'confidence', 'since turn'], rows)}`;
}

const writeMore = (title: string, lines: readonly string[]): string =>
  lines.length === 0 ? '' : `<details><summary>${title}</summary>${writeLines(lines)}</details>`;

const writeLines = (lines: readonly string[]): string => htmlList(lines.slice(-SHOWN_LINES));
