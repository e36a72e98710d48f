import type { QuickJSContext, QuickJSHandle, QuickJSWASMModule } from 'quickjs-emscripten-core';
import type { Json } from '../../base/json';
import { quote } from '../../base/quote';
import type { GameAction } from '../../contract/agents';
import type { Board } from '../frame/board';
import { PRELUDE } from './prelude';

/*
 * Runs models' programs in QuickJS. A program has only its arguments: no network, clock, randomness or access
 * to other rooms.
 *
 * Endless loops: QuickJS calls the interrupt handler once per 10,000 loop iterations and calls, so a limit on
 * those calls is the same on every replay. Native loops never call it; the prelude charges for them.
 *
 * Memory: this build of QuickJS counts blocks instead of bytes, so its own limit bounds single values and the
 * number of blocks. The fixed size of the WebAssembly memory bounds the rest.
 */

/** Limit on interrupt handler calls in one step; each is about a millisecond of work. */
export const MAX_STEP_TICKS = 50;
/** Maximum length of a program, in characters. */
export const MAX_SOURCE = 16_384;

/** 16 MiB, the minimum for this build of QuickJS. */
const MEMORY_PAGES = 256;
const VALUE_BYTES = 256 * 1024;
const STACK_BYTES = 128 * 1024;

const INTRINSICS = { BaseObjects: true, Eval: true, JSON: true, MapSet: true, Promise: true } as const;

/** The board after a step and the program's memory, or the reason for an error. */
export type StepResult =
  | { ok: true; board: Board; memory: Json }
  | { ok: false; reason: string; isStopped: boolean };

/** A separate instance for each program, so that no program can affect another through memory. */
async function loadModule(): Promise<QuickJSWASMModule> {
  const { loadQuickJs } = await import('#quickjs');
  return loadQuickJs(new WebAssembly.Memory({ initial: MEMORY_PAGES, maximum: MEMORY_PAGES }));
}

/** Thrown if a program cannot be loaded: it has no function, or an error at the top level. */
export class ProgramError extends Error {}

/** A loaded program. Its single owner must dispose of it. */
export class Sandbox {
  /** Total interrupt handler calls of all steps. */
  ticks = 0;
  readonly #context: QuickJSContext;
  #run: QuickJSHandle | null = null;
  #step: QuickJSHandle | null = null;
  #limit = 0;

  private constructor(module: QuickJSWASMModule) {
    const runtime = module.newRuntime({ memoryLimitBytes: VALUE_BYTES, maxStackSizeBytes: STACK_BYTES });
    runtime.setInterruptHandler(() => {
      this.ticks += 1;
      return this.ticks > this.#limit;
    });
    this.#context = runtime.newContext({ intrinsics: INTRINSICS });
  }

