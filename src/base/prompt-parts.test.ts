import { expect, test } from 'vitest';
import { cutPrompt } from './prompt-parts';

test('a prompt is cut at its titles, and what stands before the first has none', () =>
  expect(cutPrompt('You are Mara.\n\n# Scenario\nA kitchen.\n\n# Players\n## Ada\n- curious\n')).toEqual([
    { title: '', body: 'You are Mara.' },
    { title: 'Scenario', body: 'A kitchen.' },
    { title: 'Players', body: '## Ada\n- curious' },
  ]));

test('a title inside a line, or without words, is no title', () =>
  expect(cutPrompt('He is # 1 here\n#hash\n# \nend')).toEqual([
    { title: '', body: 'He is # 1 here\n#hash\n# \nend' },
  ]));

test('a title with nothing below it is shown, and an empty text has nothing to show', () => {
  expect(cutPrompt('# Lore')).toEqual([{ title: 'Lore', body: '' }]);
  expect(cutPrompt(' \n')).toEqual([]);
});

test('the form of the answer is a part of its own', () =>
  expect(cutPrompt('# Now\nAda speaks.\n\nOUTPUT FORMAT\nReply with one object.\nOUTPUT FORMATS')).toEqual([
    { title: 'Now', body: 'Ada speaks.' },
    { title: 'OUTPUT FORMAT', body: 'Reply with one object.\nOUTPUT FORMATS' },
  ]));
