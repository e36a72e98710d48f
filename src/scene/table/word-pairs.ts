export interface DealtWord {
  word: string;
  hints: readonly string[];
}

/** Pairs of words that vague hints can confuse. One word per line, with three hints. */
const TABLE = `
coffee | The morning asks for it. | It is no good lukewarm. | Some people cannot speak before it.
tea | It has to wait a few minutes first. | It goes well with a biscuit. | A guest is offered it.

violin | It rests close to the chin. | Beginners make the neighbours move. | It likes to lead.
cello | You sit down to it. | It has a darker voice. | It needs a seat of its own on a train.

lake | You can walk all the way round it. | It lies very still at dawn. | It does not taste of salt.
sea | You cannot see the other side. | It comes and goes. | Sailors never quite trust it.

candle | It gets shorter. | Useful when the power fails. | One breath, and it is over.
lantern | You can carry it through the wind. | It hangs from a hook. | A night watchman had one.

wolf | It is seldom alone. | Old stories treat it badly. | You hear it at night.
fox | It comes for the hens. | It is said to be clever. | You may meet it in a city.

castle | It has a good view, and draughts. | Built to keep people out. | Every child has drawn one.
palace | It has more rooms than anyone needs. | Built to be looked at. | The curtains alone cost a fortune.

train | It keeps to its line. | One waves at it. | You can walk about in it on the way.
tram | It rings at you. | It knows every corner of the town. | You get off after a few stops.

snow | It makes everything quieter. | Children wake early for it. | It is gone by spring.
hail | It drums on the roof. | Bad news for the vineyard. | It is over in ten minutes.

bread | The whole house smells of it. | It is broken in company. | Yesterday’s is cheaper.
cake | There is usually a reason for it. | The last piece is fought over. | It may carry a number.

doctor | You tell this person everything. | One waits a long time first. | The handwriting is famous.
nurse | There in the middle of the night. | Soft shoes. | Does most of the work and gets less thanks.

river | It is always on its way. | A town likes to have one. | It never turns back.
canal | Somebody dug it. | It is straighter than you would expect. | One goes along it slowly.

piano | It takes four people to move it. | Black and white. | Both hands are busy.
organ | It fills a very large room. | Your feet have to work as well. | It is mostly heard on one day.

moon | It borrows its light. | It is thin at times. | Dogs sing to it.
star | One makes a wish on it. | It is older than it looks. | Sailors steered by it.

apple | It keeps well in a cellar. | One a day, they say. | It made trouble in a garden.
pear | It is ripe for one afternoon. | Softer than it looks. | It has a waist.

mirror | It is honest, and the wrong way round. | Vain people like it. | Seven years, if you break it.
window | It lets the morning in. | One leans out of it. | A ball finds it sooner or later.

letter | It comes folded. | Some are kept for a lifetime. | You wait for it by the door.
postcard | Anybody can read it on the way. | The weather is mentioned. | It gets home after you do.

bicycle | Once learned, never forgotten. | It falls over when it rests. | It goes as far as your legs do.
scooter | You stand up on it. | Children and clerks like it. | It folds up small.

desert | It is cold there at night. | One plans ahead for it. | Footprints do not last.
beach | You take some of it home in your shoes. | One lies about on it. | Gulls steal your lunch.

wedding | Somebody cries, usually for joy. | There are speeches. | You need something to wear.
birthday | It comes whether you like it or not. | There is singing. | After a while one stops counting.

pirate | Travels a lot, pays nothing. | Has a bad name and a good hat. | Not one for the law.
smuggler | Works on moonless nights. | Knows every cove. | Nothing to declare.

umbrella | It is always in the other place. | Strangers may share it. | It turns on you in the wind.
raincoat | It drips in the hall. | You wear it and hope. | It has deep pockets.

museum | Please do not touch. | Your feet hurt afterwards. | There is a shop at the end.
library | People whisper there. | You may take things home. | There is a fine if you are late.

honey | Many worked for it. | It never goes bad. | It runs off the spoon.
jam | It is made when the garden is full. | It goes on in the morning. | The lid is always stuck.

clown | The shoes are too big. | Sad behind it all, people say. | Some children hide.
magician | Nothing up the sleeve. | Works with a hat. | You know you are being fooled.

tower | Many steps, and then a view. | One of them leans. | Princesses were kept in it.
bridge | It brings two sides together. | One drops things from it and looks. | Trolls live below.

ghost | It does not use the door. | Heard more often than seen. | It stays on after its time.
vampire | It must be asked in. | Never seen at lunch. | It is careful about mirrors.

chess | Quiet people fight over it. | You think ahead. | It can take all evening.
draughts | Everybody is equal in it. | You jump when you must. | Old men play it in the park.

butter | It should not be too cold. | Cooks say: more of it. | It melts.
cheese | It gets better with age. | Some of it smells. | Mice are blamed for it.

owl | It works nights. | It is thought to be wise. | It can look behind itself.
bat | It sleeps the wrong way up. | It hears its way about. | Farmers like it in the barn.

garden | It is never finished. | One kneels in it. | It needs water in July.
forest | One gets lost in it. | It is older than the village. | You cannot see it for what stands in it.

guitar | Somebody always brings one to the fire. | Six of them, tightly drawn. | Three chords will do.
harp | Angels are said to like it. | It is taller than a child. | You embrace it, more or less.

carpet | It hides a good deal. | Nice under bare feet. | It was once thought to fly.
blanket | Two can fit under it. | One takes it to a picnic. | Small children drag it about.

judge | One stands up when this person comes in. | Has the last word. | Wears black to work.
referee | Everybody shouts at this person. | Runs all afternoon and never wins. | Has a whistle.

island | You need a boat. | Everybody there knows everybody. | One is asked what one would take along.
mountain | It was there first. | The air is thinner. | People go up because it is there.

pencil | It forgives mistakes. | It gets used up from one end. | Carpenters keep it behind the ear.
chalk | It leaves dust on your sleeve. | It can squeak. | The rain takes away what it said.

parrot | It repeats itself. | It outlives its owner. | Careful what you say near it.
peacock | It is vain, and with reason. | It drags its best behind it. | Its voice is a surprise.

soup | It is served first. | You blow on it. | Grandmothers cure colds with it.
stew | It takes all afternoon. | Better the second day. | Whatever was left went into it.

clock | It looks at you when you are late. | It has hands and no arms. | It goes round and gets nowhere.
calendar | It is out of date by winter. | People cross things off on it. | It hangs in the kitchen.

actor | Somebody else all evening. | Learns it by heart. | Lives on applause.
dancer | Sore feet. | Says it all without a word. | Retires young.

hotel | Somebody else makes the bed. | One hands in the key. | The little soaps go missing.
tent | The ground is never quite flat. | One poke, and it leaks. | You take it with you when you go.

gold | People have crossed deserts for it. | It does not rust. | A ring may be of it.
silver | It needs polish before guests come. | It is for those who come second. | Spoons may be of it.

spider | It waits in a corner. | It is good at knots. | Most people scream first.
ant | It is never alone at a picnic. | It carries more than it weighs. | It walks in line.
`;

function readWord(line = ''): DealtWord {
  const [word = '', ...hints] = line.split(' | ');
  return { word, hints };
}

export const WORD_PAIRS: readonly (readonly [DealtWord, DealtWord])[] = TABLE.trim()
  .split('\n\n')
  .map((pair) => pair.split('\n'))
  .map(([main, odd]) => [readWord(main), readWord(odd)]);

/** Hints that are true of almost anything: for custom words, and when the others are used up. */
export const VAGUE_HINTS: readonly string[] = [
  'You would miss it if there were none.',
  'My grandmother had an opinion about it.',
  'It is not what it used to be.',
  'Everybody here has met with it at least once.',
  'I would not want too much of it.',
  'It depends very much on the day.',
  'There are people who cannot do without.',
  'One notices it more in winter.',
  'I have paid good money for less.',
  'You know it when it is in front of you.',
  'There are books about it, and most of them are dull.',
  'I should not like to explain it to a child.',
  'It can be had large and it can be had small.',
  'Some like it, some pretend to.',
  'It has been known to start an argument.',
  'I thought of it only this week.',
];
