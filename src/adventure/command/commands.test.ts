import { describe, expect, it } from 'vitest';
import { cleanAction, MAX_COMMAND } from './commands';

const SENT: [string, string[]][] = [
  ['NORTH.', ['north']],
  ['  Look  ', ['look']],
  ['open   the\tmailbox', ['open the mailbox']],
  ['take lamp!', ['take lamp']],
  ['what is a grue?', ['what is a grue']],
  ['take lamp...', ['take lamp']],
  ['"north"', ['north']],
  ["'open mailbox'", ['open mailbox']],
  ['“open mailbox”', ['open mailbox']],
  ['`go north`', ['go north']],
  ['"north', ['north']],
  ['north"', ['north']],
  ['**take lamp**', ['take lamp']],
  ['*take lamp*', ['take lamp']],
  ['```\nnorth\n```', ['north']],
  ['```text\nopen door\n```', ['open door']],
  ['```north```', ['north']],
  ['```north\n```', ['north']],
  ['~~~\r\nlook\r\n~~~', ['look']],
  ['> examine lamp', ['examine lamp']],
  ['>examine lamp', ['examine lamp']],
  ['Action: take lamp', ['take lamp']],
  ['**Action:** take lamp', ['take lamp']],
  ['COMMAND: "TAKE LAMP."', ['take lamp']],
  ['Action:\ntake lamp', ['take lamp']],
  ['My next action: wait', ['wait']],
  ['- north', ['north']],
  ['1. take lamp', ['take lamp']],
  ['1', ['1']],
  ['[look]', ['look']],
  ['<look>', ['look']],
  ['take lamp\ngo north', ['take lamp']],
  ['\n\n  north\n', ['north']],
  ['no\u0000rth\u001b[31m', ['north']],
  ['\u202enorth', ['north']],
  ['north', ['north']],
  ['', ['look']],
  [' \n ', ['look']],
  ['...', ['look']],
  ['""', ['look']],
  ['```\n```', ['look']],
  ['open mailbox, read leaflet', ['open mailbox', 'read leaflet']],
  ['take lamp, take sword, light lamp', ['take lamp', 'take sword', 'light lamp']],
  ['take lamp, and open door', ['take lamp', 'open door']],
  ['take lamp and open door', ['take lamp', 'open door']],
  ['open door then look', ['open door', 'look']],
  ['open door, then look', ['open door', 'look']],
  ['open door. look', ['open door', 'look']],
  ['open door.look', ['open door', 'look']],
  ['open door; look', ['open door', 'look']],
  ['wait, wait, wait', ['wait', 'wait', 'wait']],
  ['look, inventory', ['look', 'inventory']],
  ['"take lamp", "open door"', ['take lamp', 'open door']],
  ['["take lamp", "open door"]', ['take lamp', 'open door']],
  ['say "hello. sailor", open door', ['say "hello. sailor"', 'open door']],
  ['robot, go north. look', ['robot, go north', 'look']],
  ['take lamp, sword', ['take lamp, sword']],
  ['take lamp, sword and rope', ['take lamp, sword and rope']],
  ['take lamp and sword', ['take lamp and sword']],
  ['take book, light', ['take book, light']],
  ['take key, lock', ['take key, lock']],
  ['put bell and light in box', ['put bell and light in box']],
  ['drop all, except lamp', ['drop all, except lamp']],
  ['say "hello, sailor"', ['say "hello, sailor"']],
  ['say hello, sailor', ['say hello, sailor']],
  ['"say "hello, sailor""', ['say "hello, sailor"']],
  ['robot, go north', ['robot, go north']],
  ['robot, n', ['robot, n']],
  ['old man, give me the axe', ['old man, give me the axe']],
  ['examine mr. smith', ['examine mr smith']],
  ['set dial to 3.5', ['set dial to 3.5']],
  ['look up and down', ['look up and down']],
  ["examine dwarf's axe", ["examine dwarf's axe"]],
  ['n.e.', ['n.e']],
];

describe('an action', () => {
  it.each(SENT)('%j is typed as %j', (raw, commands) =>
    expect(cleanAction(raw)).toMatchObject({ commands, refused: null }),
  );

  it.each([
    'north, take lamp',
    'take lamp, north',
    'take lamp, sword, north',
    'take lamp, go north',
    'take lamp and go north',
    'go north and take lamp',
    'open door then enter house',
    'open door. n',
    'n. e.',
    'n, n, n',
    'take lamp, take sword, take rope, open box, read book, look, wait, west',
    'open window, climb tree',
    'north; look',
  ])('%j is refused whole: a movement stands in a list', (raw) => {
    const { commands, refused } = cleanAction(raw);
    expect(commands).toEqual([]);
    expect(refused).toContain('a movement must be the only command');
  });

  it('says nothing of case, spacing and closing punctuation', () => {
    expect(cleanAction(' NORTH. ').cleaned).toEqual([]);
    expect(cleanAction('take  lamp!').cleaned).toEqual([]);
  });

  it('says what it took off, left out, cut and made up', () => {
    expect(cleanAction('Action: north').cleaned).toEqual(['took off what stood around the command']);
    expect(cleanAction('take lamp\ngo north').cleaned).toEqual([
      'only the first line counts: left out "go north"',
    ]);
    expect(cleanAction('').cleaned).toEqual(['nothing was given: look']);
    expect(cleanAction('open box, look').cleaned).toEqual(['sent as 2 commands']);
    expect(cleanAction(`say ${'very '.repeat(60)}much`).cleaned).toEqual([
      `cut to ${MAX_COMMAND} characters`,
    ]);
  });

  it('is five commands at most, and says which were left out', () => {
    const { commands, cleaned } = cleanAction('look, wait, open box, close box, wait, read book, jump');
    expect(commands).toEqual(['look', 'wait', 'open box', 'close box', 'wait']);
    expect(cleaned).toContain('left out after 5 commands: "read book, jump"');
  });

  it('is cut to what a story takes, without half a character', () => {
    for (const raw of [`say ${'x'.repeat(5_000)}`, `say ${'😀'.repeat(500)}`, `say a${'😀'.repeat(500)}`]) {
      const [command = ''] = cleanAction(raw).commands;
      expect(command.length).toBeLessThanOrEqual(MAX_COMMAND);
      expect(command.isWellFormed()).toBe(true);
    }
  });

  it('is never empty, never long and never of several lines, whatever it was', () => {
    const pieces = [
      'north',
      '"',
      "'",
      '`',
      '```',
      ', ',
      '. ',
      '\n',
      '>',
      'take lamp',
      ' and ',
      ':',
      '(',
      '*',
      '\u0001',
    ];
    let seed = 7;
    for (let i = 0; i < 2_000; i++) {
      let raw = '';
      for (let n = 0; n < 1 + (i % 9); n++) {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
        raw += pieces[seed % pieces.length];
      }
      const { commands, refused } = cleanAction(raw);
      expect(commands.length === 0).toBe(refused !== null);
      for (const command of commands) expect(command, JSON.stringify(raw)).toMatch(/^[^\n]{1,120}$/);
    }
  });

  it('is cleaned in no time, however it is made', () => {
    for (const piece of ['"(', '>', ', ', '. ', '```\n', "'", ' and ', '((((', '!? ']) {
      expect(cleanAction(piece.repeat(200_000)).commands.length).toBeLessThanOrEqual(5);
    }
  });
});