  /** @throws ProgramError */
  static async load(source: string): Promise<Sandbox> {
    if (source.length > MAX_SOURCE) throw new ProgramError(`it is longer than ${MAX_SOURCE} characters`);
    // Native arithmetic on huge integers cannot be interrupted.
    if (/(?<![\w$.])(?:0[xob][\da-f_]+|\d[\d_]*)n\b/i.test(source))
      throw new ProgramError('it uses BigInt literals');
    const sandbox = new Sandbox(await loadModule());
    try {
      sandbox.#run = sandbox.#evaluate(PRELUDE);
      sandbox.#evaluate(source).dispose();
      sandbox.#step = sandbox.#evaluate("typeof step === 'function' ? step : undefined");
      if (sandbox.#context.typeof(sandbox.#step) !== 'function')
        throw new ProgramError('it does not define a function named step');
      return sandbox;
    } catch (error) {
      sandbox.dispose();
      throw error;
    }
  }

  step(board: Board, action: GameAction, memory: Json): StepResult {
    if (!this.#run || !this.#step) throw new Error('the program is not loaded');
    this.#limit = this.ticks + MAX_STEP_TICKS;
    const context = this.#context;
    const handles = [toRows(board), { ...action }, memory].map((arg) =>
      context.newString(JSON.stringify(arg)),
    );
    try {
      const result = context.callFunction(this.#run, context.undefined, this.#step, ...handles);
      if (result.error) return this.#describeError(result.error);
      const text = context.getString(result.value);
      result.value.dispose();
      return readResult(text, board);
    } catch (error) {
      return { ok: false, reason: describeTrap(error), isStopped: true };
    } finally {
      for (const handle of handles) handle.dispose();
    }
  }

  dispose(): void {
    try {
      this.#run?.dispose();
      this.#step?.dispose();
      this.#context.dispose();
      this.#context.runtime.dispose();
    } catch {
      // The program broke the interpreter; this instance is not used again.
    }
  }

  #evaluate(code: string): QuickJSHandle {
    this.#limit = this.ticks + MAX_STEP_TICKS;
    try {
      const result = this.#context.evalCode(code, 'world.js');
      if (!result.error) return result.value;
      throw new ProgramError(this.#describeError(result.error).reason);
    } catch (error) {
      throw error instanceof ProgramError ? error : new ProgramError(describeTrap(error));
    }
  }

  #describeError(handle: QuickJSHandle): Extract<StepResult, { ok: false }> {
    const read = (key: string): string => {
      const value = this.#context.getProp(handle, key);
      const text = this.#context.typeof(value) === 'string' ? this.#context.getString(value) : '';
      value.dispose();
      return text;
    };
    const isError = this.#context.typeof(handle) === 'object';
    const [name, message, stack] = isError
      ? [read('name'), read('message'), read('stack')]
      : ['', this.#context.getString(handle), ''];
    handle.dispose();
    if (message === 'interrupted')
      return { ok: false, reason: 'it was stopped: it ran for too long', isStopped: true };
    // Without memory for an error, QuickJS throws null.
    if (message === 'out of memory' || (isError && name === '' && message === ''))
      return { ok: false, reason: 'it was stopped: it used too much memory', isStopped: true };
    const line = /world\.js:(\d+)/.exec(stack)?.[1];
    const where = line === undefined ? '' : ` (line ${line})`;
    const thrown = quote(`${name}${name && ': '}${message.slice(0, 200)}`);
    return { ok: false, reason: `it threw ${thrown}${where}`, isStopped: false };
  }
}

const toRows = ({ rows, cols, cells }: Board): number[][] =>
  Array.from({ length: rows }, (_, row) => [...cells.subarray(row * cols, (row + 1) * cols)]);

const describeTrap = (error: unknown): string => `it broke the interpreter: ${String(error).slice(0, 100)}`;

/** Parses the prelude's result: rows of numbers, or of hexadecimal digits after a quotation mark. */
function readResult(text: string, { rows, cols }: Board): StepResult {
  const failed = (reason: string): StepResult => ({ ok: false, reason, isStopped: false });
  if (text === '') return failed('it returned nothing');
  const [memory = 'null', ...lines] = text.split('\n');
  if (lines.length !== rows) return failed(`the board it returned does not have ${rows} rows`);
  const cells = new Uint8Array(rows * cols);
  for (const [row, line] of lines.entries()) {
    const values = line.startsWith('"')
      ? [...line.slice(1)].map((digit) => Number.parseInt(digit, 16))
      : line.split(',').map((value) => (value === '' ? Number.NaN : Number(value)));
    if (values.length !== cols)
      return failed(`row ${row} of the board it returned does not have ${cols} cells`);
    for (const [col, value] of values.entries()) {
      if (!Number.isInteger(value) || value < 0 || value > 15)
        return failed(`cell (${row},${col}) of the board it returned is not a color from 0 to 15`);
      cells[row * cols + col] = value;
    }
  }
  return { ok: true, board: { rows, cols, cells }, memory: JSON.parse(memory) as Json };
}
