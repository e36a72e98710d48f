/** English words that say nothing about what a text is about. Folded, apostrophes left out. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are arent as at be because been before being but by can cant could couldnt did
  didnt do does doesnt doing dont for from had hadnt has hasnt have havent having he hed her here hers him his how i id
  if ill im in into is isnt it its ive just let lets me more most my no nor not now of off oh on once only or our ours
  out over own s same shall she shed should shouldnt so some such t than that thats the their them then there theres
  these they theyre this those through to too under until up us very was wasnt we well were werent what when where which
  while who whom why will with wont would wouldnt yes you youd your youre yours`.split(/\s+/),
);

export const isStopWord = (word: string): boolean => STOP_WORDS.has(word);
