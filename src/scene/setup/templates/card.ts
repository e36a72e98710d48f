import type { z } from 'zod';
import { type SceneSettings, sceneSettings } from '../../../contract/context';
import type { CharacterInput, NewScene, Notes, PersonaInput } from '../../../contract/create-scene';

/** A scene that is ready to play. */
export interface SceneTemplate {
  id: string;
  title: string;
  /** One sentence for lists. */
  summary: string;
  scene: NewScene;
}

/** Returns a card with empty fields where none are given. */
export const character = (
  card: Pick<CharacterInput, 'id' | 'name' | 'description'> & Partial<CharacterInput>,
): CharacterInput => ({
  personality: '',
  goals: '',
  secrets: '',
  instructions: '',
  nickname: '',
  postHistory: '',
  depthPrompt: null,
  examples: [],
  voice: [],
  location: '',
  mood: '',
  active: true,
  ...card,
});

/** Returns one example exchange: its lines `Name: …`, one below the other. */
export const exchange = (...lines: string[]): string => lines.join('\n');

export const notes = (parts: Partial<Notes>): Notes => ({
  world: '',
  campaign: '',
  arc: '',
  scene: '',
  ...parts,
});

/** Returns settings with the defaults where nothing is given. */
export const settings = (given: z.input<typeof sceneSettings>): SceneSettings => sceneSettings.parse(given);

export const persona = (id: string, name: string, description: string): PersonaInput => ({
  id,
  name,
  description,
});
