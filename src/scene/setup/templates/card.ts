import type { z } from 'zod';
import { type SceneSettings, sceneSettings } from '../../../contract/context';
import type { CharacterInput, NewScene, Notes, PersonaInput } from '../../../contract/create-scene';

export interface SceneTemplate {
  id: string;
  title: string;
  summary: string;
  scene: NewScene;
}

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

/** Returns one example exchange from lines of the form `Name: …`. */
export const exchange = (...lines: string[]): string => lines.join('\n');

export const notes = (parts: Partial<Notes>): Notes => ({
  world: '',
  campaign: '',
  arc: '',
  scene: '',
  ...parts,
});

export const settings = (given: z.input<typeof sceneSettings>): SceneSettings => sceneSettings.parse(given);

export const persona = (id: string, name: string, description: string): PersonaInput => ({
  id,
  name,
  description,
});
