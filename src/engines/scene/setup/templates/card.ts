import type { CharacterInput, NewScene, Notes, PersonaInput } from '../../../../api/create-scene';

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

export const notes = (parts: Partial<Notes>): Notes => ({
  world: '',
  campaign: '',
  arc: '',
  scene: '',
  ...parts,
});

export const persona = (id: string, name: string, description: string): PersonaInput => ({
  id,
  name,
  description,
});
