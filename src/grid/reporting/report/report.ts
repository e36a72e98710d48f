import { STREAK_TO_VERIFY } from '../../../contract/confirmations';
import type {
  ActionKnowledge,
  EnvironmentEntry,
  Observation,
  Prediction,
} from '../../../contract/run-knowledge';
import {
  type Block,
  type Cell,
  type Part,
  type Report,
  renderHtml,
  renderMarkdown,
} from '../../../report/document';
import { MAX_NO_EFFECT, maxAttempts } from '../../knowledge';
import { describePastWish } from '../../play/wish-words';
import type { Transition } from '../../transition';
import type { RunRecord } from '../evidence';
import { drawTriples } from './pictures';
import {
  describeAuthor,
  describeCounters,
  describeEnd,
  describeFit,
  describePredicted,
  describeTrouble,
  listActions,
  listFacts,
  listRuleTexts,
  listSetbacks,
  NO_DEFINITION,
  namePredicted,
  SHOWN_EVIDENCE,
  STATUS_WORDS,
} from './words';

/**
 * Limit, newest first, of the environment's history, of troubles, and of the cases of a claim on the page.
 */
const SHOWN_LINES = 40;

/**
 * Report on a run as Markdown: each action's definition, certainty, evidence and predictions. Escapes texts
 * of models, games and callers.
 */
export const reportMarkdown = (record: RunRecord): string => renderMarkdown(buildReport(record));

/**
 * The same report as a web page, with pictures of each action's effects. No scripts; pictures are `data:`
 * URLs.
 */
export const reportHtml = (record: RunRecord): string => renderHtml(buildReport(record));

function buildReport(record: RunRecord): Report {
  const { state, transitions, wishes, troubles } = record;
  const byFrame = new Map(transitions.map((transition) => [transition.afterFrame, transition]));
  const actions = listActions(record);
  const needed = state.config.verifyAfter ?? STREAK_TO_VERIFY;
  const { objects, relationships, rules, history } = state.knowledge.environment;
  const lists = [
    { title: 'Wishes', lines: wishes.map(describePastWish) },
    { title: 'Refused, in doubt, odd', lines: troubles.map(describeTrouble) },
  ];
  return {
    ...{ title: state.title, author: describeAuthor(state), end: describeEnd(state) },
    facts: listFacts(record),
    sections: [
      {
        title: 'Actions',
        blocks: actions.length === 0 ? [text('None was offered yet.')] : [actionTable(actions, needed)],
        parts: actions.map(([id, known]) => actionPart(id, known, needed, byFrame)),
      },
      {
        title: 'The world',
        blocks: [],
        parts: [
          ...entryPart('Objects', objects),
          ...entryPart('Relationships', relationships),
          ...entryPart('Rules', rules),
          ...(history.length > 0 ? [{ title: 'How this came to be', blocks: newest(history) }] : []),
        ],
      },
      ...lists.flatMap(({ title, lines }) => (lines.length > 0 ? [{ title, blocks: newest(lines) }] : [])),
    ],
    closing: listRuleTexts(needed).join(' '),
  };
}

const text = (words: string): Block => ({ kind: 'text', text: words });

/** The newest lines. The Markdown also says how many are omitted. */
function newest(lines: readonly string[], most = SHOWN_LINES): Block[] {
  const hidden = lines.length - most;
  return [
    ...(hidden > 0 ? [{ ...text(`${hidden} earlier ones, see the ledger`), only: 'markdown' } as const] : []),
    { kind: 'list', items: lines.slice(-most) },
  ];
}

const fold = (title: string, lines: readonly string[], most?: number): Block[] =>
  lines.length === 0 ? [] : [{ kind: 'fold', title, blocks: newest(lines, most) }];

function actionTable(actions: [string, ActionKnowledge][], needed: number): Block {
  const rows = actions.map(([id, known]): Cell[] => {
    const { status, streak, attempts, noEffect, definition } = known;
    return [
      ...[id, { status, words: STATUS_WORDS[status] }, namePredicted(known), `${streak}/${needed}`],
      ...[`${attempts}/${maxAttempts(known)}`, `${noEffect}/${MAX_NO_EFFECT}`],
      definition ?? NO_DEFINITION,
    ];
  });
  const heads = ['action', 'status', 'predicted', 'streak', 'attempts', 'no effect', 'definition'];
  return { kind: 'table', heads, rows };
}

