/** Most of an answer to `score` that is read, in characters. */
const MAX_READ = 800;

const POSSIBLE =
  /(-?\d+)(?: points?| marks?)?[,.]?\s*[([]?\s*(?:out\s+of|of|from|\/)\s*(?:a |the )?(?:possible |total |maximum |max |grand )?(?:total |score |maximum )?(?:of )?(?:a possible )?(\d+)\b/i;
const TOTAL =
  /(-?\d+)(?: points?)?\s*[([,]\s*(?:total|maximum|max|possible)(?: score)?(?: of| is|:)?\s*(\d+)/i;
const MAXIMUM = /\b(?:maximum|possible)(?: score| total)?(?: is| of|:)?\s*(\d+)/i;
const ALONE = /\b(?:scor(?:e|ed)|points?)\b[^.\d-]{0,60}?(-?\d+)|(-?\d+) points?\b/i;

/**
 * Reads what a story answers to `score`: `You have so far scored 36 out of a possible 350, in 1 turn` and its like.
 * A part that is not said is null.
 */
export function readScoreText(text: string): { score: number | null; maximum: number | null } {
  const flat = text.slice(0, MAX_READ).replace(/\s+/g, ' ').replaceAll('−', '-');
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
