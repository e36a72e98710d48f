import { describe, expect, it } from 'vitest';
import { readExchanges, readVoice, writeVoice } from './cards';

describe('the voice in the examples of a card', () => {
  it('is what the character says, and not what the player says', () => {
    const examples =
      '<START>\n{{user}}: Hello?\nAnyone?\n{{char}}: Here.\n<start>\n<BOT>: Again.\n<USER>: No.';
    expect(readVoice(examples, 'Ada')).toEqual(['Here.', 'Again.']);
  });

  it('may be labelled with the name or the nickname', () => {
    expect(readVoice('Lamp: Here.\n<char>: Still.\nAda: Me.', 'Ada', 'Lamp')).toEqual([
      'Here.',
      'Still.',
      'Me.',
    ]);
    expect(readVoice('ADA: Here.\n{{user}}: Who?\nAda: Me.', 'Ada')).toEqual(['Here.', 'Me.']);
  });

  it('goes on over lines until another speaks', () =>
    expect(readVoice('{{char}}: One.\nNote: two.\n{{user}}: x', 'Ada')).toEqual(['One.\nNote: two.']));

  it('is the whole block where nobody is named', () =>
    expect(readVoice('<START>\nShe hums.\n<START>\n', 'Ada')).toEqual(['She hums.']));

  it('comes back from examples as it went in', () => {
    const voice = ['Here.', 'Two\nlines.'];
    expect(readVoice(writeVoice(voice), 'Ada')).toEqual(voice);
  });

  it('stands in whole exchanges', () => {
    const examples = 'Before.\n<START>\n{{user}}: Hello?\n{{char}}: Here.\n<start>\n\n<START>She hums.';
    expect(readExchanges(examples)).toEqual(['Before.', '{{user}}: Hello?\n{{char}}: Here.', 'She hums.']);
  });

  it('is bounded', () => {
    const voice = readVoice(`{{char}}: ${'x'.repeat(5000)}\n`.repeat(100), 'Ada');
    expect([voice.length, voice[0]?.length]).toEqual([40, 2000]);
  });
});
