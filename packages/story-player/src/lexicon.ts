import { firstSentence, type KnownWords } from 'zmachine-story';

/**
 * General knowledge about things in stories: keys, tools, treasures, dangers. Words unknown to a story are not used in
 * it.
 */

export const wordSet = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));
const matches =
  (pattern: RegExp) =>
  (text: string): boolean =>
    pattern.test(text);
export const list = (phrases: string): readonly string[] => phrases.trim().split(/,\s+/);

/** Words that never name a thing. */
const NO_NOUNS = wordSet(`
  the a an and or but not no of in on at to from with by for into onto off out up down over under is are was were be
  been being am it its this that these those there here where when while who whom which what your you yours yourself
  me my mine i he his she her they them their we our us one two three some any all each every both many much more
  most few very quite just only also too so as if then than can cannot could would should will shall may might must
  do does did done have has had get got go goes went come comes came see sees seen look looks looking find make
  made take taken turn turns north south east west northeast northwest southeast southwest above below inside
  outside around about through across along against between behind beneath beside before after away back again once
  never ever always now still yet nearly almost perhaps other another same such like open opened closed shut locked
  score points moves turn time wait lies stands leads seems appears seem feet foot long large small little big tall
  old new good well right left side end top bottom first last next far near high low narrow wide deep dark light
  white black red green blue brown grey gray yellow golden half full empty enough nothing something anything
  everything somebody someone it's can't don't isn't you're you've i'm way direction place location part kind
  else already however since until
`);

export const LIGHTS =
  /\b(?:lamps?|lanterns?|torch(?:es)?|flashlight|candles?|candlestick|headlamp|glowstick)\b/i;
export const FLAMES = /\b(?:match(?:es|book|box)?|lighter|tinderbox|torch|candles?|flint)\b/i;
export const WEAPONS =
  /\b(?:sword|axe?|knife|dagger|mace|spear|club|staff|sabre|blade|cleaver|hatchet|rapier|hammer|gun|pistol|cutlass|scimitar|harpoon)\b/i;
export const KEYS = /\b(?:keys?|keyring|card|keycard|lockpick|pick|crowbar)\b/i;
export const READABLES =
  /\b(?:letters?|note|notes|books?|notebook|leaflet|booklet|brochure|sign|signs|notice|page|pages|paper|papers|parchment|scroll|map|card|plaque|inscription|engravings?|almanac|diary|journal|poster|label|newspaper|magazine|manual|guide(?:book)?|pamphlet|message|tablet|tombstone|gravestone|writing|runes|telegram|document|ticket|manuscript|tome|advertisement)\b/i;
export const TREASURES =
  /\b(?:gold|golden|silver|platinum|jewels?|jewell?ed|diamonds?|emeralds?|ruby|rubies|sapphires?|pearls?|amber|ivory|jade|opal|crystal|gems?|coins?|treasures?|crown|tiara|sceptre|chalice|goblet|necklace|bracelet|ring|brooch|medal|medallion|painting|statuette|figurine|vase|idol|nugget)\b/i;
/** Clothes to put on when found. */
export const CLOTHES =
  /\b(?:gloves?|mittens|gauntlets?|boots?|shoes?|slippers|sandals|galoshes|hat|cap|hood|helmet|cloak|cape|coat|overcoat|raincoat|jacket|suit|spacesuit|wetsuit|vest|robes?|gown|dress|mask|goggles|glasses|spectacles|trousers|jeans|shirt|sweater|pullover|overalls|apron|armou?r|scarf|backpack|rucksack)\b/i;
export const HOLDERS =
  /\b(?:chest|case|box|boxes|cabinet|cupboard|trunk|safe|tin|jar|basket|bag|sack|drawer|desk|table|altar|pedestal|shelf|shelves|crate|barrel|bin|bowl|bucket|bottle|slot|hole|niche|hook|stand|oven|stove|furnace|locker|mailbox|tray|plinth|scales?|receptacle|compartment|wardrobe)\b/i;

