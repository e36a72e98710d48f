/** An entity's base letter: `&eacute;` is an e with something on it. */
const ACCENTED = /&([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|caron|slash|macr|breve|ogon);/gi;
const NAMED = /&(?:nbsp|ensp|emsp|thinsp);/gi;
const UNSEEN = /&(?:shy|zwj|zwnj|zerowidthspace);/gi;
/** `&#99;`, `&#x63;`, the semicolon forgotten or not. */
const NUMBERED = /&#(?:x([0-9a-f]{1,6})|([0-9]{1,7}));?/gi;
/** `\u0063`, `\u{63}`, `\x63`, with any number of backslashes; and the ones that stand for white space. */
const BACKSLASHED = /(?<!\\)\\+(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|[bfnrtv])/gi;
/** A run of escaped bytes, together UTF-8: `%63`, `%C3%A9`. */
const PERCENTED = /(?:%[0-9a-f]{2})+/gi;

/** Tags that part what stands on their two sides, as opposed to `<b>`. */
const PARTING = /<\/?(?:br|hr|p|div|li|ul|ol|td|tr|th|h[1-6])\b[^<>]{0,200}>/gi;
const MARKUP =
  /<[!/?]?[a-z-][^<>]{0,200}>|\[\/?(?:[bius]|em|strong|su[bp]|code|quote|colou?r|size|font|url|center)(?:=[^[\]]{0,200})?\]|\]\([^()\s]{0,200}\)/gi;
/** `myTeaCup`. */
const HUMP = /(?<=\p{Ll})(?=\p{Lu})/gu;

/**
 * The ways to read a text, the text itself first: with escapes undone that somebody left in (`\\ncoffee`,
 * `&#99;offee`, `%63offee`), with the markup taken out of its words (`<b>cof</b>fee`), with compound names taken apart
 * (`myTeaCup`). At most four of them, none longer than twice the text.
 */
export function readings(text: string): string[] {
  const bare = undoEscapes(undoEscapes(text));
  const plain = /[<[\]]/.test(bare) ? bare.replace(PARTING, ' ').replace(MARKUP, '') : bare;
  return [...new Set([text, bare, plain, plain.replace(HUMP, ' ')])];
}

function undoEscapes(text: string): string {
  let out = text;
  if (out.includes('\\')) {
    out = out.replace(BACKSLASHED, (_, braced?: string, unit?: string, byte?: string) => {
      const code = braced ?? unit ?? byte;
      return code === undefined ? ' ' : toCharacter(Number.parseInt(code, 16));
    });
  }
  if (out.includes('&')) {
    out = out
      .replace(NUMBERED, (_, hex?: string, decimal?: string) =>
        toCharacter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)),
      )
      .replace(ACCENTED, '$1')
      .replace(NAMED, ' ')
      .replace(UNSEEN, '')
      .replace(/&amp;/gi, '&');
  }
  return out.includes('%') ? out.replace(PERCENTED, readBytes) : out;
}

const toCharacter = (code: number): string => (code > 0x10ffff ? ' ' : String.fromCodePoint(code));

function readBytes(run: string): string {
  const bytes = run
    .slice(1)
    .split('%')
    .map((byte) => Number.parseInt(byte, 16));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
