/** Scripts written without spaces, where a word has no edges to look for. */
export const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const INVISIBLE = /[\p{M}\p{Cf}\u115f\u1160\u3164]/gu;
/** Regional indicators, and the white-on-black letters that NFKD leaves as they are: all in alphabetical order. */
const SIGN_LETTERS = /[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}\u{1f1e6}-\u{1f1ff}]/gu;
const SIGN_STARTS = [0x1f1e6, 0x1f170, 0x1f150] as const;

/** Letters that look like Latin ones, and those that NFKD does not take apart. */
const LOOKALIKE = readPairs(
  'аa вb сc ԁd еe һh іi јj кk мm нh оo рp ѕs тt уy хx αa εe ιi κk νv οo ρp τt υu χx ıi ßss æae œoe øo đd ðd łl þth ħh ɑa ɡg ɩi ƒf ᴀa ʙb ᴄc ᴅd ᴇe ꜰf ɢg ʜh ɪi ᴊj ᴋk ʟl ᴍm ɴn ᴏo ᴘp ʀr ꜱs ᴛt ᴜu ᴠv ᴡw ʏy ᴢz',
);

/** Without case, marks, invisible characters and look-alikes. */
export function fold(text: string): string {
  // Marks go first: to put a long run of them in order takes NFKD the square of its length.
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

/** `0o 1i`: a character and what it stands for. */
export function readPairs(pairs: string): ReadonlyMap<string, string> {
  return new Map(pairs.split(' ').map((pair) => [pair.slice(0, 1), pair.slice(1)]));
}
