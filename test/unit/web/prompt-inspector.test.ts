import { describe, expect, it, test } from 'vitest';
import type { Message } from '../../../src/contract/calls';
import type { PromptUse } from '../../../src/contract/context';
import { groupPrompt } from '../../../web/src/calls/prompt-groups';
import {
  callAgent,
  callCheck,
  describePartLoss,
  describeReading,
  listLosses,
} from '../../../web/src/calls/prompt-losses';

const USE: PromptUse = {
  ...{ window: 4000, reserve: 800, fixed: 900, fixedCut: true, total: 2000 },
  sections: {
    history: { share: 500, tokens: 400, entries: 12, dropped: 0, cut: false },
    memories: { share: 300, tokens: 290, entries: 3, dropped: 2, cut: false },
    notes: { share: 100, tokens: 100, entries: 2, dropped: 0, cut: true },
  },
  unsearched: ['The bridge'],
};

describe('the inspector of a prompt', () => {
  const chat: Message[] = [
    { role: 'system', content: 'Rules.\n\n# Cast\nAda' },
    {
      role: 'user',
      content: '# Conversation\nBo: Hm.\n\n# Your role\nYou are Ada.\n\n# Conversation, continued\nBo: Late.',
    },
    { role: 'assistant', content: 'As ever.' },
    { role: 'user', content: 'Bo: Who is there?\n\n# Lore\n| The bridge.\n\n# Now\nAda speaks.' },
  ];

  it('shows a chat as system, older conversation and part, turns and last message', () => {
    const parts = [
      { message: 0, title: '', tokens: 3 },
      { message: 0, title: 'Cast', tokens: 4 },
      { message: 1, title: 'Conversation', tokens: 5 },
      { message: 3, title: '', tokens: 6 },
      { message: 3, title: 'Lore', tokens: 7 },
      { message: 3, title: 'Now', tokens: 8 },
    ];
    const groups = groupPrompt({ messages: chat, parts });
    expect(groups.map(({ name, isTurns, tokens }) => [name, isTurns, tokens])).toEqual([
      ['System', false, 7],
      ['Earlier conversation, and parts', false, 5],
      ['Turns', true, 0],
      ['Last message', false, 21],
    ]);
    expect(groups[3]?.messages[0]?.parts).toEqual([
      { type: 'text', title: '', body: 'Bo: Who is there?', tokens: 6 },
      { type: 'text', title: 'Lore', body: '| The bridge.', tokens: 7 },
      { type: 'text', title: 'Now', body: 'Ada speaks.', tokens: 8 },
    ]);
  });

  it('shows a prompt of two messages as these, pictures among their parts', () => {
    const messages: Message[] = [
      { role: 'system', content: 'Play.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'The board:' },
          { type: 'frame', label: 'now', cells: '01' },
          { type: 'text', text: 'Go on.' },
        ],
      },
    ];
    const parts = [
      { message: 0, title: '', tokens: 1 },
      { message: 1, title: '', tokens: 2 },
      { message: 1, title: '', tokens: 3 },
    ];
    const groups = groupPrompt({ messages, parts });
    expect(groups.map(({ name }) => name)).toEqual(['System', 'Message']);
    expect(
      groups[1]?.messages[0]?.parts.map((part) => (part.type === 'text' ? part.tokens : part.label)),
    ).toEqual([2, 'now', 3]);
  });

  it('takes the turns of a small prompt from the second message on', () => {
    const messages: Message[] = [
      { role: 'system', content: 'You are Ada.' },
      { role: 'user', content: 'Bo: Late.' },
      { role: 'assistant', content: 'As ever.' },
      { role: 'user', content: 'Bo: Who is there?' },
    ];
    const groups = groupPrompt({ messages, parts: [] });
    expect(groups.map(({ name, messages: { length } }) => [name, length])).toEqual([
      ['System', 1],
      ['Turns', 2],
      ['Last message', 1],
    ]);
  });
});

test('what was left out is said in words, in all and at its part', () => {
  expect(listLosses(USE)).toEqual([
    'Memories: 3 of 5',
    'Scenario and notes: shortened',
    'Rules, cards or current state: shortened',
    'Lore not fully searched: The bridge',
  ]);
  expect(describePartLoss('What you remember', USE)).toBe('3 of 5');
  expect(describePartLoss('Lore', USE)).toBe('');
  expect(describePartLoss('toString', USE)).toBe('');
  expect(describePartLoss('Lore', null)).toBe('');
});

test('a call finds the record of its agent, or of its fallback', () => {
  const check = {
    call: 2,
    status: 'answered',
    rung: 'repaired',
    problems: [],
    repairs: ['removed_code_fence'],
    cut: ['ownName'],
  };
  const own = { step: 'character.1:ada', checks: [check] };
  const fallback = { step: 'character.1:ada/fallback' };
  const round = { record: { agents: [own, 7, fallback] } };
  const agent = callAgent(round, 'character.1:ada/2');
  expect(agent).toEqual(own);
  expect(callAgent(round, 'character.1:ada/fallback/1')).toEqual(fallback);
  expect(callAgent(round, 'director.1/1')).toBe(null);
  expect(callAgent({ record: null }, 'director.1/1')).toBe(null);
  expect(callCheck(agent, 1)).toBe(null);
  const readCheck = callCheck(agent, 2);
  expect(readCheck && describeReading(readCheck)).toEqual([
    'Repairs: removed code fence.',
    'Removed: its own name before the line.',
  ]);
});
