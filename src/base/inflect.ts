/** Shorter words only get plural endings. */
const MIN_INFLECTED = 3;
/** Below this length, an ending usually makes an unrelated word: `pen` + `y`, `ear` + `ly`. */
const MIN_ENDED = 4;
/** The same for `-er`: `corner` is not from `corn`. */
const MIN_AGENT = 5;

/** A z after one short vowel doubles: `quizzes`. */
const SHORT_Z = /^(?:[^aeiou]*|[^aeiou]*qu)[aeiou]z$/;

/** Inflects one word at a time: `['ice', 'cream']` also as `['ice', 'creams']`. */
export function inflect(words: readonly string[]): string[][] {
  return words.flatMap((word, at) => inflectWord(word).map((form) => words.with(at, form)));
}

/**
 * A lower-case English word with its plural, singular, possessive, verb forms, degrees and adverb, except
 * forms that are unrelated words. Words of other languages get harmless non-words.
 */
export function inflectWord(word: string): string[] {
  const forms = new Set([word]);
  for (const form of irregular(word)) forms.add(form);
  if (word.length < MIN_INFLECTED) {
    addRelated(forms, [`${word}s`]);
    return [...forms];
  }
  const ones = [word, ...singulars(word)];
  const verbs = ones.flatMap(bases);
  for (const base of [...ones, ...verbs, ...presents(word)]) {
    forms.add(base);
    addRelated(forms, plurals(base));
    addRelated(forms, derive(base));
    for (const past of pasts(base)) forms.add(past);
  }
  return [...forms];
}

function addRelated(forms: Set<string>, more: readonly string[]): void {
  for (const form of more) if (!UNRELATED.has(form)) forms.add(form);
}

/** Singular or plural; also for compounds such as `snowman`. */
function irregular(word: string): string[] {
  return IRREGULAR_NOUNS.flatMap(([one, many]) => [
    ...(word.endsWith(one) ? [word.slice(0, -one.length) + many] : []),
    ...(word.endsWith(many) ? [word.slice(0, -many.length) + one] : []),
  ]);
}

const pasts = (word: string): readonly string[] =>
  IRREGULAR_VERBS.find((verb) => verb[0] === word)?.slice(1) ?? [];

const presents = (word: string): string[] =>
  OWN_WORDS.has(word)
    ? []
    : IRREGULAR_VERBS.filter((verb) => verb.includes(word)).flatMap((verb) => verb.slice(0, 1));

/** Possible bases of a form in `-ing` or `-ed`: `run` for `running`, `dance` for `danced`. */
function bases(word: string): string[] {
  const stem = /^(.+)(?:ing|ed)$/.exec(word)?.[1];
  if (stem === undefined || !/[aeiouy]/.test(stem) || UNRELATED.has(word) || NO_BASE.has(word)) return [];
  const single = /([^aeiou])\1$/.test(stem) ? [stem.slice(0, -1)] : [];
  const isBase = (base: string): boolean => base.length >= MIN_INFLECTED && derive(base).includes(word);
  // Few words end in a double consonant except ll, ss, ff and zz, so `running` does not come from `runn`.
  const plain = /(?:ll|ss|ff|zz)$/.test(stem) || !single.some(isBase) ? [stem, `${stem}e`] : [];
  return [...plain, ...single].filter(isBase);
}

function plurals(word: string): string[] {
  // A word without its -es may not be a word: `roses` gives `ros`, which must not give `ross`.
  const out = word.endsWith('s') ? [] : [`${word}s`];
  if (/(?:s|x|z|ch|sh|o)$/.test(word)) out.push(`${word}es`);
  if (SHORT_Z.test(word)) out.push(`${word}zes`);
  if (endsInY(word)) out.push(`${word.slice(0, -1)}ies`);
  if (/[^f]fe?$/.test(word)) out.push(word.replace(/fe?$/, 'ves'));
  return out;
}

