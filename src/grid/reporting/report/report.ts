import { countConfirmations } from '../../../contract/confirmations';
import type {
  ActionKnowledge,
  Claim,
  ClaimCase,
  EnvironmentEntry,
  Observation,
} from '../../../contract/run-knowledge';
import { inMarkdown } from '../../../report/escape';
import { MAX_NO_EFFECT, mostAttempts } from '../../knowledge';
import { describePastWish } from '../../play/wish-words';
import type { RunRecord } from '../evidence';
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

/** Lines of the history of the world, and of trouble, that the report has; the newest. */
const SHOWN_LINES = 40;

/**
 * The account of a run, as Markdown: per action what is held true, how sure that is, on what evidence, and what came
 * of each claim when it was held against everything that was seen. What models, games and callers wrote is escaped.
 */
export function reportMarkdown(record: RunRecord): string {
  const { state } = record;
  const { name, note } = describeAuthor(state);
  const actions = listActions(record);
  return [
    `# ${inMarkdown(state.title)}`,
    '',
    `> Answered by: **${inMarkdown(name)}**.${note === '' ? '' : ` ${note}`}`,
    '',
    describeEnd(state),
    '',
    '| | |',
    '| --- | --- |',
    ...listFacts(record).map(([label, value]) => `| ${label} | ${inMarkdown(value)} |`),
    '',
    '## Actions',
    '',
    ...(actions.length === 0 ? ['None was offered yet.', ''] : writeTable(actions, record)),
    ...actions.flatMap(([id, known]) => writeAction(id, known, record)),
    '## The world',
    '',
    ...writeEntries('Objects', state.knowledge.environment.objects),
    ...writeEntries('Relationships', state.knowledge.environment.relationships),
    ...writeEntries('Rules', state.knowledge.environment.rules),
    ...writeList('### How this came to be', state.knowledge.environment.history),
    ...writeList('## Wishes', record.wishes.map(describePastWish)),
    ...writeList('## Refused, in doubt, odd', record.troubles.map(describeTrouble)),
    ...RULES,
    '',
  ].join('\n');
}

function writeTable(actions: [string, ActionKnowledge][], record: RunRecord): string[] {
  const { claims } = record;
  return [
    `| action | status | foretold | streak | attempts | no effect | against | definition |`,
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...actions.map(([id, known]) => {
      const { status, attempts, noEffect, definition } = known;
      const { streak, needed } = countConfirmations(known);
      const counts = `${streak}/${needed} | ${attempts}/${mostAttempts(known)} | ${noEffect}/${MAX_NO_EFFECT}`;
      return `| ${id} | ${STATUS_WORDS[status]} | ${nameCoverage(known)} | ${counts} | ${countAgainst(claims[id] ?? [])} | ${inMarkdown(definition ?? NO_DEFINITION)} |`;
    }),
    '',
  ];
}

function writeAction(id: string, known: ActionKnowledge, record: RunRecord): string[] {
  const claims = record.claims[id] ?? [];
  const lapses = record.lapses.filter(({ action }) => action === id);
  const effective = known.observations.filter((seen) => seen.hadEffect);
  const without = known.observations.filter((seen) => !seen.hadEffect);
  const { definitions } = known;
  const earlier = definitions.map(({ turn, text }) => `turn ${turn}: ${text}`);
  return [
    `### ${id}: ${STATUS_WORDS[known.status]}`,
    '',
    inMarkdown(known.definition ?? 'No definition.'),
    '',
    [describeCoverage(known), describeCounters(known)].join(' ').trim(),
    '',
    ...claims.flatMap(writeClaim),
    ...writeList('The streak began anew:', listSetbacks(known, lapses)),
    ...(definitions.length > 1 ? writeList('Definitions it had:', earlier) : []),
    ...writeEvidence('With effect', effective),
    ...writeEvidence('Without effect', without),
  ];
}

function writeClaim(claim: Claim): string[] {
  const since = claim.sinceTurn === null ? '' : `, since turn ${claim.sinceTurn}`;
  const against = claim.cases.filter(({ result }) => result === 'contradicts');
  const one = claim.checkable ? ` “${inMarkdown(claim.text)}”` : ' (the definition as a whole)';
  return [
    `Claim${one}${since}: ${describeHeld(claim)}.`,
    '',
    ...against.slice(-SHOWN_EVIDENCE).map((seen) => `- ${writeCase(seen)}`),
    ...(against.length > 0 ? [''] : []),
  ];
}

const writeCase = ({ turn, role, beforeFrame, afterFrame, predicted, happened }: ClaimCase): string =>
  `against it, turn ${turn} (${role}), frames ${beforeFrame} and ${afterFrame}: foretold ${inMarkdown(predicted)}; happened: ${inMarkdown(happened)}`;

function writeEvidence(title: string, observations: Observation[]): string[] {
  if (observations.length === 0) return [];
  const earlier = observations.length - SHOWN_EVIDENCE;
  return [
    `${title}:`,
    '',
    ...(earlier > 0 ? [`- ${earlier} earlier ones, see the ledger`] : []),
    ...observations.slice(-SHOWN_EVIDENCE).map((seen) => {
      const fit = describeFit(seen);
      const place = seen.click ? ` at x ${seen.click.x}, y ${seen.click.y}` : '';
      const frames = `frames ${seen.beforeFrame} and ${seen.afterFrame}${place}${fit === '' ? '' : `, ${fit}`}`;
      return `- turn ${seen.turn}, ${frames}: ${seen.diffSummary}. ${inMarkdown(seen.interpretation)}`;
    }),
    '',
  ];
}

function writeEntries(title: string, entries: EnvironmentEntry[]): string[] {
  if (entries.length === 0) return [];
  return [
    `### ${title}`,
    '',
    ...entries.map(({ name, text, firstSeenTurn, confidence, observations }) => {
      const revisions = observations.length > 1 ? `, revised ${observations.length - 1} times` : '';
      return `- **${inMarkdown(name)}** (since turn ${firstSeenTurn}, confidence ${confidence.toFixed(2)}${revisions}): ${inMarkdown(text)}`;
    }),
    '',
  ];
}

function writeList(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const earlier = lines.length - SHOWN_LINES;
  return [
    title,
    '',
    ...(earlier > 0 ? [`- ${earlier} earlier ones, see the ledger`] : []),
    ...lines.slice(-SHOWN_LINES).map((line) => `- ${inMarkdown(line)}`),
    '',
  ];
}
