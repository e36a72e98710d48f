import { describe, expect, it } from 'vitest';
import { makeStoryPlayer } from '../../../test/support/adventure-run';
import { HOSTILE } from '../../../test/support/hostile-stories';
import { playBanner, readBanner } from './banner';

const read = (...lines: string[]) => readBanner(lines.join('\n'), { serial: '990101', release: 3 });
const END = 'Release 3 / Serial number 990101 / Inform v6.21 Library 6/10';

describe('the banner of a story', () => {
  it.each([
    [['Long ago.', '', 'THE WELL', 'An Interactive Fiction by Ann Lee', END], 'THE WELL', 'Ann Lee'],
    [
      ['THE WELL: A Tale', 'Copyright (c) 1981, 1982 Wells, Inc. All rights reserved.', END],
      'THE WELL: A Tale',
      // Companies are not authors.
      null,
    ],
    [['The Well', 'Copyright 1998 (C) A. B. Lee.  All Rights Reserved.', END], 'The Well', 'A. B. Lee'],
    [
      ['The Well', 'By Ann Lee (1976) and Bo Fox (1977)', 'Ported by Cy Day', '', END],
      'The Well',
      'Ann Lee and Bo Fox',
    ],
    [['The Well', 'And What Was In It', END], 'The Well', null],
    [['THE WELL:  INTERLOGIC Mystery', 'Copyright (c) 1983 by Wells, Inc.', END], 'THE WELL', null],
    [['The Well', 'Copyright 1983 by Wells, Inc.', 'Written by Ann Lee', END], 'The Well', 'Ann Lee'],
    [
      ['THE WELL', 'A Deep Adventure', '', 'All comments should go to Ann Lee at ann@lee.example', END],
      'THE WELL',
      'Ann Lee',
    ],
    [
      [
        'Welcome!',
        '',
        'The Well',
        'An adventure game by Ann B. Lee (Well University, 1982)',
        '',
        'You are here.',
      ],
      'The Well',
      'Ann B. Lee',
    ],
    [['THE WELL', '', 'An Interactive Tale', '(c) 1996, by D.S. Yu.', END], 'THE WELL', 'D.S. Yu'],
  ])('tells title and author: %j', (lines, title, author) =>
    expect(read(...lines)).toEqual({ title, author }),
  );

  it.each([
    ['no banner', ['You are in a well.']],
    ['the banner of another story', ['THE WELL', 'Release 1 / Serial number 800101']],
    ['that of one with its kind', ['THE WELL', 'A story by Ann Lee', 'Release 1 / Serial number 800101']],
    ['a sentence over a line', ['You read aloud.', 'A story by Ann Lee']],
    ['a copyright alone', ['Copyright (c) 1984 by Wells, Inc.', END]],
    ['prose where a title would be', [`It was ${'very '.repeat(30)}dark.`, END]],
  ])('tells nothing of %s', (_, lines) => expect(read(...lines)).toEqual({ title: null, author: null }));

  it('is found by playing a story to its first command', async () => {
    const { story } = await makeStoryPlayer();
    expect(playBanner(story)).toMatchObject({ title: 'THE TIDE MILL' });
  });

  it.each(HOSTILE)('of a hostile story tells nothing, and nothing throws: $name', async ({ file }) => {
    const { story } = await makeStoryPlayer(file);
    expect(playBanner(story)).toEqual({ title: null, author: null });
  });
});
