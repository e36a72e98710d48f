/** English word lists for inferring changes. Words outside these lists are ignored. */

const words = (list: string): readonly string[] => list.trim().split(/\s+/);
const set = (list: string): ReadonlySet<string> => new Set(words(list));

function thirdPerson(base: string): string {
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ies`;
  return /(?:s|sh|ch|x|z|o)$/.test(base) ? `${base}es` : `${base}s`;
}

/** `sit` → `sitting`, `bake` → `baking`, `lie` → `lying`. */
export function presentParticiple(base: string): string {
  if (/ie$/.test(base)) return `${base.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(base)) return `${base.slice(0, -1)}ing`;
  const isShort = /^[^aeiou]*[aeiou][^aeiouwxy]$/.test(base) || /^(?:qu|[^aeiou]*u)i[tpz]$/.test(base);
  return isShort ? `${base}${base.at(-1)}ing` : `${base}ing`;
}

export interface Verbs {
  third: ReadonlyMap<string, string>;
  participle: ReadonlyMap<string, string>;
  base: ReadonlyMap<string, string>;
}

function conjugate(list: string): Verbs {
  const bases = words(list);
  return {
    third: new Map(bases.map((base) => [thirdPerson(base), base])),
    participle: new Map(bases.map((base) => [presentParticiple(base), base])),
    base: new Map(bases.map((base) => [base, base])),
  };
}

export const MOVES =
  conjugate(`walk step go head move cross hurry run stride wander stroll limp shuffle rush creep
  sneak slip climb descend retreat return pad march stalk stumble stagger dash storm stomp saunter tiptoe crawl
  come get sprint trudge hobble withdraw back retire scurry clamber amble scramble hasten wade jog`);
/**
 * Moves that are often figurative (`returns to the net`, `runs to three pages`): they count only with a
 * certain place.
 */
export const LOOSE_MOVES = set('return come get run slip move retreat storm back');

/** Postures. `lie` counts only with a place or `down`, because it may mean an untruth. */
export const POSTURES = conjugate(`sit stand lean kneel crouch lie perch squat huddle slump sprawl lounge`);
export const SETTLINGS = conjugate('sink settle flop drop plop');
export const STAYS = conjugate('stay remain wait linger');

export const STARTS = conjugate('start begin continue resume keep');
export const STOPS = conjugate('stop finish quit');

/** Nouns of places, for moves that must be certain. */
export const PLACES =
  set(`window door doorway door gate hall hallway corridor kitchen cellar attic loft gallery balcony
  terrace porch veranda garden yard courtyard street road path lane alley square market bridge river bank shore beach
  dock docks pier quay jetty harbour harbor boat ship deck bow stern cabin hold galley mast bar counter table bench seat
  chair armchair stool desk sofa couch bed bunk bedside hearth fireplace fire stove oven sink corner wall stairs stair staircase
  stairwell landing ladder room bedroom bathroom dining-room parlour parlor lounge study library office workshop shop
  store storeroom shed barn stable stables tower lighthouse church chapel altar crypt tomb cave forest woods clearing
  field meadow hill hilltop cliff edge lake pond well fountain camp tent wagon cart carriage train car compartment
  platform station inn tavern house home cottage castle throne dungeon cell shelf shelves cupboard wardrobe piano stage
  lamp rail railing roof rooftop floor carpet rug threshold entrance exit bridge cockpit airlock lab laboratory infirmary
  ward hatch console helm wheel graveyard grave tree stump rock stone campfire balustrade ledge windowsill sill`);

/** Heads of phrases that never name a place: idioms, abstractions, body parts. */
export const NO_PLACE =
  set(`feet foot knee knees heel heels toes tiptoe hand hands arm arms elbow elbows shoulder
  shoulders back chest lap face head neck chin cheek cheeks hip hips leg legs finger fingers fist fists mouth lips ear ears
  eye eyes hair side sides stomach belly heart mind thumb nose throat skin bones palm palms haunches point conclusion
  end halt stop standstill trouble bottom problem trap thought thoughts dream dreams reverie silence decision question
  subject matter topic rescue defence defense aid help beat rhythm sound sounds music tune wind whisper laugh laughter
  smile fit tirade song run trot jog senses sense attack crouch bow sleep trance part parts details group others other
  rest task work job book page story tale word words choice idea ideas plan promise guns way ready moment time minute
  hour day night same next last first problem issue case fact facts role shoes rage panic frenzy fury role tears mood
  hurry rush mess fuss lie lies truth voice name spot occasion challenge argument conversation talk debate limit lead
  kind sort bit lot front rear forefront fore sidelines good bad death life past future present verge brink dance waltz
  walk view sight air dust crowd distance`);

