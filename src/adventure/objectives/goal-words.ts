import { wordSet } from '../lines';

/** Vocabulary of goals in text adventures, for `same-goal.ts`. */

/**
 * Synonymous verbs, one class per line. A verb may be in several classes: two goals may be equal if a class contains
 * both verbs. Verbs with a particle are joined (`look-for`).
 */
const VERB_LINES = `
acquire find locate get obtain retrieve fetch take grab collect gather recover seek procure secure discover look-for
  search-for hunt-for hunt track-down get-hold-of pick-up come-by steal-back gain
learn find-out figure-out work-out determine discover uncover identify ascertain
deliver bring carry return hand give take-to get-to-person offer
put place insert deposit set install lay stow store drop
open unlock
explore investigate scout survey look-around visit map chart
examine inspect study investigate look-at check read decipher
search look-through rummage-through
reach go walk travel head proceed get-to visit
enter access get-into go-into
cross traverse get-across
pass bypass evade get-past
escape leave exit flee get-out-of
climb ascend scale
descend
defeat kill slay beat fight attack vanquish overcome destroy
repair fix mend restore
light ignite kindle activate
activate start power operate
restore activate
deactivate extinguish stop put-out
move push shift slide budge
remove clear displace move get-rid-of
free release rescue save liberate
wake awaken rouse
talk speak chat converse
feed nourish
buy purchase
solve complete crack
drain empty
fill refill
read decipher translate
build construct make craft assemble create
catch capture trap
show present
`;

const lines = VERB_LINES.trim()
  .replace(/\n {2}/g, ' ')
  .split('\n')
  .map((line) => line.split(/\s+/));

export const VERB_CLASSES: ReadonlyMap<string, ReadonlySet<number>> = new Map(
  [...new Set(lines.flat())].map((verb) => [
    verb,
    new Set(lines.flatMap((line, at) => (line.includes(verb) ? [at] : []))),
  ]),
);

/** Other verbs of goals, without synonyms. */
export const OTHER_VERBS = wordSet(`
  ask avoid break burn chop close cook cut dig drink eat follow hide hit jump lift lock lower use press prevent protect
  pull raise ring sell sit smash sneak steal swim tell throw tie touch turn untie wait wash wear win disarm help
  try keep make play prove convince persuade distract defend guard light listen join meet cast call close connect
  see navigate illuminate continue advance progress survive fit attach fasten avenge bury bribe trade exchange pay sail row ride steer swap swing knock`);

export const SAME_THING: ReadonlyMap<string, string> = new Map(
  `lantern lamp|flashlight lamp|illumination light|lighting light|entrance entry|entryway entry|exits exit
  stairs staircase|stairway staircase|passageway passage|corridor hallway|hall hallway|forest woods|woodland woods
  basement cellar|cavern cave|grotto cave|adventurer person|guy man|fellow man|cash money|password passphrase
  code combination|rocks rock|stone rock|jewel gem|gemstone gem|gold golden|wooden wood|upstairs up|downstairs down
  blocked block|blocking block|blocks block|captive capture|prisoner capture|underneath under|below under|beneath under
  centre center|middle center|house home|building home`
    .split(/[|\n]/)
    .map((pair) => pair.trim().split(' '))
    .filter((pair): pair is [string, string] => pair.length === 2),
);

/** Words that do not narrow a goal. */
export const FILLERS = wordSet(`
  a an the some any please possible possibly potential suitable appropriate useful usable proper necessary needed required
  available other else another safely successfully carefully somehow again now currently order kind sort type form piece
  thing item something anything object located called named so also both just simply actually finally further more
  my your own self its it them their there here in-game game able will would should can could need`);

/**
 * States of objects before a goal is reached. If only one text names a state, both may mean the same object; if both
 * do, they must agree.
 */
export const STATES = wordSet(`
  locked closed shut sealed jammed stuck hidden missing lost secret mysterious strange odd weird unknown dark old ancient
  hungry angry dangerous broken damaged sleeping flooded nailed barred heavy huge large big small little unexplored new
  nearby precious valuable dusty`);

/** Purposes that lights, ways and tools have in any story, so they don't distinguish goals. */
export const PLAIN_PURPOSES = wordSet(`
  explore see navigate illuminate light dark darkness area place room further progress continue proceed advance survive
  safe way ahead deeper underground move travel`);

/** Prepositions, one line per role, named by its first word. */
const ROLE_LINES = [
  'to toward towards',
  'from out-of',
  'in into inside within',
  'on onto upon atop',
  'with using',
  'through via',
  'under underneath below beneath',
  'behind',
  'over above',
  'about regarding',
  'near beside',
  ...['between', 'against', 'before', 'after', 'until', 'while', 'without', 'around', 'across', 'past', 'by'],
].map((line) => line.split(' '));

export const ROLES: ReadonlyMap<string, string> = new Map(
  ROLE_LINES.flatMap(([role = '', ...others]) => [role, ...others].map((word) => [word, role] as const)),
);

/** Words that attach a word to the previous one: the key *of*, *for* or *at* the door is the door's key. */
export const LINKS = wordSet('of for at');
