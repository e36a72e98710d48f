/** What the spelling of an English word does not tell; read by `inflect.ts`. */

const readWords = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Words that share their endings: `'us i', 'octop radi'` is octopus, octopi and radius, radii. */
function readPairs(endings: string, stems: string): (readonly [string, string])[] {
  const [one = '', many = ''] = endings.split(' ');
  return stems.split(' ').map((stem) => [stem + one, stem + many]);
}

/** One and many. They hold at the end of a longer word too: `snowman`, `snowmen`. */
export const IRREGULAR_NOUNS: readonly (readonly [string, string])[] = [
  ['man', 'men'],
  ['woman', 'women'],
  ['child', 'children'],
  ['person', 'people'],
  ['foot', 'feet'],
  ['tooth', 'teeth'],
  ['goose', 'geese'],
  ['mouse', 'mice'],
  ['louse', 'lice'],
  ['ox', 'oxen'],
  ['die', 'dice'],
  ['cactus', 'cacti'],
  ['fungus', 'fungi'],
  ['eau', 'eaux'],
  ...readPairs('us i', 'octop nucle radi alumn stimul syllab foc bacill loc termin hippopotam abac calcul'),
  ...readPairs('ex ices', 'ind vert vort ap cod cort'),
  ...readPairs('ix ices', 'matr append hel direct'),
  ...readPairs(
    'um a',
    'bacteri medi stadi aquari dat curricul memorand strat millenni ov auditori empori gymnasi planetari crani',
  ),
  ...readPairs('a ae', 'larv alg antenn formul nebul vertebr pup supernov amoeb'),
  ...readPairs('on a', 'criteri phenomen automat gangli polyhedr'),
  ...readPairs('is es', 'analys oas cris ax thes bas hypothes emphas parenthes synops ellips neuros diagnos'),
];

/**
 * Verbs with the forms no rule makes. Forms that every conversation is full of (`born`, `bit`, `left`, `stuck`) are
 * left out: they give no bear and no stick away.
 */
export const IRREGULAR_VERBS: readonly (readonly string[])[] = `
arise arose arisen|awake awoke awoken|beat beaten|bend bent|blow blew blown|break broke broken|breed bred
bring brought|build built|burn burnt|buy bought|catch caught|choose chose chosen|creep crept|dig dug|draw drew drawn
dream dreamt|drink drank drunk|drive drove driven|eat ate eaten|fall fell fallen|feed fed|fight fought|fly flew flown
forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|grow grew grown|hang hung|hear heard|hide hid hidden
hold held|keep kept|kneel knelt|know knew known|leap leapt|learn learnt|lend lent|light lit|lose lost|meet met|pay paid
ride rode ridden|ring rang rung|rise rose risen|run ran|say said|sell sold|send sent|shake shook shaken|shine shone
shoot shot|shrink shrank shrunk|sing sang sung|sink sank sunk|sleep slept|slide slid|smell smelt|speak spoke spoken
spend spent|spill spilt|spin spun|spring sprang sprung|steal stole stolen|sting stung|strike struck stricken
swear swore sworn|sweep swept|swell swollen|swim swam swum|swing swung|teach taught|tear tore torn|tell told
think thought|throw threw thrown|wake woke woken|wear wore worn|weave wove woven|weep wept|win won|write wrote written`
  .trim()
  .split(/[|\n]/)
  .map((verb) => verb.trim().split(' '));

/** Past forms that are words of their own: a rose is not given away by "rise". */
export const OWN_WORDS = readWords('rose spoke shot lost stole wove sank smelt bent');

/** Too short for `-er` by rule: `corn` and `cat` have it too. Who does it, and what is more so. */
export const TAKES_ER = readWords(`
  run win swim sit dig cut hit jog hop rob hug rap shop stop plan skip drum drag spin chat
  bake farm play work walk talk jump hike ride dive lead hunt golf surf sail mine rule vote race skate dance use make
  give take love hate help hold kick mix paint teach bomb bike camp cook drink drive fight film game heal joke lock
  mark milk print rent ring sell send sing ski smoke speak start steal travel type wait wander write read
  hot big red sad fat thin wet mad fit dim old new low high slow fast cold warm dark rich poor kind soft hard weak
  deep tall wide wise fine nice cool calm mild wild blue pink grey rude safe sane pale rare ripe sore pure cute bold
  bald damp fair firm flat full glad grim keen lean loud neat plain short small thick young dull`);

/** Words of three letters whose `-y` speaks of them (`sunny`); most others become another word (`penny`, `carry`). */
export const TAKES_Y = readWords(
  'sun fun fur fog mud gum wit dog pup bag leg nut fat jam tin ice cat tar rat',
);

/** Words that an ending would make of another one: `apple` is not given away by "apply", nor `even` by "evening". */
export const UNRELATED = readWords(`
  army belly body bully city copy county every fairy factory forty gravy gully holy lady many navy party pony ready
  ruby silly story study tally tidy tiny tony wary billy willy steady very fully
  apply supply multiply reply hardly barely nearly lately really mostly surely partly lovely likely family
  being seed thing during evening morning kidding stocking
  wicked rugged ragged jagged dogged cowed naked skied indeed hundred
  brother shoulder badger ledger matter latter quarter counter charter corner flower shower tower number saucer officer
  later whisker oliver crater treaty skier willing wally namely telly smithy
  honest modest forest earnest tempest interest business witness harness illness
  news his has was is as us its yes bus gas thus this caves saves grieves proves`);

/** What looks like a form of a verb and gives no shorter word away: a herring is not hers. */
export const NO_BASE = readWords(`
  herring outing offing inning pudding shilling bearing sterling crooked aged moped ceiling awning`);

/** What looks like a plural and has no singular, or another one. */
export const NO_PLURAL = readWords('news means besides does goes always perhaps caves saves proves lens');

/** Longer words that hold a shorter one and don't speak of it: no `office` in "officer". */
export const NO_COMPOUND = readWords(`
  important importance importantly officer officers butterfly butterflies encounter encounters encountered
  personal personally personality stranger strangers counterpart reminder remainder moreover understand understood
  somewhere elsewhere wonderful wonderfully`);

/** Words that are other words backwards. */
export const REVERSIBLE = readWords(`
  drawer drawers reward rewards deliver reviled stressed desserts diaper repaid denier reined animal animals lamina
  redraw warder looter retool sloops spools spacer recaps`);

/** Small words that stand before others everywhere: "this is land", "we may be at the fore". */
export const SMALL_WORDS = readWords(`
  a an the is it in on of or so no to up us we me my he be by as at am if do go for and but not out now too any all
  her his him she you our who how was are has had may can one per off`);
