import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findDraft, readDraft, writeDraft } from '../../../web/src/scene/composer/use-draft';

/** A browser's storage: its keys are properties, as `Object.keys` reads them. */
const makeStorage = () =>
  Object.create(
    {
      getItem(this: Record<string, string>, key: string) {
        return this[key] ?? null;
      },
      setItem(this: Record<string, string>, key: string, value: string) {
        this[key] = value;
      },
      removeItem(this: Record<string, string>, key: string) {
        delete this[key];
      },
    },
    {},
  ) as Storage;

it('brings a whisper back as a whisper, and what it can’t read as nothing', () => {
  const whisper = { text: 'the key', mode: 'whisper' as const, to: ['character:mara'] };
  expect(readDraft(JSON.stringify(whisper))).toEqual(whisper);
  expect(readDraft('not json')).toEqual({ text: '', mode: 'say', to: [] });
  expect(readDraft('{"text":1,"mode":"shout","to":"x"}')).toEqual({ text: '', mode: 'say', to: [] });
});

describe('the drafts of two tabs', () => {
  const PLACE = 'proscenium:draft:scn_1:ada:';
  const say = (text: string) => ({ text, mode: 'say' as const, to: [] });
  const tabs = [makeStorage(), makeStorage(), makeStorage()] as const;
  const open = (tab: number) => vi.stubGlobal('sessionStorage', tabs[tab]);
  const type = (text: string, copied = findDraft(PLACE)) => writeDraft(PLACE, say(text), copied);

  beforeEach(() => {
    vi.stubGlobal('localStorage', makeStorage());
    vi.useFakeTimers({ toFake: ['Date'] });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('do not overwrite each other, and a new tab restores the newest', () => {
    open(0);
    const empty = findDraft(PLACE);
    type('from the first', empty);
    vi.setSystemTime(Date.now() + 1000);
    open(1);
    type('from the second');
    expect(findDraft(PLACE).draft.text).toBe('from the second');
    open(0);
    expect(findDraft(PLACE).draft.text).toBe('from the first');
    open(2);
    expect(findDraft(PLACE).draft.text).toBe('from the second');
  });

  it('are gone once a restored one is sent, but not if its tab has changed it', () => {
    open(0);
    type('hello', findDraft(PLACE));
    open(1);
    const copied = findDraft(PLACE);
    type('hello there', copied);
    type('', copied);
    open(2);
    expect(findDraft(PLACE).draft.text).toBe('');

    open(0);
    type('hello', findDraft(PLACE));
    open(1);
    const again = findDraft(PLACE);
    open(0);
    type('hello again');
    open(1);
    type('', again);
    open(2);
    expect(findDraft(PLACE).draft.text).toBe('hello again');
  });
});
