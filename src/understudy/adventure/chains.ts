import type { Choice, Scene } from './scene';
import { isGain, tell } from './search';
import { isVisited } from './travel';
import type { TryOutcome } from './tries';

/**
 * Chains: two commands one after another at a place where each alone brings nothing. What a story keeps in variables, as
 * what a thing is aimed at or whether it is switched on, shows only in what the next command does.
 */

/** Parts of a place and characters of all of them, at most: they are kept in the thoughts of a turn. */
const MAX_PARTS = 14;
const MAX_WRITTEN = 360;
/** Things that go into the same one, at most. */
const MAX_PUT = 3;
/** Stands in a part for every thing of the place in turn. */
const ANY = '%';
/** Tries that are kept for the way on from here. */
const KEPT = 14;

/** A command with two things: what comes before the second one. */
const WITH_SECOND = /^(?:point|aim|put|push|pull|turn|set|show|tie|give|fix) .+? (?:at|to|in|on|with) /;

/**
 * Keeps a command that got an answer of its own as a part of chains. What is answered with a second thing is kept once, for
 * whichever thing comes second; what goes into a thing, once for that thing.
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

/** Chains of two, those of the earlier parts first, so that a later part only adds some. */
function* listChains(commands: readonly string[]): Generator<readonly [string, string]> {
  for (const [i, last] of commands.entries()) {
    for (const earlier of commands.slice(0, i)) {
      yield [earlier, last];
      yield [last, earlier];
    }
  }
}

/** Lists the parts as commands: those for any thing once for each thing here. */
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

/** Says whether there are chains at a place that were not tried. */
export function hasChains(scene: Scene): boolean {
  const count = listCommands(scene).length;
  return scene.notebook.chains < count * (count - 1);
}

/** Tries the next chains at this place. Null: none brings points, a thing or a place that is new. */
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

function judgeChain({ brief, tries }: Scene, outcome: TryOutcome): string | null {
  const { deadly, points, moved, to, dark, lost } = outcome;
  const name = `"${outcome.commands.join(', ')}"`;
  if (deadly || points < 0) return null;
  if (outcome.won || points > 0) return `${name}: ${tell(outcome, '')}`;
  if (moved) {
    const isNew = to !== null && !isVisited(brief.state.map, to);
    return isNew && !dark && !tries.drifts ? `${name} leads to a place that is new.` : null;
  }
  return isGain(outcome) && lost.length === 0 ? `${name}: ${tell(outcome, '')}` : null;
}