/** People: walking to them says little about the location. */
const PERSONS =
  set(`man men woman women boy boys girl girls child children stranger strangers captain keeper guard
  guards doctor nurse king queen prince princess knight soldier soldiers sailor sailors servant maid butler waiter waitress
  barman barmaid bartender innkeeper cook baker smith blacksmith merchant priest nun monk bishop friend friends brother
  sister mother father son daughter uncle aunt wife husband lady gentleman lord guest guests stewards steward passenger
  passengers figure person people someone somebody others pair two three couple group crowd dog cat horse lad lass elder
  witch wizard thief detective inspector sergeant officer pilot surveyor apprentice clockmaker master mistress boss chief
  newcomer newcomers visitor visitors player players audience`);

export const isPerson = (noun: string): boolean =>
  PERSONS.has(noun) || /(?:keeper|[a-z]man|woman|women|maker|master|mate|smith)$/.test(noun);

export const WHEREABOUTS = set('outside inside upstairs downstairs indoors outdoors');

/** Prepositions that are part of a location: `by the stove`. */
export const AT = set(
  'by at on in beside near under behind against opposite among between around beneath below above',
);
export const ON_THE_WAY = set(
  'over back straight out up down off across right in round around along forward quickly',
);

/** Words that begin a noun phrase. Without `my` and `your`, which are ambiguous outside the line. */
export const DETERMINERS = set('the a an his her their its');
export const ING_NOUNS =
  set(`landing railing clearing building ceiling opening crossing wing dining living sitting waiting
  drawing dressing mooring clothing ring king string spring evening morning wedding fishing sewing`);
export const PHRASE_ENDS =
  set(`and or but nor to with without as while where when whenever for in on at by from that which
  who whom whose into onto over under up down out off away back near beside behind before after again now once
  instead anyway too then there here still alone together until till because so if is are was were has have had
  herself himself themselves itself myself first last like than through toward towards across against along around about
  just also not never ever else always today tonight tomorrow soon later i you he she they we it him them me us
  is isn't doesn't himself only even first quite rather very during despite`);

export const CLOTHES =
  set(`coat overcoat greatcoat raincoat oilskin oilskins cloak cape hat cap hood bonnet helmet crown
  jacket jerkin vest waistcoat shirt blouse tunic jersey sweater jumper cardigan pullover dress gown robe robes skirt kilt
  trousers breeches pants jeans shorts apron overalls uniform suit tie scarf shawl gloves glove mittens gauntlets boots boot
  shoes shoe slippers sandals socks stockings tights belt veil mask glasses spectacles goggles armour armor breastplate
  pyjamas pajamas nightgown nightshirt wig costume disguise poncho parka anorak blazer corset sash turban spacesuit
  wetsuit`);

const MOOD_VERBS: Readonly<Record<string, string>> = {
  ...{
    grin: 'amused',
    chuckle: 'amused',
    giggle: 'amused',
    laugh: 'amused',
    snicker: 'amused',
    snigger: 'amused',
  },
  ...{ smirk: 'smug', gloat: 'smug', beam: 'delighted', smile: 'pleased', scowl: 'angry', glare: 'angry' },
  ...{ snarl: 'angry', fume: 'angry', seethe: 'angry', bristle: 'angry', glower: 'angry', weep: 'in tears' },
  ...{
    sob: 'in tears',
    cower: 'frightened',
    sulk: 'sulky',
    pout: 'sulky',
    blush: 'embarrassed',
    yawn: 'tired',
  },
  ...{ panic: 'panicked', fidget: 'nervous', brighten: 'cheered', mope: 'gloomy' },
};
const MOOD_FORMS = conjugate(Object.keys(MOOD_VERBS).join(' '));
export const MOODS_BY_VERB: Verbs = {
  third: withMood(MOOD_FORMS.third),
  participle: withMood(MOOD_FORMS.participle),
  base: withMood(MOOD_FORMS.base),
};
function withMood(forms: ReadonlyMap<string, string>): Map<string, string> {
  const moods = [...forms].map(([form, base]): [string, string] => [form, MOOD_VERBS[base] ?? base]);
  return new Map([...moods, ...(forms.has('panic') ? [['panicking', 'panicked'] as [string, string]] : [])]);
}

