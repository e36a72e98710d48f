import { isDeath, readEnding, type StoryPlayer, type StoryStep } from 'zmachine-story';
import { currentPlace, NOTHING_LEFT, newMemory, remember, startLife } from './memory';
import { noteTurn } from './note-turn';
import { playTurn } from './play-turn';
import type { Memory } from './types';

/** A turn of {@link playStory}. */
export interface PlayedTurn {
  turn: number;
  command: string;
  why: string;
  step: StoryStep;
  /** After the turn. */
  memory: Memory;
}

/**
 * Plays a story from its beginning, until it ends, the player gives up, or `turns` are played.
 * @example
 * ```ts
 * for (const { command, step } of playStory(createPlayer(story), { seed: 'seed', turns: 100 }))
 *   console.log(`> ${command}\n${step.text}`);
 * ```
 */
export function* playStory(
  player: Pick<StoryPlayer, 'start' | 'perform' | 'attempt' | 'exits' | 'vocabulary'>,
  { seed, turns }: { seed: string; turns: number },
): Generator<PlayedTurn, void> {
  let step = player.start(seed);
  let memory = startLife(newMemory(), { story: step, exits: player.exits(step.snapshot) }, 1);
  for (let turn = 1; turn <= turns && readEnding(step) === null; turn += 1) {
    const { snapshot } = step;
    const { command, why, memo } = playTurn({
      ...{ state: memory, turn, vocabulary: player.vocabulary, exits: () => player.exits(snapshot) },
      attempt: (commands) => player.attempt(snapshot, commands),
    });
    if (why.startsWith(NOTHING_LEFT)) return;
    const from = currentPlace(memory);
    const { step: story, effect, moved } = player.perform(snapshot, command);
    const exits = player.exits(story.snapshot);
    const to = story.reading.location?.id ?? null;
    const done = {
      command,
      thinking: why + memo,
      from,
      to,
      effect,
      moved,
      died: isDeath(story),
      story,
      exits,
    };
    memory = remember(memory, { ...done, by: 'adventurer' }, turn);
    memory = keepNote(memory, turn);
    step = story;
    yield { turn, command, why, step, memory };
  }
}

function keepNote(memory: Memory, turn: number): Memory {
  const move = memory.recent.at(-1);
  const note = move ? noteTurn(memory, move) : null;
  if (!move || !note) return memory;
  const added = { ...note, id: `M${memory.notes.length + 1}`, place: move.from, turn };
  return {
    ...memory,
    notes: [...memory.notes, { ...added, episode: memory.episodes.length, correctedBy: null }],
  };
}
