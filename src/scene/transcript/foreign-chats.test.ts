import { describe, expect, it } from 'vitest';
import { decodeText } from '../../base/decode-text';
import { readChatFile } from './chat-file';

function read(value: unknown, name?: string) {
  const chat = readChatFile(typeof value === 'string' ? value : JSON.stringify(value, null, 1), name);
  if (!chat.ok) throw new Error(JSON.stringify(chat.failure));
  const { entries, ...rest } = chat.value;
  const said = entries.map(
    ({ by, name, text, isHidden }) => `${isHidden ? 'hidden ' : ''}${by} ${name}: ${text}`,
  );
  return { ...rest, entries, said };
}

describe('Oobabooga', () => {
  const pairs = [
    ['<|BEGIN-VISIBLE-CHAT|>', 'It\'s "late".'],
    ['Hi <you>', 'Come in.'],
  ];
  const page = [
    ['', 'It&#x27;s &quot;late&quot;.'],
    ['Hi &lt;you&gt;', 'Come in.'],
  ];
  const said = ['character Ada: It\'s "late".', 'player You: Hi <you>', 'character Ada: Come in.'];

  it.each([
    ['a history', { internal: pairs, visible: page }],
    ['an old history', { data: pairs, data_visible: page }],
    ['one with the page alone', { data_visible: page }],
  ])('%s is read in the words that were written', (_, file) => {
    const chat = read(file, 'Ada');
    expect(chat.said).toEqual(said);
    expect(chat.format).toBe('oobabooga');
  });

  it('keeps the versions of an answer as alternatives', () => {
    const metadata = {
      assistant_0: { versions: [{ content: 'One.' }, { content: 'Two.' }], current_version_index: 1 },
    };
    const { entries } = read({ internal: [['Hi', 'Two.']], visible: [['Hi', 'Two.']], metadata }, 'Ada');
    expect(entries[1]).toMatchObject({ text: 'Two.', alternatives: ['One.', 'Two.'], chosen: 1 });
  });
});

describe('Agnai', () => {
  const ada = (msg: string, more: object = {}) => ({ msg, characterId: 'c', handle: 'Ada', ...more });
  const rin = (msg: string, more: object = {}) => ({ msg, userId: 'u', handle: 'Rin', ...more });

  it('is read with its people, retries and times', () => {
    const messages = [ada('Hello.', { retries: ['Ho.'], createdAt: '2024-01-02T03:04:05.000Z' }), rin('Hi.')];
    const chat = read({ name: 'At dawn', greeting: '', sampleChat: '', scenario: 'A bakery.', messages });
    expect(chat.said).toEqual(['character Ada: Hello.', 'player Rin: Hi.']);
    expect(chat).toMatchObject({ format: 'agnai', title: 'At dawn', scenario: 'A bakery.' });
    expect(chat.entries[0]).toMatchObject({
      alternatives: ['Hello.', 'Ho.'],
      at: '2024-01-02T03:04:05.000Z',
    });
  });

  it('is read along its branch, without pictures; an event that is hidden stays so', () => {
    const messages = [
      ada('One.', { _id: '1' }),
      rin('Two.', { _id: '2', parent: '1' }),
      rin('Other.', { _id: '3', parent: '1' }),
      ada('data:', { _id: '4', parent: '2', adapter: 'image' }),
      ada('A storm comes.', { _id: '5', parent: '4', event: 'hidden' }),
    ];
    const chat = read({ messages, treeLeafId: '5' });
    expect(chat.said).toEqual([
      'character Ada: One.',
      'player Rin: Two.',
      'hidden narrator Ada: A storm comes.',
    ]);
    expect(chat.notUsed).toMatchObject([{ count: 2 }]);
  });
});

describe('RisuAI', () => {
  const chat = {
    ...{ name: 'Dawn', note: 'Slowly.', localLore: [{}] },
    message: [
      { role: 'char', data: 'Old.' },
      { role: 'user', data: 'Off.', disabled: true },
      { role: 'user', data: 'Hi.', time: 1_700_000_000_000 },
      { role: 'char', data: '<Thoughts>hm</Thoughts>\nHello.', generationInfo: { model: 'm' } },
      { role: 'char', data: 'A remark.', isComment: true },
    ],
  };

  it('is read; what it does not send to the model stays hidden', () => {
    const file = read({ type: 'risuChat', ver: 2, data: chat }, 'Ada');
    expect(file.said).toEqual([
      'character Ada: Old.',
      'hidden player You: Off.',
      'player You: Hi.',
      'character Ada: Hello.',
      'hidden narrator Narrator: A remark.',
    ]);
    expect(file).toMatchObject({ format: 'risuai', title: 'Dawn', note: 'Slowly.' });
    expect(file.entries[3]?.answerer).toEqual({ provider: 'import', model: 'm' });
    expect(file.notUsed.map(({ count }) => count)).toEqual([1, 1]);
  });

  it('hides everything before a mark, and names chats that it leaves out', () => {
    const marked = chat.message.with(2, { role: 'user', data: 'Hi.', disabled: 'allBefore' } as never);
    const file = read({ type: 'risuAllChats', ver: 2, data: [{ ...chat, message: marked }, chat] }, 'Ada');
    expect(file.said.slice(0, 4)).toEqual([
      'hidden character Ada: Old.',
      'hidden player You: Off.',
      'hidden player You: Hi.',
      'character Ada: Hello.',
    ]);
    expect(file.notUsed).toContainEqual(
      expect.objectContaining({ what: 'other chats of the file', count: 1 }),
    );
  });
});

