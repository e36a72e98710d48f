import { describe, expect, it } from 'vitest';
import { textOf } from '../../../test/support/play-scene';
import {
  agents,
  type Changes,
  count,
  input,
  line,
  NOTES,
  RICH,
  render,
  words,
} from '../../../test/support/prompt-agents';
import { sceneSettings } from '../../contract/context';

describe('what reaches the prompt of an agent', () => {
  const scene = [...Object.values(NOTES), 'SCENARIO', 'PERSONA', 'LONG-AGO', 'JUST-NOW', 'RUNNING', 'BULLET'];
  const now = ['hello', 'FACT', 'TRACKED'];
  it.each([
    ['director, pass 1', [...now, 'REPLY', 'SUGGESTED']],
    ['director, pass 2', [...now, 'REPLY', 'SUGGESTED']],
    ['character', [...now, 'REPLY', 'OPEN', 'DIRECTIVE', 'ENTRY', 'EXIT', 'MEMORY']],
    ['narrator', now],
    ['world', [...now, 'REPLY']],
    ['summarizer', []],
    ['small summarizer', []],
    ['player', [...now, 'REPLY']],
    ['judge', ['hello', 'REPLY']],
  ])('%s', (agent, own) => {
    const text = textOf(render(agent, RICH).messages);
    expect([...scene, ...own].filter((one) => !text.includes(one))).toEqual([]);
  });

  it('does not hold suggestions where nobody decides about them', () => {
    for (const agent of ['character', 'narrator', 'world', 'player'])
      expect(textOf(render(agent, RICH).messages)).not.toContain('SUGGESTED');
  });
});

describe('notes longer than their share', () => {
  const long = {
    scenario: `SCENARIO ${words('scenario', 1500)}`,
    notes: {
      world: `NOTE-W ${words('world', 800)}`,
      campaign: 'NOTE-C',
      arc: `NOTE-A ${words('arc', 900)}`,
      scene: 'NOTE-S',
    },
  };

  it.each(agents())('reach the prompt of the %s at all four levels, short ones whole', (_, make) => {
    const { messages, use } = make({ scene: long });
    const text = textOf(messages);
    for (const note of [
      '| SCENARIO',
      'World:\n| NOTE-W',
      'Campaign:\n| NOTE-C\n',
      'Arc:\n| NOTE-A',
      'Scene:\n| NOTE-S\n',
    ])
      expect(text).toContain(note);
    expect(use.sections.notes).toMatchObject({ entries: 5, dropped: 0, cut: true });
    expect(use.sections.notes?.tokens).toBeLessThanOrEqual(use.sections.notes?.share ?? 0);
  });
});

it('notes that are given all of the context leave half of it to the round', () => {
  const scene = {
    scenario: words('scenario', 1500),
    settings: sceneSettings.parse({ shares: { notes: 100, history: 0 } }),
  };
  const said = words('so', 200);
  const { messages, use } = render('character', { scene, window: 4000, inputs: [input(said)] });
  expect(textOf(messages)).toContain(`Mara: ${said}\n`);
  expect(use.sections.notes).toMatchObject({ entries: 1, cut: true });
});

describe('sentences on rounds, for a small summarizer', () => {
  const bullets = (from: number, to: number, text = 'It happened.') =>
    Array.from({ length: to - from + 1 }, (_, i) => `Round ${from + i}: ${text}`);
  const shown = (changes: Changes) => {
    const { messages, use } = render('small summarizer', changes);
    const found = textOf(messages).match(/^- Round \d+/gm) ?? [];
    expect(use.sections.summaries?.entries).toBe(found.length);
    return found.map((text) => Number(text.slice('- Round '.length)));
  };

  it('are all there while none was left out or forgotten, whatever the first', () =>
    expect(shown({ overrides: { roundBullets: bullets(2, 20) } })).toHaveLength(19));

  it('begin alike for some rounds when the oldest are forgotten, or do not fit', () => {
    const starts = (make: (last: number) => Changes) =>
      new Set(Array.from({ length: 16 }, (_, i) => shown(make(70 + i))[0]));
    expect(starts((last) => ({ overrides: { roundBullets: bullets(last - 59, last) } })).size).toBeLessThan(
      4,
    );
    const long = words('and', 40);
    const cut = starts((last) => ({
      overrides: { roundBullets: bullets(last - 38, last, long) },
      window: 3500,
    }));
    expect(cut.size).toBeLessThan(4);
  });
});