/** Tools and their uses: `$` is the tool, `#` another thing. */
export const TOOLS: readonly { tool: RegExp; uses: readonly string[] }[] = [
  { tool: /\b(?:rope|cord|string|chain|cable|twine|line)\b/i, uses: ['tie $ to #'] },
  { tool: /\b(?:shovel|spade|trowel)\b/i, uses: ['dig # with $', 'dig in # with $', 'dig'] },
  {
    tool: /\b(?:wrench|spanner|screwdriver|pliers)\b/i,
    uses: ['turn # with $', 'unscrew # with $', 'fix # with $'],
  },
  { tool: FLAMES, uses: ['light # with $', 'burn # with $'] },
  { tool: /\b(?:pump|bellows)\b/i, uses: ['inflate # with $', 'pump up # with $'] },
  { tool: KEYS, uses: ['unlock # with $', 'open # with $'] },
  {
    tool: /\b(?:crowbar|lever|pole|bar|stick|branch)\b/i,
    uses: ['open # with $', 'pry # with $', 'move # with $'],
  },
  { tool: /\b(?:knife|scissors|axe?|sword|shears|saw|blade|cutters)\b/i, uses: ['cut # with $'] },
  {
    tool: /\b(?:bottle|bucket|jar|flask|pail|can|cup|vial|bowl|watering)\b/i,
    uses: ['fill $', 'pour water on #', 'pour $ on #'],
  },
  {
    tool: /\b(?:putty|glue|tape|oil|grease|wax)\b/i,
    uses: ['plug # with $', 'oil # with $', 'put $ on #', 'fix # with $'],
  },
  {
    tool: /\b(?:coins?|token|disc|disk|card|ticket|fuse|battery|batteries|crystal)\b/i,
    uses: ['put $ in #'],
  },
];

const FOOD =
  /\b(?:food|bread|meat|fish|cheese|apple|sandwich|biscuits?|cake|carrots?|bone|nuts?|berries|honey|milk)\b/i;

/** Verbs that move a thing or a part of it, in order. */
export const HANDLING = ['move', 'push', 'pull', 'turn', 'raise', 'lower'] as const;
/** Controls: worth trying even without a visible effect. */
export const CONTROLS =
  /\b(?:buttons?|levers?|switch(?:es)?|dials?|knobs?|handle|crank|bolts?|valves?|wheel)\b/i;

/** Verbs that may lead inside, on top, or across. */
export const ENTERING = ['enter', 'climb', 'board', 'cross'] as const;
/** Verbs often worth trying with a thing here; `#` is the thing, by default at the end. */
export const USUAL = list(`
  search, look in, look under, look behind, turn on, push, pull, talk to, sit on, stand on, climb, lift, touch, wear,
  knock on, lie on, get on, shake, smell, listen to, fill
`);
/** Verbs for a carried thing. */
export const HELD_VERBS = list(`
  wear, open, turn on, look in, search, wave, rub, shake, blow, play, ring, wind, light, read, point, eat, drink,
  turn, push, pull, squeeze, unfold, unwrap, empty, break, throw, drop, put on, fill, touch
`);
/** Two things: `$` is carried, `#` is here. */
export const PAIRS = list(`
  put $ in #, put $ on #, unlock # with $, open # with $, give $ to #, show $ to #, throw $ at #, attack # with $,
  cut # with $, tie $ to #, break # with $, dig # with $, turn # with $, pry # with $, light # with $, fix # with $,
  fill $ with #, touch # with $, clean # with $, point $ at #
`);
/** Two carried things. */
export const BOTH_HELD = list(`
  put $ in #, put $ on #, tie $ to #, fix # with $, open # with $, light # with $, cut # with $, fill $ with #
`);
/** Verbs that often destroy or change a thing for no gain: tried last. */
export const LATE = list(`
  break, attack, kick, cut, dig, burn, light, turn, move, raise, lower, open, enter, unlock, untie, squeeze, wave,
  rub, ring, play, blow, wind, clean, feed, wake, kiss, eat, drink, set, press, unscrew, jump on, jump over,
  look through, swing, throw, pour, buy, pick, catch, follow, insult, shoot, taste, pray to
`);
/** Commands without a thing. */
export const ALONE = list(`
  climb, enter, cross, jump, swim, dig, pray, wave, sing, yell, sleep, stand, fly, knock, ring, listen, smell, search,
  hide, think, dance, drink, eat, get up, get out, get off, sit, lie down, hello, dig hole, look up, look down, yes, no,
  undress, dress, clap, whistle, exit, leave, follow
`);
/** Words of the text that may be climbed, entered or crossed. */
export const WAYS_IN =
  /\b(?:window|door|doorway|gate|hole|ladder|stairs?|staircase|tree|bridge|tunnel|passage|crack|crawlway|boat|raft|cart|rope|chimney|trapdoor|hatch|fence|wall|cave|curtain|mirror)\b/i;

/** True if a thing is useful elsewhere, by its name. */
export const isTool = (name: string): boolean => KEYS.test(name) || TOOLS.some(({ tool }) => tool.test(name));

