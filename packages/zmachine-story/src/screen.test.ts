import { describe, expect, it } from 'vitest';
import { buildStory } from '../../../test/support/hostile-stories';
import { openPlayer } from '../../../test/support/play-story';
import { blankScreen, openScreen, type Screen } from './screen';

function draw(screen: Screen, lines: readonly string[]): void {
  screen.select(1);
  for (const [i, line] of lines.entries()) {
    screen.moveCursor(i + 1, 1);
    screen.print(line);
  }
  screen.select(0);
}

function openWithStatus(): Screen {
  const screen = openScreen(blankScreen());
  screen.split(1);
  draw(screen, ['Attic']);
  screen.takeText();
  return screen;
}

describe('an upper window that shrinks', () => {
  it('leaves a quotation for which it grew, before the prompt', () => {
    const screen = openWithStatus();
    screen.print('You hear a voice.\n\n>');
    screen.split(4);
    draw(screen, ['Attic', '', '  Nine times she waved', '  the wimple round.']);
    screen.split(1);
    expect(screen.takeText()).toBe('You hear a voice.\n\n  Nine times she waved\n  the wimple round.\n\n>');
  });

  it('leaves nothing of the status, however it is drawn again', () => {
    const screen = openWithStatus();
    screen.split(3);
    draw(screen, ['Attic', 'Score: 3', 'Exits: s']);
    screen.takeText();
    draw(screen, ['Cellar', 'Score: 4', 'Exits: n']);
    screen.print('Down you go.\n\n>');
    screen.split(1);
    expect(screen.takeText()).toBe('Down you go.\n\n>');
    draw(screen, ['Hall']);
    screen.print('Up.\n\n>');
    screen.split(0);
    expect(screen.takeText()).toBe('Up.\n\n>');
  });

  it('leaves a quotation where it stood in the text, when the story goes on', () => {
    const screen = openWithStatus();
    screen.print('It begins.\n');
    screen.split(3);
    draw(screen, ['Attic', '', 'A motto.']);
    screen.split(1);
    screen.print('You wake up.\n\n>');
    expect(screen.takeText()).toBe('It begins.\n\nA motto.\nYou wake up.\n\n>');
  });
});

it('a prompt is no part of the text, even when the screen is cleared behind it', async () => {
  // `print` of "aaa", a new line, ">", `erase_window` of the lower window, `read_char`.
  const code = [0xb2, 0x98, 0xc6, 0xbb, 0xe5, 0x7f, 0x3e, 0xed, 0x7f, 0, 0xf6, 0x7f, 1, 17, 0xba];
  const player = await openPlayer(buildStory({ version: 5, code: () => code }));
  expect(player.start('seed')).toMatchObject({ text: 'aaa', awaits: 'key' });
});
