import { say } from './say';

/** Words from the API that the pages show: states, roles, kinds (words: all). */
const TERMS: Readonly<Record<string, string>> = Object.fromEntries(
  [
    // States of rooms, rounds and turns.
    ...['open', 'created', 'running', 'paused', 'failed', 'finished', 'completed', 'cancelled', 'queued'],
    ...['rolledback', 'active', 'merged', 'dropped', 'deleting'],
    // States of actions, and phases of a run.
    ...['unobserved', 'testing', 'verified', 'exhausted', 'unverified'],
    ...['exploration', 'validation', 'planning', 'survey', 'play'],
    ...['high', 'normal', 'low', 'player', 'spectator', 'person', 'agent'],
    ...['success', 'failure', 'discovery', 'danger', 'puzzle', 'note'],
    // Roles of models, and of messages.
    ...['director', 'character', 'narrator', 'world', 'summarizer', 'judge', 'explorer', 'analyst'],
    ...['adventurer', 'critic', 'extractor', 'chronicler', 'keeper', 'scholar', 'embedder', 'system'],
    ...['user', 'assistant', 'tracker', 'scene', 'run'],
    ...['setup', 'target', 'refresh', 'replay', 'person', 'start', 'reset', 'after'],
    ...['object', 'relationship', 'rule'],
    ...['calls', 'tokens', 'money', 'actions', 'turns', 'verdict', 'so far', 'text', 'definition', 'name'],
    // Why runs end or pause (`run.finished` and `run.paused`).
    ...['win', 'won', 'died', 'quit', 'error', 'stuck', 'stopped'],
    ...['all actions settled', 'nothing left to test', 'action budget', 'call budget'],
    ...['turn budget', 'its owner asked for it', 'a person plays, and has typed nothing yet'],
    'a person plays it',
    ...['a fork begins so', 'a budget is spent', 'it was imported'],
    'its budget was spent, and is raised',
    // How far the runs of an experiment are.
    ...['waiting', 'skipped', 'deleted'],
    // How calls ended.
    ...['answered', 'refused', 'timeout', 'unreachable', 'lost', 'discarded'],
    ...['leaving', 'present', 'away', 'by hand', 'second', 'action', 'doubt'],
  ].map((term) => [term, say(term)]),
);

/** Translates a word from the API; returns unknown words unchanged. */
export function termLabel(term: string): string {
  const words = term.replaceAll('_', ' ');
  return (Object.hasOwn(TERMS, words) ? TERMS[words] : undefined) ?? words;
}