function actionPart(
  id: string,
  known: ActionKnowledge,
  needed: number,
  byFrame: ReadonlyMap<number, Transition>,
): Part {
  const { definitions, observations, predictions, status } = known;
  const earlier = definitions.map(({ turn, text }) => `turn ${turn}: ${text}`);
  const counts = [describePredicted(known), describeCounters(known, needed)].join(' ').trim();
  return {
    title: id,
    badge: { status, words: STATUS_WORDS[status] },
    blocks: [
      text(known.definition ?? 'No definition.'),
      { kind: 'text', text: counts, isQuiet: true },
      { kind: 'drawing', draw: () => drawTriples(known, byFrame) },
      ...predictionFold(predictions),
      ...fold('The streak began anew:', listSetbacks(known)),
      ...(definitions.length > 1 ? fold('Definitions it had:', earlier) : []),
      ...evidenceFolds(observations),
    ],
  };
}

/** Web page only. */
function predictionFold(predictions: readonly Prediction[]): Block[] {
  if (predictions.length === 0) return [];
  const heads = ['turn', 'frames', 'predicted', 'happened', 'result'];
  const rows = predictions
    .slice(-SHOWN_LINES)
    .map(({ turn, beforeFrame, afterFrame, predicted, happened, result }): Cell[] => [
      ...[turn, `${beforeFrame}, ${afterFrame}`, predicted, happened],
      { tone: result, text: result },
    ]);
  const title = `Predictions (the newest ${rows.length})`;
  return [{ kind: 'fold', title, blocks: [{ kind: 'table', heads, rows }], only: 'page' }];
}

/** Newest observations. Markdown: split by effect. Web page: in order, with contexts. */
function evidenceFolds(observations: readonly Observation[]): Block[] {
  const of = (effect: boolean) =>
    observations.filter(({ hadEffect }) => hadEffect === effect).map((seen) => describeObservation(seen));
  const page = observations.slice(-2 * SHOWN_EVIDENCE).map((seen) => {
    const effect = seen.hadEffect ? 'effect' : 'no effect';
    return `${describeObservation(seen, effect)} ${seen.context}`;
  });
  const title = `Observations (the newest ${page.length} of ${observations.length})`;
  return [
    ...fold('With effect:', of(true), SHOWN_EVIDENCE).map((one) => ({ ...one, only: 'markdown' }) as const),
    ...fold('Without effect:', of(false), SHOWN_EVIDENCE).map(
      (one) => ({ ...one, only: 'markdown' }) as const,
    ),
    ...fold(title, page).map((one) => ({ ...one, only: 'page' }) as const),
  ];
}

function describeObservation(seen: Observation, effect?: string): string {
  const { turn, beforeFrame, afterFrame, click, diffSummary, interpretation } = seen;
  const place = click ? ` at x ${click.x}, y ${click.y}` : '';
  const parts = [
    `turn ${turn}`,
    `frames ${beforeFrame} and ${afterFrame}${place}`,
    effect,
    describeFit(seen),
  ];
  return `${parts.filter(Boolean).join(', ')}: ${diffSummary}. ${interpretation}`;
}

/** Facts about the environment: lines in Markdown; on the page a table that includes earlier versions. */
function entryPart(title: string, entries: readonly EnvironmentEntry[]): Part[] {
  if (entries.length === 0) return [];
  const items = entries.map(({ name, text, firstSeenTurn, confidence, observations }) => {
    const revisions = observations.length > 1 ? `, revised ${observations.length - 1} times` : '';
    const about = `(since turn ${firstSeenTurn}, confidence ${confidence.toFixed(2)}${revisions})`;
    return { term: name, text: `${about}: ${text}` };
  });
  const rows = entries.map(({ name, text, firstSeenTurn, confidence, observations }): Cell[] => [
    ...[name, { text, earlier: observations.slice(0, -1).slice(-SHOWN_LINES) }],
    ...[{ share: confidence }, firstSeenTurn],
  ]);
  const heads = ['name', 'what', 'confidence', 'since turn'];
  return [
    {
      title,
      blocks: [
        { kind: 'list', items, only: 'markdown' },
        { kind: 'table', heads, rows, only: 'page' },
      ],
    },
  ];
}
