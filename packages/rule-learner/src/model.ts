import { Forecaster } from './forecast';
import type { ModelData } from './knowledge';
import type { Site } from './look';
import { listRules } from './rules';
import type { Action, Board, Forecast, Rule, Transition, Vec } from './types';
import { describeRule } from './words';
import { predictWritten, writtenRules } from './written';

/** The learned rules of a game. Made by `learn`, `readRules` and `Model.fromJSON`. */
export class Model {
  readonly #data: ModelData;
  readonly #forecaster: Forecaster;
  #rules: Rule[] | null = null;

  private constructor(data: ModelData) {
    this.#data = data;
    this.#forecaster = new Forecaster(data);
  }

  static fromJSON(data: ModelData): Model {
    return new Model(data);
  }

  toJSON(): ModelData {
    return this.#data;
  }

  /** @param past transitions of this level so far, oldest first */
  predict(board: Board, action: Action, past: readonly Transition[] = []): Forecast {
    if (this.#data.written) return predictWritten(this.#data.written, board, action, past);
    return this.#forecaster.predict(board, action, past);
  }

  /** The objects on a board that look like the one that most actions move. */
  findPlayers(board: Board): readonly Site[] {
    return this.#forecaster.findPlayers(board);
  }

  /** The usual step of an action of that object; null if the action does not move it. */
  stepOf(action: string): Vec | null {
    return this.#forecaster.stepOfPlayer(action);
  }

  /** True if that object entered cells of this colour, false if they stopped it, null if it met none. */
  canEnter(colour: number): boolean | null {
    return this.#forecaster.canEnter(colour);
  }

  /** The colours below objects that cover these cells; null if uncertain. */
  reveal(board: Board, cells: readonly number[]): (number | null)[] {
    return this.#forecaster.reveal(board, cells);
  }

  rules(): Rule[] {
    this.#rules ??= this.#data.written ? writtenRules(this.#data.written) : listRules(this.#data);
    return this.#rules;
  }

  sentence(rule: Rule): string {
    return describeRule(rule);
  }

  /** The rules of one action, most frequent first; null if there are none. */
  define(action: string): string | null {
    const own = this.rules().filter((rule) => rule.action === action);
    if (own.length === 0) return null;
    const shown = [...own].sort((a, b) => b.seen - a.seen).slice(0, MAX_SENTENCES);
    const more = own.length - shown.length;
    const tail = more > 0 ? [`… and in ${more} more case${more > 1 ? 's' : ''}.`] : [];
    return [...shown.map((rule) => this.sentence(rule)), ...tail].join(' ');
  }
}

const MAX_SENTENCES = 3;
