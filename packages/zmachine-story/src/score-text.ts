const MAX_READ = 800;

const POSSIBLE =
  /(-?\d+)(?: points?| marks?)?[,.]?\s*[([]?\s*(?:out\s+of|of|from|\/)\s*(?:a |the )?(?:possible |total |maximum |max |grand )?(?:total |score |maximum )?(?:of )?(?:a possible )?(\d+)\b/i;
const TOTAL =
  /(-?\d+)(?: points?)?\s*[([,]\s*(?:total|maximum|max|possible)(?: score)?(?: of| is|:)?\s*(\d+)/i;
const MAXIMUM = /\b(?:maximum|possible)(?: score| total)?(?: is| of|:)?\s*(\d+)/i;
const ALONE = /\b(?:scor(?:e|ed)|points?)\b[^.\d-]{0,60}?(-?\d+)|(-?\d+) points?\b/i;

/**
 * Parses a reply to `score`: `You have so far scored 36 out of a possible 350, in 1 turn` and variants. Missing parts
 * are null.
 */
export function readScoreText(text: string): { score: number | null; maximum: number | null } {
  const flat = toDigits(text.slice(0, MAX_READ).replace(/\s+/g, ' ').replaceAll('−', '-'));
  const pair = POSSIBLE.exec(flat) ?? TOTAL.exec(flat);
  if (pair) return { score: Number(pair[1]), maximum: Number(pair[2]) };
  if (/\b(?:no|isn't any|is not any|without) scor(?:e|ing)\b/i.test(flat))
    return { score: null, maximum: null };
  const alone = ALONE.exec(flat);
  const maximum = MAXIMUM.exec(flat);
  const score = alone?.[1] ?? alone?.[2];
  return {
    score: score === undefined ? null : Number(score),
    maximum: maximum ? Number(maximum[1]) : null,
  };
}

const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const WORD = `(?:${[...UNITS, ...TENS, 'hundred', 'thousand'].join('|')})`;
const NUMBER = new RegExp(`\\b(minus )?(${WORD}(?:(?: and |[ -])${WORD})*)\\b`, 'gi');

/** Replaces number words by digits: `minus twenty-five` becomes `-25`. */
function toDigits(text: string): string {
  return text.replace(NUMBER, (_, sign: string | undefined, words: string) => {
    let [sum, part] = [0, 0];
    for (const word of words.toLowerCase().split(/ and |[ -]/)) {
      const tens = TENS.indexOf(word);
      if (word === 'thousand') [sum, part] = [sum + Math.max(part, 1) * 1000, 0];
      else if (word === 'hundred') part = Math.max(part, 1) * 100;
      else part += tens >= 0 ? 20 + 10 * tens : UNITS.indexOf(word);
    }
    return `${sign ? '-' : ''}${sum + part}`;
  });
}
