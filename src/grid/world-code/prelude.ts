/**
 * JavaScript that runs in a sandbox before the program. It removes everything that could make a program
 * depend on more than its arguments. It also makes slow native functions count: QuickJS does not call the
 * interrupt handler in a native loop, so each wrapper first runs a loop of the same length.
 *
 * Evaluates to `run(step, board, action, memory)`, which takes JSON and returns the memory as JSON, followed
 * by the rows of the board, one per line; an empty string if the program returned no value.
 */
export const PRELUDE = `(() => {
  'use strict';
  const { parse, stringify } = JSON;
  const { apply, construct, defineProperty, ownKeys, getOwnPropertyDescriptor } = Reflect;
  const { getPrototypeOf } = Object;
  const { isArray } = Array;
  const { join } = Array.prototype;
  const MAX_ITEMS = 20000, MAX_RESULT = 200000, MAX_MEMORY = 10000;

  const charge = (work) => { for (let left = work; left > 0; left -= 16); };
  // Native functions read a length again: it must stay the same.
  const sizeOf = (value) => {
    if (typeof value === 'string' || isArray(value)) return value.length;
    if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) return 0;
    if (!('length' in value)) return 0;
    const { value: length } = getOwnPropertyDescriptor(value, 'length') ?? {};
    if (typeof length !== 'number') throw new TypeError('length is not a plain number');
    return length;
  };
  const check = (count) => {
    if (count > MAX_ITEMS) throw new RangeError('more than ' + MAX_ITEMS + ' items at once');
  };

  const EXEMPT = ['constructor', 'length', 'push', 'pop', 'at', 'charAt', 'charCodeAt', 'codePointAt', 'keys', 'values', 'entries'];
  const wrap = (owner, key, before) => {
    const { value: native, ...rest } = getOwnPropertyDescriptor(owner, key) ?? {};
    if (typeof native !== 'function') return;
    const value = { [key](...args) {
      before(this, args);
      try {
        const result = apply(native, this, args);
        charge((owner === JSON ? 64 : 1) * sizeOf(result));
        return result;
      } catch (error) {
        if (error?.name === 'InternalError' || !error) charge(1e7);
        throw error;
      }
    } }[key];
    defineProperty(owner, key, { ...rest, value });
  };
  const chargeAll = (self, args) => {
    charge(sizeOf(self));
    for (let i = 0; i < args.length; i++) charge(sizeOf(args[i]));
  };
  const SPECIAL = {
    repeat: (self, [count]) => check(count * self.length),
    padStart: (self, [length]) => check(length),
    padEnd: (self, [length]) => check(length),
    sort: (self) => { check(self.length); charge(64 * self.length); },
    toSorted: (self) => { check(self.length); charge(64 * self.length); },
    fill: (self) => check(self.length),
  };
  // Each place is compared with the text that is searched.
  for (const key of ['indexOf', 'lastIndexOf', 'includes', 'split', 'replace', 'replaceAll'])
    SPECIAL[key] = (self, [sought]) => charge((sizeOf(self) * sizeOf(sought)) / 64);
  const isOpaque = (value) => typeof value === 'object' && value !== null;
  for (const owner of [Array.prototype, String.prototype])
    for (const key of ownKeys(owner))
      if (typeof key === 'string' && !EXEMPT.includes(key))
        wrap(owner, key, (self, args) => {
          // Converted by the native function, to a text of any length.
          if (owner === String.prototype && (isOpaque(self) || isOpaque(args[0])) && key !== 'concat')
            throw new TypeError(key + ' takes strings only');
          SPECIAL[key]?.(self, args);
          chargeAll(self, args);
        });
  const { map } = Array.prototype;
  const flatten = (list, depth, flat) => {
    for (let i = 0; i < list.length; i++) {
      const item = list[i];
      if (depth > 0 && isArray(item)) flatten(item, depth - 1, flat);
      else if (i in list) flat[flat.length] = item;
    }
    return flat;
  };
  Array.prototype.flat = function (depth = 1) { return flatten(this, depth, []); };
  Array.prototype.flatMap = function (each, self) { return flatten(apply(map, this, [each, self]), 1, []); };
  for (const key of ['from', 'of']) wrap(Array, key, chargeAll);
  wrap(String, 'fromCharCode', chargeAll);
  // Their loops cannot be counted.
  delete String.raw;
  delete getPrototypeOf(getPrototypeOf([].values())).drop;
  for (const key of ['union', 'intersection', 'difference', 'symmetricDifference', 'isSubsetOf', 'isSupersetOf', 'isDisjointFrom'])
    delete Set.prototype[key];
  for (const key of ['keys', 'values', 'entries', 'assign', 'fromEntries', 'groupBy', 'getOwnPropertyNames'])
    wrap(Object, key, chargeAll);
  wrap(JSON, 'parse', (_, [text]) => charge(64 * sizeOf(text)));
  wrap(JSON, 'stringify', () => {});

  const NativeArray = Array;
  globalThis.Array = function (...args) {
    if (args.length === 1) check(args[0]);
    return construct(NativeArray, args, new.target ?? NativeArray);
  };
  for (const key of ownKeys(NativeArray))
    if (key !== 'length' && key !== 'name') defineProperty(Array, key, getOwnPropertyDescriptor(NativeArray, key));
  defineProperty(Array.prototype, 'constructor', { value: Array });

  delete Math.random;
  for (const make of [function () {}, function* () {}, async function () {}, async function* () {}])
    defineProperty(getPrototypeOf(make), 'constructor', { value: undefined });
  const KEPT = ['Error', 'RangeError', 'TypeError', 'Array', 'Object', 'parseInt', 'parseFloat', 'isNaN', 'isFinite',
    'Infinity', 'NaN', 'undefined', 'Number', 'Boolean', 'String', 'Math', 'Symbol', 'globalThis', 'JSON', 'Map', 'Set'];
  for (const key of ownKeys(globalThis)) if (!KEPT.includes(key)) delete globalThis[key];

  const encode = (board) => {
    if (!isArray(board)) throw new TypeError('the board is not an array of rows');
    let text = '';
    for (let row = 0; row < board.length && text.length < MAX_RESULT; row++) {
      const cells = board[row];
      if (typeof cells !== 'string' && !isArray(cells)) throw new TypeError('row ' + row + ' of the board is not an array');
      check(cells.length);
      text += '\\n' + (isArray(cells) ? apply(join, cells, [',']) : '"' + cells);
    }
    if (text.length > MAX_RESULT) throw new RangeError('the board is too large');
    return text;
  };

  return (step, board, action, memory) => {
    const result = step(parse(board), parse(action), parse(memory));
    if (result === null || result === undefined) return '';
    const note = stringify(isArray(result) ? null : (result.memory ?? null)) ?? 'null';
    if (note.length > MAX_MEMORY) throw new RangeError('memory is longer than ' + MAX_MEMORY + ' characters of JSON');
    return note + encode(isArray(result) ? result : result.board);
  };
})()`;
