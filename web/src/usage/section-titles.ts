import type { Section } from '../../../src/contract/context';

export const SECTION_TITLES: Record<Section, string> = {
  history: 'Conversation',
  summaries: 'Summaries',
  lore: 'Lore',
  memories: 'Memories',
  notes: 'Scenario and notes',
  directorGuidance: 'Guidance for everyone',
  characterGuidance: 'Private guidance',
};

export const isSection = (name: string): name is Section => name in SECTION_TITLES;
