import { expect, it } from 'vitest';
import { readDraft } from '../../../web/src/scene/composer/use-draft';

it('brings a whisper back as a whisper, and what it can’t read as nothing', () => {
  const whisper = { text: 'the key', mode: 'whisper' as const, to: ['character:mara'] };
  expect(readDraft(JSON.stringify(whisper))).toEqual(whisper);
  expect(readDraft('not json')).toEqual({ text: '', mode: 'say', to: [] });
  expect(readDraft('{"text":1,"mode":"shout","to":"x"}')).toEqual({ text: '', mode: 'say', to: [] });
});
