import { Forecaster } from './forecast';
import type { ModelData } from './knowledge';
import { listRules } from './rules';
import type { Action, Board, Forecast, Rule, Transition } from './types';
import { describeRule } from './words';
import { predictWritten } from './written';

/** The learned rules of a game. Made by `learn`, `readRules` and `Model.fromJSON`. */
export class Model extends Forecaster {
  #rules: Rule[] | null = null;

  static fromJSON(data: ModelData): Model {
    return new Model(data);
  }

  toJSON(): ModelData {
    return this.data;
  }

  override predict(board: Board, action: Action, past: readonly Transition[] = []): Forecast {
    if (this.data.written) return predictWritten(this.data.written, board, action, past);
    return super.predict(board, action, past);
  }

  rules(): Rule[] {
    this.#rules ??=
      this.data.written?.map((rule, i) => ({ id: i + 1, ...rule, seen: 0, wrong: 0 })) ??
      listRules(this.data);
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