export const MOOD_WORDS =
  set(`angry furious livid enraged annoyed irritated irritable cross sad unhappy miserable
  heartbroken gloomy depressed lonely happy glad delighted overjoyed ecstatic cheerful content elated thrilled excited
  amused nervous anxious worried uneasy afraid scared frightened terrified tense restless jumpy tired exhausted weary bored
  ashamed embarrassed guilty proud jealous envious confused bewildered puzzled curious suspicious wary relieved calm hopeful
  hopeless desperate disappointed frustrated disgusted bitter resentful grateful impatient sulky sullen smug tearful
  shaken flustered panicked alarmed devastated determined melancholy homesick`);

/** Adverbs of manner that imply a mood. Those for a mere tone (`coldly`, `drily`, `quietly`) are left out. */
const MOOD_ADVERBS: Readonly<Record<string, string>> = {
  happily: 'happy',
  wearily: 'weary',
  warily: 'wary',
  uneasily: 'uneasy',
  gloomily: 'gloomy',
  guiltily: 'guilty',
  angrily: 'angry',
  irritably: 'irritable',
  miserably: 'miserable',
  fearfully: 'afraid',
  tearfully: 'tearful',
  hopelessly: 'hopeless',
  delightedly: 'delighted',
  excitedly: 'excited',
  worriedly: 'worried',
};
const PLAIN_ADVERBS =
  words(`furiously sadly nervously anxiously cheerfully bitterly impatiently sullenly suspiciously
  proudly jealously curiously hopefully desperately resentfully gratefully calmly smugly restlessly`);
export const MOODS_BY_ADVERB: ReadonlyMap<string, string> = new Map([
  ...Object.entries(MOOD_ADVERBS),
  ...PLAIN_ADVERBS.map((adverb): [string, string] => [adverb, adverb.slice(0, -2)]),
]);
export const MOODS_BY_CAUSE: ReadonlyMap<string, string> = new Map([
  ...(['fear', 'fright', 'terror'] as const).map((cause): [string, string] => [cause, 'frightened']),
  ...(['rage', 'fury', 'anger'] as const).map((cause): [string, string] => [cause, 'furious']),
  ...(['laughter', 'mirth'] as const).map((cause): [string, string] => [cause, 'amused']),
  ...(['excitement', 'anticipation'] as const).map((cause): [string, string] => [cause, 'excited']),
]);

/** Verbs that are not activities: talk, glances, moves, moods, states. */
export const NO_ACTIVITY =
  set(`being having getting going coming leaving arriving walking running moving heading turning
  stepping talking speaking saying asking telling replying answering explaining objecting protesting arguing shouting
  nodding shaking smiling grinning laughing crying weeping sobbing trembling feeling looking seeing seeming thinking wondering
  hoping wishing wanting meaning trying starting beginning stopping dying falling rising standing sitting lying leaning
  kneeling becoming growing wearing doing making giving taking letting holding noticing realizing realising understanding
  knowing believing remembering forgetting liking loving hating blushing sweating bleeding breathing panicking reaching
  rather evening morning something nothing anything everything raining snowing
  thundering shivering quivering`);

/** Verbs that are an activity in `I'm …ing`; others are as likely a plan or an idiom. */
export const STATED_ACTIVITIES =
  set(`mending cooking reading writing sewing knitting packing fishing cleaning washing
  baking repairing fixing painting drawing carving sorting polishing sharpening brewing chopping sweeping scrubbing
  digging searching weaving stitching peeling kneading ironing practising practicing tidying gardening weeding`);

/** First verbs of phrases that only sound like a plan: idioms, talk, orders at an inn, feelings. */
export const NO_PLAN =
  set(`be see say bet tell have take admit grant never not try think give ask just explain start miss
  remember know need die allow wager live manage believe do pass leave let drink want like love hate feel always forget
  forgive regret understand suppose guess assume wait hear mention note put call swear promise confess warn answer reply
  speak talk get come make keep kill scream cry faint collapse happen become seem appear consider wonder hope agree
  only also still probably maybe perhaps possibly rather sooner even gladly happily well go-to confess listen look
  bed town work school church market court prison hell war sea sleep home heaven lunch dinner supper breakfast
  everyone somebody someone everything nothing anything the a an my your his her their our this that these those it you
  him them us me what who where how why when two three eat turn cross second owe stand`);
