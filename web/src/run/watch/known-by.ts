import type { KnowledgeReading } from '../../../../src/contract/run-knowledge';

/** Cuts what is known of a game down to what a watcher has seen by the end of a turn. */
export function knownBy(knowledge: KnowledgeReading, turn: number): KnowledgeReading {
  const { environment } = knowledge;
  const isSeen = <T extends { firstSeenTurn: number }>({ firstSeenTurn }: T): boolean =>
    firstSeenTurn <= turn;
  const actions = Object.entries(knowledge.actions).map(([id, entry]) => [
    id,
    {
      ...entry,
      observations: entry.observations.filter((seen) => seen.turn <= turn),
      definitions: entry.definitions.filter((told) => told.turn <= turn),
      // Each is counted over the whole run.
      claims: [],
    },
  ]);
  return {
    ...knowledge,
    actions: Object.fromEntries(actions),
    environment: {
      ...environment,
      objects: environment.objects.filter(isSeen),
      relationships: environment.relationships.filter(isSeen),
      rules: environment.rules.filter(isSeen),
      history: [],
    },
  };
}