function singulars(word: string): string[] {
  if (word.length < MIN_ENDED || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return [];
  if (NO_PLURAL.has(word)) return [];
  if (word.endsWith('ies')) return [`${word.slice(0, -3)}y`, word.slice(0, -1)];
  if (word.endsWith('ves')) return [`${word.slice(0, -3)}f`, `${word.slice(0, -3)}fe`, word.slice(0, -1)];
  if (word.endsWith('zzes')) return [word.slice(0, -3), word.slice(0, -2)];
  if (/(?:s|x|z|ch|sh|o)es$/.test(word)) return [word.slice(0, -2), word.slice(0, -1)];
  return [word.slice(0, -1)];
}

function derive(word: string): string[] {
  const stems = listStems(word);
  const long = word.length >= MIN_ENDED;
  const endings = ['ed', 'ing'];
  if (word.length >= MIN_AGENT || TAKES_ER.has(word)) endings.push('er', 'ers');
  if (long || TAKES_ER.has(word)) endings.push('est');
  if (long || TAKES_Y.has(word)) endings.push('y');
  const out = endings.flatMap((ending) => stems.map((stem) => stem + ending));
  if (long && word.endsWith('e')) out.push(`${word}d`);
  if (endsInY(word)) {
    const stem = `${word.slice(0, -1)}i`;
    out.push(
      ...['ed', 'er', 'ers', 'est', 'ly', 'ness'].map((ending) => stem + ending),
      `${word}ing`,
      `${word}er`,
      `${word}ers`,
    );
  }
  if (long) out.push(`${word}ness`, ...adverbs(word));
  return out;
}

function adverbs(word: string): string[] {
  if (/[^aeiou]le$/.test(word)) return [`${word.slice(0, -1)}y`];
  if (word.endsWith('ic')) return [`${word}ally`];
  return word.endsWith('ll') ? [`${word}y`] : [`${word}ly`];
}

/** Stems that take an ending: `danc(e)`, `plann`, `travel` and `travell`, `panick`, `rain`. */
function listStems(word: string): string[] {
  if (endsInY(word)) return [];
  if (word.endsWith('ie')) return [`${word.slice(0, -2)}y`, word.slice(0, -1)];
  if (word.endsWith('ye')) return [word.slice(0, -1), word];
  if (/[^eo]e$/.test(word)) return [word.slice(0, -1)];
  if (word.endsWith('ic')) return [`${word}k`];
  const doubledWord = word + word.slice(-1);
  // A short vowel doubles the last consonant: `starring` comes from `star`, `staring` does not.
  if (/^(?:[^aeiou]*|[^aeiou]*qu)[aeiou][^aeiouwxy]$/.test(word)) return [doubledWord];
  return word.length > MIN_AGENT && /[^aeiou][aeiou][^aeiouwxy]$/.test(word) ? [word, doubledWord] : [word];
}

const endsInY = (word: string): boolean => /[^aeiou]y$/.test(word);

const readWords = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Expands shared endings: `'us i', 'octop radi'` is octopus, octopi and radius, radii. */
function readPairs(endings: string, stems: string): (readonly [string, string])[] {
  const [one = '', many = ''] = endings.split(' ');
  return stems.split(' ').map((stem) => [stem + one, stem + many]);
}

/** Singular and plural. Also match at the end of longer words: `snowman`, `snowmen`. */
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
 * Irregular verb forms. Excludes forms that are common words (`born`, `bit`, `left`, `stuck`), which would
 * match too often.
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

/** Past forms that are also other words: `rose` must not match `rise`. */
const OWN_WORDS = readWords('rose spoke shot lost stole wove sank smelt bent');

/**
 * Words that take `-er` although they are short; for others, such as `corn` and `cat`, the result is
 * unrelated.
 */
const TAKES_ER = readWords(`
  run win swim sit dig cut hit jog hop rob hug rap shop stop plan skip drum drag spin chat
  bake farm play work walk talk jump hike ride dive lead hunt golf surf sail mine rule vote race skate dance use make
  give take love hate help hold kick mix paint teach bomb bike camp cook drink drive fight film game heal joke lock
  mark milk print rent ring sell send sing ski smoke speak start steal travel type wait wander write read
  hot big red sad fat thin wet mad fit dim old new low high slow fast cold warm dark rich poor kind soft hard weak
  deep tall wide wise fine nice cool calm mild wild blue pink grey rude safe sane pale rare ripe sore pure cute bold
  bald damp fair firm flat full glad grim keen lean loud neat plain short small thick young dull`);

/**
 * Three-letter words whose `-y` form is related (`sunny`); most others become another word (`penny`,
 * `carry`).
 */
const TAKES_Y = readWords('sun fun fur fog mud gum wit dog pup bag leg nut fat jam tin ice cat tar rat');

/**
 * Unrelated words that an ending would produce: `apple` must not match `apply`, nor `even` match `evening`.
 */
const UNRELATED = readWords(`
  army belly body bully city copy county every fairy factory forty gravy gully holy lady many navy party pony ready
  ruby silly story study tally tidy tiny tony wary billy willy steady very fully
  apply supply multiply reply hardly barely nearly lately really mostly surely partly lovely likely family
  being seed thing during evening morning kidding stocking
  wicked rugged ragged jagged dogged cowed naked skied indeed hundred
  brother shoulder badger ledger matter latter quarter counter charter corner flower shower tower number saucer officer
  later whisker oliver crater treaty skier willing wally namely telly smithy
  honest modest forest earnest tempest interest business witness harness illness
  news his has was is as us its yes bus gas thus this caves saves grieves proves`);

/** Words that look like verb forms but have no related base: `herring`. */
const NO_BASE = readWords(`
  herring outing offing inning pudding shilling bearing sterling crooked aged moped ceiling awning`);

/** Words that look like plurals but are not. */
const NO_PLURAL = readWords('news means besides does goes always perhaps caves saves proves lens');

/** Words that contain an unrelated shorter word: `officer` must not match `office`. */
export const NO_COMPOUND = readWords(`
  important importance importantly officer officers butterfly butterflies encounter encounters encountered
  personal personally personality stranger strangers counterpart reminder remainder moreover understand understood
  somewhere elsewhere wonderful wonderfully`);

export const REVERSIBLE = readWords(`
  drawer drawers reward rewards deliver reviled stressed desserts diaper repaid denier reined animal animals lamina
  redraw warder looter retool sloops spools spacer recaps`);

/** Function words that often join with others by chance: "this is land", "we may be at the fore". */
export const SMALL_WORDS = readWords(`
  a an the is it in on of or so no to up us we me my he be by as at am if do go for and but not out now too any all
  her his him she you our who how was are has had may can one per off`);
