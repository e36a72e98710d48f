import type { ActionKnowledge, EnvironmentEntry, Observation } from '../contract/runs';
import { MAX_ATTEMPTS, MAX_NO_EFFECT, STREAK_TO_VERIFY } from './knowledge';
import type { RunState } from './state';
import { providerOf } from './views';

const STATUS_WORDS: Record<ActionKnowledge['status'], string> = {
  unseen: 'never observed',
  testing: 'still being tested',
  verified: 'verified',
  exhausted: 'exhausted: it never had an effect',
  unverified: 'unverified: given up before it could be confirmed',
};

const REASON_WORDS: Record<string, string> = {
  all_actions_settled: 'every action is settled',
  target_null: 'the explorer had nothing left to test',
  win: 'the game was won',
  action_budget: 'the action budget is spent',
  call_budget: 'the call budget is spent',
  stopped: 'it was stopped',
};

/** How many observations of each kind the report points to. */
const SHOWN_EVIDENCE = 10;

/** The account of a run, as Markdown: per action what is held true, how sure that is, and on what evidence. */
export function reportMarkdown(state: RunState): string {
  const { used, config } = state;
  const actions = Object.entries(state.knowledge.actions).sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    `# ${state.title}`,
    '',
    `Game \`${config.game}\`, run \`${state.id}\`. ${describeEnd(state)}`,
    `${state.rounds} turns, ${used.actions} of ${config.budgets.actions} actions, ${used.calls} of ${config.budgets.calls} calls, ${state.frames} frames.`,
    '',
    ...describeAuthor(state),
    '## Actions',
    '',
    ...(actions.length === 0 ? ['None was offered yet.', ''] : describeTable(actions)),
    ...actions.flatMap(([id, known]) => describeAction(id, known)),
    '## The world',
    '',
    ...describeEntries('Objects', state.knowledge.environment.objects),
    ...describeEntries('Relationships', state.knowledge.environment.relationships),
    ...describeEntries('Rules', state.knowledge.environment.rules),
    `An action is verified after ${STREAK_TO_VERIFY} consistent observations with effect in a row, each from another state, after the`,
    `first; unverified after ${MAX_ATTEMPTS} with effect without that; exhausted after ${MAX_NO_EFFECT} in a row without any effect.`,
    '',
  ].join('\n');
}

function describeEnd(state: RunState): string {
  if (state.status !== 'finished') return `It is ${state.status}: this account is not final.`;
  const reason = state.finishReason ?? '';
  return `Finished: ${REASON_WORDS[reason] ?? reason}.`;
}

function describeAuthor(state: RunState): string[] {
  const answered = state.providers.length > 0 ? state.providers.join(' + ') : providerOf(state);
  const note = answered.includes('understudy')
    ? ' The understudy is the offline stand-in, not a model: its statements follow from the frames by fixed rules.'
    : '';
  return [`> Answered by: **${answered}**.${note}`, ''];
}

function describeTable(actions: [string, ActionKnowledge][]): string[] {
  return [
    '| action | status | definition |',
    '| --- | --- | --- |',
    ...actions.map(
      ([id, known]) =>
        `| ${id} | ${STATUS_WORDS[known.status]} | ${inCell(known.definition ?? 'none: nothing to define it by was seen')} |`,
    ),
    '',
  ];
}

/** Text from a model, kept inside one cell of a table. */
const inCell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');

function describeAction(id: string, known: ActionKnowledge): string[] {
  const effective = known.observations.filter((seen) => seen.hadEffect);
  const without = known.observations.filter((seen) => !seen.hadEffect);
  return [
    `### ${id}: ${STATUS_WORDS[known.status]}`,
    '',
    known.definition ?? 'No definition.',
    '',
    `Streak ${known.streak} of ${STREAK_TO_VERIFY}; ${known.attempts} of ${MAX_ATTEMPTS} attempts with effect; ${known.noEffect} of ${MAX_NO_EFFECT} without effect in a row.`,
    '',
    ...describeEvidence('With effect', effective),
    ...describeEvidence('Without effect', without),
  ];
}

function describeEvidence(title: string, observations: Observation[]): string[] {
  if (observations.length === 0) return [];
  const earlier = observations.length - SHOWN_EVIDENCE;
  return [
    `${title}:`,
    '',
    ...(earlier > 0 ? [`- ${earlier} earlier ones, see the ledger`] : []),
    ...observations.slice(-SHOWN_EVIDENCE).map((seen) => {
      const fit = seen.consistent === null ? '' : seen.consistent ? ', consistent' : ', not consistent';
      const frames = `frames ${seen.beforeFrame} and ${seen.afterFrame}`;
      return `- turn ${seen.turn}, ${frames}${fit}: ${seen.diffSummary}. ${inCell(seen.interpretation)}`;
    }),
    '',
  ];
}

function describeEntries(title: string, entries: EnvironmentEntry[]): string[] {
  if (entries.length === 0) return [];
  return [
    `### ${title}`,
    '',
    ...entries.map(
      (entry) =>
        `- **${inCell(entry.name)}** (since turn ${entry.firstSeenTurn}, confidence ${entry.confidence.toFixed(2)}): ${inCell(entry.text)}`,
    ),
    '',
  ];
}
