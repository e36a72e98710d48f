import type { Choice, Scene } from './scene';
import { describe, isProgress } from './search';
import { isVisited } from './travel';
import type { TryOutcome } from './tries';

/**
 * Chains: two commands in sequence that have no effect separately. State in a story's variables (the direction of a
 * device, a switch) shows only in the effect of the next command.
 */

/** Limits: parts of a place, and characters of all of them, because thoughts store them. */
const MAX_PARTS = 14;
const MAX_WRITTEN = 360;
const MAX_PUT = 3;
/** Placeholder for each thing of the place. */
const ANY = '%';
const KEPT = 14;

/** A command with two things, up to the second one. */
const WITH_SECOND = /^(?:point|aim|put|push|pull|turn|set|show|tie|give|fix) .+? (?:at|to|in|on|with) /;

/**
 * Stores a command with a distinct reply as a part of chains. Commands with a second thing are stored once for any
 * second thing; `put` once per container.
 */
export function notePart({ notebook }: Pick<Scene, 'notebook'>, command: string): void {
  const { parts } = notebook;
  const [before] = WITH_SECOND.exec(command) ?? [];
  const isPut = /^put /.test(command);
  const into = / (?:in|on) .+$/.exec(command)?.[0];
  const others =
    into === undefined ? [] : parts.filter((part) => part.startsWith('put ') && part.endsWith(into));
  if (parts.includes(command) || (isPut && others.length >= MAX_PUT)) return;
  if (before !== undefined && !isPut) {
    const at = parts.findIndex((part) => part.startsWith(before));
    if (at >= 0) parts[at] = `${before}${ANY}`;
    if (at >= 0) return;
  }
  const length = parts.reduce((sum, part) => sum + part.length + 4, command.length);
  if (parts.length < MAX_PARTS && length <= MAX_WRITTEN) parts.push(command);
}

/** Chains of two; a new part only adds chains at the end. */
function* listChains(commands: readonly string[]): Generator<readonly [string, string]> {
  for (const [i, last] of commands.entries()) {
    for (const earlier of commands.slice(0, i)) {
      yield [earlier, last];
      yield [last, earlier];
    }
  }
}

/** The parts as commands, expanding the placeholder to each thing here. */
function listCommands({ notebook, around, nouns, held }: Scene): string[] {
  const things = [...new Set([...around, ...nouns, ...held].map(({ phrase }) => phrase))];
  const commands = notebook.parts.flatMap((part) =>
    part.endsWith(ANY)
      ? things
          .filter((phrase) => !part.includes(` ${phrase} `))
          .map((phrase) => `${part.slice(0, -ANY.length)}${phrase}`)
      : [part],
  );
  return [...new Set(commands)];
}

/** True if untried chains are left here. */
export function hasChains(scene: Scene): boolean {
  const count = listCommands(scene).length;
  return scene.notebook.chains < count * (count - 1);
}

/** Tries the next chains; null if none yields points, a new thing or a new place. */
export function tryChains(scene: Scene): Choice | null {
  const { notebook, tries } = scene;
  let at = 0;
  for (const chain of listChains(listCommands(scene))) {
    if (at++ < notebook.chains) continue;
    if (tries.left < KEPT) return null;
    notebook.chains = at;
    const [command, next] = chain;
    const outcome = scene.isBarred(command) || scene.isBarred(next) ? null : tries.play(command, next);
    const why = outcome && judgeChain(scene, outcome);
    if (why) return { command, why, next: [next] };
  }
  return null;
}

function judgeChain({ state, tries }: Scene, outcome: TryOutcome): string | null {
  const { deadly, points, moved, to, dark, lost } = outcome;
  const name = `"${outcome.commands.join(', ')}"`;
  if (deadly || points < 0) return null;
  if (outcome.won || points > 0) return `${name}: ${describe(outcome, '')}`;
  if (moved) {
    const isNew = to !== null && !isVisited(state.map, to);
    return isNew && !dark && !tries.drifts ? `${name} leads to a place that is new.` : null;
  }
  return isProgress(outcome) && lost.length === 0 ? `${name}: ${describe(outcome, '')}` : null;
}