describe('a cast too large for the window', () => {
  const cast = Array.from({ length: 50 }, (_, i) => ({
    name: `Person ${i}`,
    description: words('looks', 60),
    personality: words('is', 60),
    goals: words('wants', 40),
    secrets: words('hides', 40),
    active: i % 2 === 0,
  }));
  const past = Array.from({ length: 30 }, (_, i) => line(1 + Math.floor(i / 4), `said ${i}.`));
  const crowd: Changes = { scene: { characters: cast }, past };

  it('leaves the director everyone by name and id, the last round, and a share for the conversation', () => {
    const { messages, use } = render('director, pass 1', crowd);
    const text = textOf(messages);
    const system = textOf(messages.slice(0, 1));
    for (let i = 0; i < 50; i += 1) {
      expect(system).toContain(`- "Person ${i}": "looks0 looks1`);
      expect(text).toContain(`## "Person ${i}" (id person-${i})\n`);
      expect(text).toContain(`- "Person ${i}" (person-${i})`);
    }
    expect(text).toContain('Bo: said 28.\nBo: said 29.');
    expect(use.sections.history?.dropped).toBe(0);
    expect(use.fixedCut).toBe(true);
  });

  it('says that nothing was cut when nothing was', () => {
    for (const [, make] of agents()) expect(make(RICH).use.fixedCut).toBe(false);
  });

  it('leaves a character its own card, part by part', () => {
    const me = {
      name: 'Ada',
      description: words('looks', 800),
      personality: words('is', 300),
      goals: 'GOAL',
      secrets: words('hides', 400),
      instructions: `PLAYED ${words('so', 1000)}`,
      voice: ['VOICE'],
    };
    const text = textOf(
      render('character', { ...crowd, window: 8000, scene: { characters: [me, ...cast.slice(1)] } }).messages,
    );
    for (const part of ['PLAYED', 'looks0', 'Personality:\n| is0', 'GOAL', 'hides0', 'VOICE'])
      expect(text).toContain(part);
    for (let i = 1; i < 50; i += 1) expect(text).toContain(`- "Person ${i}`);
  });
});

describe('a round whose lines are too long', () => {
  // Two tokens a word, so more than the window.
  const long = words('häßlich', 900).slice(0, 8000);
  const replies = Array.from({ length: 8 }, (_, i) => line(9, `REPLY-${i} of some length.`));

  it('keeps every reply; the long input is cut', () => {
    const { messages, use } = render('director, pass 2', {
      window: 3500,
      inputs: [input(long)],
      replies,
      past: [line(8, 'BEFORE')],
    });
    const text = textOf(messages);
    for (const { text: said } of replies) expect(text).toContain(`Bo: ${said}`);
    expect(text).toContain('BEFORE');
    expect(text).toMatch(/Mara: häßlich0 häßlich1 .* \[…\]\n/);
    expect(use.fixedCut).toBe(true);
  });

  it('leaves a character its directive, the guidance for everyone and the last round', () => {
    const text = textOf(
      render('character', {
        window: 3000,
        inputs: [input(long)],
        past: [line(8, 'BEFORE')],
        openGuidance: 'OPEN',
        directive: { guidance: `DIRECTIVE ${words('do', 20)}`, entry: null, exit: 'EXIT' },
      }).messages,
    );
    for (const part of ['OPEN', `DIRECTIVE ${words('do', 20)}`, 'EXIT', 'BEFORE'])
      expect(text).toContain(part);
  });

  it('leaves the input whole while the sections do not need the place', () => {
    const { messages, use } = render('character', {
      window: 4000,
      inputs: [input(words('so', 1000))],
      schemaTokens: 0,
    });
    expect(textOf(messages)).toContain(`Mara: ${words('so', 1000)}\n`);
    expect(use.fixedCut).toBe(false);
  });

  it('never ends a quotation within an escape, at a table', () => {
    for (let length = 900; length < 912; length += 1) {
      const text = textOf(
        render('player', {
          window: 1500,
          inputs: [input(`${'x'.repeat(length % 7)}${'\\\u0001"\n'.repeat(length)}`)],
        }).messages,
      );
      const quoted = /- "Mara" \(player\): ("[^\n]*)/.exec(text)?.[1] ?? '';
      expect(quoted).toMatch(/ \[…\]"$/);
      expect(() => JSON.parse(quoted)).not.toThrow();
    }
  });
});

describe('rounds to be summed up that are too long for the window', () => {
  const rounds = Array.from({ length: 12 }, (_, at) => at + 1);
  const past = rounds.flatMap((round) => [
    line(round, words(`first${round}x`, 60)),
    line(round, words(`last${round}x`, 60)),
  ]);

  it.each(
    ['summarizer', 'small summarizer'].flatMap((agent) =>
      [2_048, 3_000, 4_096].map((window) => [agent, window] as const),
    ),
  )('are shortened each, none left out: %s, a window of %i', (agent, window) => {
    const { messages, use } = render(agent, { window, past });
    const text = textOf(messages);
    for (const round of rounds) expect(text).toMatch(new RegExp(`# Round ${round}\\n- "Bo": "\\w+x0 `));
    expect(text).toContain(`Summarize rounds ${rounds.join(', ')}.`);
    expect(text).toMatch(/# (?:Now|Your task)\nWrite the requested summary\.$/m);
    expect(text).toContain(' […]"');
    expect(use.fixedCut).toBe(true);
    expect(count(text) + use.reserve).toBeLessThanOrEqual(window);
  });
});