describe('KoboldAI', () => {
  const settings = { chatname: 'Rin', chatopponent: 'Ada||$||Bo' };
  const said = ['character Ada: Hello.', 'player Rin: Hi.', 'character Ada: Come in.'];

  it.each([
    ['placeholders', {}, 'Hello.', ['{{[INPUT]}}Hi.{{[INPUT_END]}}{{[OUTPUT]}}', 'Come in.{{[OUTPUT_END]}}']],
    [
      'tags of the instruct mode',
      { opmode: 4, instruct_starttag: '\n### Instruction:\n', instruct_endtag: '\n### Response:\n' },
      'Hello.',
      ['\n### Instruction:\nHi.\n### Response:\n', 'Come in.'],
    ],
    ['names of the chat mode', { opmode: 3 }, '\nAda: Hello.', ['\nRin: Hi.\nAda:', ' Come in.']],
    ['rows of the adventure mode', { opmode: 2 }, 'Hello.', ['\n\n> Hi.\n', '\nCome in.']],
  ])('is read by its %s', (_, mode, prompt, actions) => {
    const savedsettings = { ...settings, ...mode };
    const file = read({ gamestarted: true, prompt, actions, memory: 'An inn.', savedsettings });
    expect(file.said).toEqual(said);
    expect(file).toMatchObject({ format: 'koboldai', note: 'An inn.' });
  });

  it('tells a story in pieces when nothing says who goes on', () => {
    const file = read({ prompt: 'One.', actions: [' Two.'], worldinfo: [{}] }, 'Ada');
    expect(file.said).toEqual(['character Ada: One.', 'character Ada: Two.']);
    expect(file.notUsed).toMatchObject([{ count: 1 }]);
  });
});

describe('CAI Tools', () => {
  it('is read with the names of those who speak', () => {
    const msgs = [
      { src: { is_human: false, name: 'Ada' }, text: 'Hello.' },
      { src: { is_human: true, name: 'Rin' }, text: 'Hi.' },
    ];
    const file = read({ histories: { histories: [{ msgs }, { msgs }] } });
    expect(file.said).toEqual(['character Ada: Hello.', 'player Rin: Hi.']);
    expect(file).toMatchObject({ format: 'cai-tools', notUsed: [{ count: 1 }] });
    expect(read({ histories: [{ msgs }] }).said).toEqual(file.said);
  });

  it('is read in the form of the new site: oldest turn first, wordings as alternatives', () => {
    const turns = [
      {
        author: { name: 'Ada', is_human: false },
        create_time: '2024-01-02T00:00:02Z',
        primary_candidate_id: 'b',
        candidates: [
          { candidate_id: 'a', raw_content: 'One.' },
          { candidate_id: 'b', raw_content: 'Two.' },
        ],
      },
      {
        author: { name: 'Rin', is_human: true },
        create_time: '2024-01-02T00:00:01Z',
        candidates: [{ raw_content: 'Hi.' }],
      },
    ];
    const file = read({ turns });
    expect(file.said).toEqual(['player Rin: Hi.', 'character Ada: Two.']);
    expect(file.entries[1]).toMatchObject({ alternatives: ['One.', 'Two.'], chosen: 1 });
  });
});

describe('a file in another encoding', () => {
  const text = JSON.stringify({ name: 'You', mes: 'Grüße' });
  const utf16 = (mark: string, isBig: boolean) => {
    const bytes = new Uint8Array(Buffer.from(mark + text, 'utf16le'));
    return isBig ? new Uint8Array(Buffer.from(bytes).swap16()) : bytes;
  };
  it.each([
    ['UTF-8 with a mark', new TextEncoder().encode(`\uFEFF${text}`)],
    ['UTF-16 LE', utf16('\uFEFF', false)],
    ['UTF-16 BE', utf16('\uFEFF', true)],
    ['UTF-16 LE without a mark', utf16('', false)],
    ['UTF-16 BE without a mark', utf16('', true)],
  ])('%s is read', (_, bytes) => expect(read(decodeText(bytes) ?? '').said).toEqual(['player You: Grüße']));
  it('that is no text is refused', () => expect(decodeText(Uint8Array.of(0x80, 0x81))).toBeNull());
});
