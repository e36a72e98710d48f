import { wordSet } from '../lines';

/** Common verbs of stories. They distinguish a list of commands from a list of objects. */

/** Verbs that are complete commands. */
const ALONE = wordSet(`
  again g look l wait z inventory inv i listen smell sniff jump sleep wake pray sing stand sit lie rise rest dance
  hide think yell shout scream swim dig breathe save restore restart quit q score verbose brief superbrief diagnose
  script unscript undo yes no help hint about xyzzy plugh plover
`);

/** Verbs that need an object and are never names of objects. */
const ACTS = wordSet(`
  take get grab drop put place insert remove throw toss examine x inspect study search read open close shut unlock
  turn twist rotate push pull move lift raise lower attack kill fight strike stab smash chop give offer feed eat
  consume taste wear don doff tie untie attach fasten unfasten pour extinguish douse ask tell say talk speak
  whisper touch rub squeeze go walk run enter exit climb crawl cross board disembark follow leave head buy sell
  connect disconnect unplug activate deactivate inflate deflate dismount consult type write wash wipe ignite untangle
  ascend descend travel proceed
`);

/** Verbs that are also nouns: a command only with an object. */
const ALSO_NOUNS = wordSet(`
  lock drink cut ring wave play set wind plug switch press fill watch show hit blow point load burn feel check kick
  kiss swing break shake use knock fish ride hang light pick answer cook brush sharpen fix repair polish
`);

/** Words that follow an object's name and are never objects. */
const PREPOSITIONS = wordSet('in on at of with from to under behind into onto by for off through and or');

/** Verbs followed by speech, whose commas belong to it. */
const SAYS = wordSet('say shout yell scream whisper answer type write speak sing');

const split = (command: string): string[] => command.split(' ').filter((word) => word !== '');

/** True if a part of a list is a command: `open door` is, the objects `sword` and `light` are not. */
export function isCommand(part: string): boolean {
  const [verb = '', next] = split(part);
  if (ALONE.has(verb) && next === undefined) return true;
  if (!ALONE.has(verb) && !ACTS.has(verb) && !ALSO_NOUNS.has(verb)) return false;
  if (next === undefined) return false;
  return !ALSO_NOUNS.has(verb) || !PREPOSITIONS.has(next);
}

/** True if a part begins with a verb that is never an object's name. */
export const isSurelyCommand = (part: string): boolean =>
  isCommand(part) && !ALSO_NOUNS.has(split(part)[0] ?? '');

export const isSpeech = (command: string): boolean => SAYS.has(split(command)[0] ?? '');
