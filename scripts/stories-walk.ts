/**
 * `npm run stories:walk -- <folder> [--walks=walks.json] [--frotz=dfrotz] [--only=zork1] [--verbose]`: plays
 * the walkthrough of every story in a folder here and in `dfrotz` (Debian's package `frotz`) with the same
 * random numbers, compares each step, and prints a table. Bring your own stories and walkthroughs.
 *
 * The file of walkthroughs is JSON, by the name of the story's file without its extension: `{"zork1":
 * {"seed": 12, "walkthrough": ["north", "…"], "intro": ["yes"]}}`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { argv, exit } from 'node:process';
import { readStory } from '../packages/zmachine-story/src/read-story';
import { hasFrotz, playInFrotz } from './lib/frotz';
import { findScore, isSame, lacksIntro, readText, styleAfter, type Walk, walkHere } from './lib/walk';

const option = (name: string): string | undefined =>
  argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);

const [folder] = argv.slice(2).filter((arg) => !arg.startsWith('--'));
if (folder === undefined) {
  console.error(
    'Usage: npm run stories:walk -- <folder> [--walks=walks.json] [--frotz=dfrotz] [--only=<name>] [--verbose]',
  );
  exit(2);
}
const walks: Record<string, Walk> = JSON.parse(
  readFileSync(option('walks') ?? join(folder, 'walks.json'), 'utf8'),
);
const frotz = option('frotz') ?? 'dfrotz';
if (!hasFrotz(frotz)) {
  const where = "install Debian's package frotz, or name it with --frotz=PATH";
  console.error(`${frotz} was not found: ${where}`);
  exit(2);
}
const isVerbose = argv.includes('--verbose');

const MAX_SHOWN = 1500;

async function walk(path: string, name: string): Promise<string[]> {
  const story = await readStory(new Uint8Array(readFileSync(path)));
  if (!story.ok) return [name, '', '', 'not played here', '', ''];
  const ownWalk = walks[name];
  if (!ownWalk) return [name, '', '', 'no walkthrough', '', ''];
  const { steps, typed } = walkHere(story.value, ownWalk);
  const there = playInFrotz(frotz, path, ownWalk.seed, typed);
  let style = 0;
  const different = steps.flatMap((step, i) => {
    const isEqual = isSame(step, there[i] ?? '', style);
    style = styleAfter(step.text, style);
    return isEqual ? [] : [i];
  });
  const describe = (i: number): string =>
    i === 0 ? 'the opening' : `${i}: ${typed[i - 1]?.input || 'Enter'}`;
  for (const i of isVerbose ? different : []) {
    console.log(`--- ${name}, ${describe(i)}\n${readText(steps[i]?.text ?? '').slice(0, MAX_SHOWN)}`);
    console.log(`--- dfrotz\n${(there[i] ?? '(nothing)').slice(0, MAX_SHOWN)}`);
  }
  const end = steps.at(-1)?.stopped;
  const [first] = different;
  return [
    name,
    String(steps.length),
    String(steps.length - different.length),
    [
      first === undefined ? 'none' : describe(first),
      lacksIntro(ownWalk, first) ? 'if the story asks something at its beginning, answer it in `intro`' : '',
      end?.kind === 'error' ? end.message : '',
    ]
      .filter(Boolean)
      .join('; '),
    String(
      lastScore(steps.map(({ text, reading }) => ({ text: readText(text), score: reading.score }))) ??
        'not told',
    ),
    String(lastScore(there.map((text) => ({ text, score: null }))) ?? 'not told'),
  ];
}

function lastScore(steps: readonly { text: string; score: number | null }[]): number | null {
  for (const { text, score } of steps.toReversed()) {
    const number = findScore(text) ?? score;
    if (number !== null) return number;
  }
  return null;
}

const files = readdirSync(folder)
  .filter((file) => /^\.(?:z[3458]|zblorb|zlb)$/.test(extname(file)))
  .sort();
console.log('| story | steps | equal | first difference | score here | score in dfrotz |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const file of files) {
  const name = basename(file, extname(file));
  if (option('only') !== undefined && option('only') !== name) continue;
  console.log(`| ${(await walk(join(folder, file), name)).join(' | ')} |`);
}
