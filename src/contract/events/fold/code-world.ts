import type { ActionKnowledge, CodeWorld, DefinitionBasis } from '../../run-knowledge';
import type { Event, EventOf } from '../events';

/** The program of a run after an event. An accepted program stays unless another one replaces it; any other gives way to the newest. */
export function foldCodeWorld(program: CodeWorld | null, event: Event): CodeWorld | null {
  switch (event.kind) {
    case 'world.revised':
      return revise(program, event);
    case 'predictions.checked': {
      const { world } = event.payload;
      if (!world || !program) return program;
      const { right, wrong, misses } = world;
      return {
        ...program,
        // A program that gets one transition wrong no longer reproduces all of them.
        accepted: wrong === 0,
        fits: program.fits + right,
        transitions: program.transitions + right + wrong,
        right: program.right + right,
        wrong: program.wrong + wrong,
        misses,
      };
    }
    default:
      return program;
  }
}

function revise(program: CodeWorld | null, event: EventOf<'world.revised'>): CodeWorld | null {
  const { source, outcome, fits, transitions, misses } = event.payload;
  if (source === null) return program;
  const accepted = outcome === 'accepted';
  const revision = (program?.revision ?? 0) + 1;
  if (program?.accepted && !accepted) return { ...program, revision };
  return { revision, turn: event.turn ?? 0, source, accepted, fits, transitions, right: 0, wrong: 0, misses };
}

type CountedPredictions = Pick<ActionKnowledge, 'predictions' | 'rulePredictions'>;
/** The predictions that count after a change of basis. `rulePredictions` keeps the rules' own while a program defines the action. */
export function swapPredictions(
  { basis, predictions, rulePredictions = [] }: CountedPredictions & Pick<ActionKnowledge, 'basis'>,
  next: DefinitionBasis | null,
): CountedPredictions {
  if (next !== 'code') return { predictions: rulePredictions };
  if (basis === 'stated') return { predictions: [], rulePredictions: [] };
  return { predictions: [], rulePredictions: basis === 'code' ? rulePredictions : predictions };
}
