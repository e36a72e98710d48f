/** Scripts without spaces, so words have no boundaries. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const INVISIBLE = /[\p{M}\p{Cf}\u115f\u1160\u3164]/gu;
/**
 * Regional indicators and the white-on-black letters that NFKD does not change; each block is alphabetical.
 */
const SIGN_LETTERS = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const SIGN_STARTS = [0x1f1e6, 0x1f170, 0x1f150] as const;

/** Letters that look like Latin ones, and letters that NFKD does not decompose. */
const LOOKALIKE = readPairs(
  'аa вb сc ԁd еe һh іi јj кk мm нh оo рp ѕs тt уy хx αa εe ιi κk νv οo ρp τt υu χx ıi ßss æae œoe øo đd ðd łl þth ħh ɑa ɡg ɩi ƒf ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz',
);

export function fold(text: string): string {
  // Remove marks first: NFKD takes quadratic time to sort a long run of them.
  const bare = text.replace(INVISIBLE, '').normalize('NFKD').replace(INVISIBLE, '').toLowerCase();
  return bare
    .replace(INVISIBLE, '')
    .replace(SIGN_LETTERS, readSign)
    .replace(/[\u0080-\uffff]/g, (letter) => LOOKALIKE.get(letter) ?? letter);
}

function readSign(sign: string): string {
  const code = sign.codePointAt(0) ?? 0;
  const start = SIGN_STARTS.find((first) => code >= first) ?? code;
  return String.fromCharCode(0x61 + code - start);
}

/** Parses `0o 1i`: each character followed by its replacement. */
export function readPairs(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));
}
