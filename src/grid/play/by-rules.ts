import type { Model } from 'rule-learner';
import type { Foretell } from './find-way';
import type { PlayMemory } from './memory';

/**
 * Predicts nodes by the inferred rules or the accepted program. The memory fills in the cells under the
 * mover. Imagined boards have no history, so a rule that undoes a step does not apply.
 */
export function foretellByRules(memory: PlayMemory, model: Pick<Model, 'predict'>): Foretell {
  return (node, action) => {
    const board = memory.boardOf(node);
    const forecast = model.predict(board, action);
    if (forecast.kind === 'silent') return null;
    if (forecast.kind === 'nothing') return node;
    const own = memory.ownCells(node);
    const cells = board.cells.slice();
    for (const [cell, colour] of forecast.cells) cells[cell] = colour;
    for (const cell of forecast.open) {
      if (!own.has(cell)) return null;
      cells[cell] = node.config.board.cells[cell] ?? 0;
    }
    return memory.imagine({ ...board, cells }, node);
  };
}