/** Usefulness by name; the lowest is dropped first. */
export function nounValue(name: string): number {
  if (LIGHTS.test(name)) return 9;
  if (WEAPONS.test(name)) return 7;
  if (KEYS.test(name)) return 6;
  if (TREASURES.test(name)) return 5;
  if (isTool(name)) return 4;
  if (FOOD.test(name)) return 2;
  if (READABLES.test(name)) return 0;
  return 3;
}

/** Messages that it is too dark to see, not every mention of darkness. */
export const isDark = matches(
  /\bpitch[- ]?(?:dark|black)\b|\btoo dark\b|\bit is (?:now )?(?:completely |quite |very |too )?dark\b|\bcan'?t see (?:a|any) ?thing\b.{0,20}\bdark|^\s*(?:in the )?darkness\.?\s*$/im,
);
export const isOverladen = matches(
  /\bcarry(?:ing)? (?:too|so|any ?more|that many)|\btoo heavy\b|\bhands? (?:are|is) full\b|\bno room\b|\bload is\b|\bholding (?:too|so) m|\bcan(?:'?t|not) carry\b|\btoo much to carry\b|\btoo many things\b|\byou'?re (?:already )?(?:carrying|holding)\b/i,
);
export const isTooNarrow = matches(
  /\bbaggage\b|\bfit\b|\bcarrying\b|\bburden|\bload\b|\b(?:too many|all (?:of )?(?:your|those)) (?:things|possessions|belongings)|\bfull hands\b/i,
);
export const isLocked = matches(/\block(?:ed|s)?\b|\bkeyhole\b|\bpadlock|\bkey\b/i);
/** Usual messages for a missing way. */
export const isNoWay = matches(
  /\b(?:can'?t|cannot|can not|couldn'?t) (?:go|travel|walk|move|get|leave|enter)(?: in| off)? ?(?:that|there|any)?\b[^.]{0,12}(?:way|direction|here|there|further)?\.?\s*$|\bno (?:exit|way|path|passage)\b[^.]{0,25}\.?\s*$|\bnothing (?:that way|in that direction|to enter|to leave)\b|\bisn'?t (?:any|a) (?:exit|way)\b|\bthere is a wall\b|\bonly (?:exits?|ways?)\b|\bthat direction\b/i,
);
/** Messages that name an obstacle. */
const REASON =
  /\block(?:ed|s)?\b|\bclosed\b|\bshut\b|\bbarred\b|\bbars\b|\bguards?\b|\bblock(?:s|ed|ing)?\b|\bfends?\b|\bwon'?t (?:let|budge|open|move)\b|\btoo (?:steep|narrow|small|tight|high|far|wide|deep|dangerous|fast|strong|hot|cold)\b|\bneed\b|\bwithout\b|\btide\b|\bsea\b|\briver\b|\bflood|\bgates?\b|\bdoor\b|\bgrat(?:e|ing)\b|\bwait\b|\bstops? you\b|\bin (?:the|your) way\b|\bcarrying\b|\bcurrent\b|\bfire\b|\bchasm\b|\bfog\b|\bsealed\b|\bnailed\b|\bin your path\b|\bbridge\b|\bfit\b/i;

export const isOutOfReach = matches(
  /\b(?:out of|beyond) (?:your )?reach\b|\b(?:can'?t|cannot|can not|unable to) (?:quite )?reach\b|\btoo (?:high|far)\b/i,
);
/** Sentences with a request to the player. */
const REQUEST =
  /[^.!?\n"]*\b(?:asks?|begs?|orders?|demands?|requests?|pleads?|implores?|wants?) (?:with )?you (?:to|for|that)\b[^.!?\n]*[.!?]|"[^"\n]*\b(?:bring|give|find|fetch|show|help) (?:me|us|my|our)\b[^"\n]*"/i;

/** Refusals to walk because of the player's posture or holder. */
export const isHolding = matches(
  /\b(?:get|stand|climb)(?:ting)? (?:up|out|off|down)\b|\b(?:leave|exit|let go of) (?:the|your)\b|\b(?:you(?:'re| are)|while|still|being) (?:still |already |sitting |lying |seated |stuck |standing |strapped )*(?:in|on|inside|into) |\bfirst\b/i,
);

/** Generic replies about things without details. */
export const isPlain = matches(
  /\b(?:nothing|not(?:hing)? (?:very |particularly )?)(?: (?:very |particularly )?)?(?:special|unusual|out of the ordinary|remarkable|interesting|important)\b|\bordinary-looking\b/i,
);

/** First sentences that refuse. */
export const isDenial = matches(
  /\b(?:can'?t|cannot|can not|couldn'?t|not|no|nothing|isn'?t|aren'?t|don'?t|doesn'?t|won'?t|wouldn'?t|never|nobody)\b/i,
);

/** True if a text ends with a question, or with someone about to speak. */
export const asks = (text: string): boolean => /[?:]["'”’)]*\s*$/.test(text.trimEnd());
/** Known words with a capital letter within a sentence, usually names. */
export function findNames(text: string, words: KnownWords): string[] {
  const names = [...text.matchAll(/[a-z,;:] ["“]?([A-Z][a-z]{2,})\b/g)].map(([, name = '']) =>
    name.toLowerCase(),
  );
  return [...new Set(names)].filter((name) => words.knows(name) && !NO_NOUNS.has(name));
}

export const isDead = matches(
  /\byou(?:'re| are) (?:quite |already |now |very |so )?dead\b|\brestart, restore\b/i,
);

/** The sentence with a request to the player, truncated; null if none. */
export function findRequest(text: string, most: number): string | null {
  const request = REQUEST.exec(text)?.[0].replace(/\s+/g, ' ').trim();
  return request === undefined ? null : firstSentence(request, most).replace(/[.!?]+$/, '');
}
/** True if a blocked way names its obstacle. Only the first sentence counts; others describe events. */
export function hasReason(text: string): boolean {
  const sentence = firstSentence(text);
  return !isNoWay(sentence) && REASON.test(sentence) && !isDark(sentence);
}
export const mentionsTime = matches(/\bwait|\btide\b|\bpatien|\blater\b|\bsoon\b|\byet\b/i);

const splitWords = (text: string): string[] => text.toLowerCase().match(/[a-z][a-z'-]*[a-z]|[a-z]/g) ?? [];

/** Words within a name that need not be known. */
const JOINING = new Set(['the', 'a', 'an']);
/** In most parsers another thing follows this word. */
const AND = ' and ';

/** The words of a thing's name that the story knows; null if none. */
export function phraseFor(name: string, words: KnownWords): string | null {
  const nameWords = splitWords(name.split(AND)[0] ?? name).filter(
    (word) => words.knows(word) && !JOINING.has(word),
  );
  return nameWords.length === 0 ? null : nameWords.join(' ');
}

/** Words of a text that may name things and that the story knows, in order, without duplicates. */
export function findNouns(text: string, words: KnownWords): string[] {
  const nouns = splitWords(text).filter(
    (word) => word.length > 2 && !NO_NOUNS.has(word) && words.knows(word),
  );
  return [...new Set(nouns)];
}

/** Known words in quotes or capitals, which may have to be said. */
export function findSayings(text: string, words: KnownWords): string[] {
  const quotations = [...text.matchAll(/["“«]([A-Za-z][A-Za-z' -]{2,24}?)[.!?,]?["”»]/g)].map(
    ([, said = '']) => said,
  );
  const loud = text.match(/\b[A-Z]{4,12}\b/g) ?? [];
  const sayings = [...quotations, ...loud].map((said) => said.toLowerCase().trim());
  return [...new Set(sayings)].filter(
    (said) =>
      splitWords(said).length <= 2 &&
      splitWords(said).every((word) => words.knows(word) && !NO_NOUNS.has(word)),
  );
}

const LABELLED =
  /\b(button|switch|lever|dial|knob|handle)\b[^.,;\n]{0,12}\b(?:labell?ed|marked|(?:says|reads|saying|reading))[: ]+["“']?([a-z]+)/gi;

/** Labels of controls and their kind: `play` → `play button`. */
export const findLabels = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(LABELLED)].map(([, control = '', label = '']) => [
      label.toLowerCase(),
      `${label} ${control}`.toLowerCase(),
    ]),
  );

const META = wordSet(`
  save restore restart quit q undo score fullscore verbose brief superbrief script unscript transcript notify version
  verify recording replay
`);
const META_REST = wordSet('the game story on off now score');

/** True for commands to the interpreter: `save`, `quit`, `score on`. With an object they are not: `save princess`. */
export function isMeta(command: string): boolean {
  const [verb = '', ...rest] = command.toLowerCase().match(/[^.!?,;\s]+/g) ?? [];
  if (verb === 'full' && rest.join(' ') === 'score') return true;
  return META.has(verb) && rest.every((word) => META_REST.has(word));
}
