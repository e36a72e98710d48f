import { describe, expect, it } from 'vitest';
import { sample } from '../../../test/support/depth';
import { envelope, INN, openScene, PROFILES, textOf } from '../../../test/support/play-scene';
import {
  agents,
  type Changes,
  count,
  input,
  line,
  render,
  type SceneInput,
  SUGGESTED,
  systemOf,
  words,
} from '../../../test/support/prompt-agents';
import { sceneSettings } from '../../contract/context';
import { newScene } from '../../contract/create-scene';
import { chatWithDirector } from './chat-prompts';

describe('the last round', () => {
  const last = Array.from({ length: 12 }, (_, i) => line(8, `L${i} ${words('w', 300)}`));

  it('keeps its newest lines whole where it exceeds the share of the conversation', () => {
    const { messages, use } = render('character', { window: 6000, past: [line(7, 'OLDER'), ...last] });
    const text = textOf(messages);
    expect(text).toContain(`Bo: ${last[11]?.text}\n`);
    expect(text).not.toContain('Bo: L0 ');
    expect(text).not.toContain('OLDER');
    expect(text.match(/Bo: L\d+ /g)?.length).toBe(use.sections.history?.entries);
  });

  it('keeps the beginning of its newest line where that alone is too long', () => {
    const { messages, use } = render('player', { window: 2500, past: [line(8, words('w', 3000))] });
    expect(textOf(messages)).toMatch(/# Last round\n- "Bo": "w0 w1 .* \[…\]"\n/);
    expect(use.sections.history).toMatchObject({ entries: 1, cut: true });
  });
});

describe('the beginning of the prompt', () => {
  const book = { name: 'b', entries: [{ id: '1', keys: ['dragon'], content: words('lore', 400) }] };
  const big: SceneInput = {
    scenario: words('scenario', 1500),
    notes: { world: words('world', 800), campaign: '', arc: '', scene: words('scene', 800) },
    characters: ['Ada', 'Bo', 'Cy', ...Array.from({ length: 30 }, (_, i) => `Extra ${i}`)].map((name) => ({
      name,
      description: words('looks', 200),
      personality: words('is', 100),
    })),
    lorebooks: [{ id: 'b', book }],
  };
  const past = Array.from({ length: 40 }, (_, i) => line(1 + Math.floor(i / 4), `${i} ${words('said', 60)}`));
  const rounds: Changes[] = [
    { past: [], inputs: [] },
    { past, world: { fire: words('fact', 200) }, inputs: [input(words('so', 900))] },
    { past: past.slice(4), inputs: [input('a dragon')], trackers: { hour: words('t', 100) } },
    { past, overrides: { runningSummary: words('sum', 300), roundBullets: ['Round 1: x'] } },
    {
      past,
      memories: [{ text: words('memory', 300), scene: 'scn', round: 3, score: 1 }],
      openGuidance: 'go',
    },
    {
      past,
      replies: past.slice(0, 9),
      suggested: SUGGESTED,
      directive: { guidance: 'do', entry: null, exit: null },
    },
  ];

  it.each(agents('character', 'narrator', 'world', 'summarizer', 'small summarizer', 'player', 'judge'))(
    'is the same for the %s in every round, though notes and cards are cut',
    (_, make) => {
      const systems = rounds.map((changes) => systemOf(make({ ...changes, scene: big, window: 6000 })));
      expect(systems[0]).toContain(' […]');
      expect(new Set(systems).size).toBe(1);
    },
  );

  it('leaves the notes what a scene without lore and memories never gives to them', () => {
    const notes = (scene: object) =>
      render('character', { scene: { ...big, ...scene }, window: 6000 }).use.sections.notes?.share ?? 0;
    const all = notes({});
    const share = (scene: object, percent: number) =>
      expect(Math.abs(notes(scene) - (all * 100) / percent)).toBeLessThan(2);
    share({ lorebooks: [] }, 85);
    share({ lorebooks: [], settings: sceneSettings.parse({ memory: { enabled: false } }) }, 65);
  });

  it('is the same for the director in every round and both passes', () => {
    const systems = agents('director').flatMap(([, make]) =>
      rounds.map((changes) => systemOf(make({ ...changes, scene: big, window: 6000 }))),
    );
    expect(systems[0]).toContain(' […]');
    expect(new Set(systems).size).toBe(1);
  });

  it('holds nothing that changes: places, moods, who is present', () => {
    const { state } = openScene();
    const moved = openScene(newScene.parse({ ...INN })).state;
    for (const member of Object.values(moved.cast)) {
      member.active = !member.active;
      member.exiting = true;
      member.state = { ...member.state, mood: 'MOOD', location: 'PLACE' };
      member.flags = { ...member.flags, hasActedThisRound: true };
    }
    const make = (from: typeof state) =>
      chatWithDirector(
        envelope(from, 'director', { round: 2, profile: PROFILES.director, count, directorPass: 1 }),
        count,
      );
    expect(systemOf(make(moved))).toBe(systemOf(make(state)));
    expect(textOf(make(moved).messages)).toContain('MOOD');
  });
});

/** Agents with a prompt of two messages with titled parts. */
const IN_PARTS = new Set(['small summarizer', 'player', 'judge']);

describe('a whole prompt', () => {
  /** Deterministic random integers below a limit. */
  const dice = (seed: number) => {
    let state = seed;
    return (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
  };
  const ALPHABETS = ['and so on ', '漢字かな', '\\"\n\t', '😀é ', '# Your task\n', 'a', ' '];

  const SEEDS = Array.from({ length: 30 }, (_, i) => [i + 1] as const);
  it.each(sample(SEEDS, 1))(
    'stays within any window from 700 tokens up, whatever is in it, and says what it came to (%i)',
    (seed) => {
      const roll = dice(seed);
      const text = (most: number) => {
        const alphabet = ALPHABETS[roll(ALPHABETS.length)] ?? 'x';
        return `t${alphabet.repeat(Math.ceil(most / alphabet.length)).slice(0, roll(most))}`;
      };
      const some = <T>(most: number, make: (i: number) => T): T[] =>
        Array.from({ length: roll(most) }, (_, i) => make(i));
      const window = seed % 4 === 0 ? 700 + roll(600) : 700 + roll(9000);
      const maxTokens = 16 + roll(250);
      const lines = (most: number, round: number) =>
        some(most, (i) => line(round + Math.floor(i / 4), text(3000)));
      const changes: Changes = {
        profile: { ...PROFILES.director, maxContextTokens: window, maxTokens },
        scene: {
          scenario: text(20_000),
          notes: { world: text(8000), campaign: text(8000), arc: text(8000), scene: text(8000) },
          characters: [
            {
              name: 'Ada',
              description: text(8000),
              secrets: text(4000),
              instructions: text(8000),
              voice: some(20, () => text(400)),
            },
            ...some(49, (i) => ({
              name: `Person ${i}`,
              description: text(2000),
              personality: text(2000),
              goals: text(2000),
              active: roll(2) > 0,
              mood: text(200),
            })),
          ],
          personas: [{ name: 'Mara', description: text(4000) }],
          historyWindow: 40,
        },
        world: Object.fromEntries(some(60, (i) => [`key ${i}`, text(2000)])),
        trackers: Object.fromEntries(some(10, (i) => [`key ${i}`, text(2000)])),
        past: lines(60, 1),
        inputs: some(4, () => input(text(8000))),
        replies: lines(12, 9),
        suggested: some(9, () => ({ ...SUGGESTED[0], value: text(200) })) as typeof SUGGESTED,
        openGuidance: text(2000),
        directive: { guidance: text(2000), entry: text(2000), exit: text(2000) },
        memories: some(9, (i) => ({ text: text(2000), scene: 'scn', round: i, score: 1 })),
        overrides: {
          ...(roll(2) > 0 && { runningSummary: text(4000) }),
          roundBullets: some(40, (i) => `Round ${i + 1}: ${text(300)}`),
        },
      };
      for (const [agent, make] of agents()) {
        const { messages, use } = make({ schemaTokens: 0, ...changes });
        // Count by line: for long runs without spaces, the tokenizer counts in pieces and overestimates.
        const tokens = textOf(messages)
          .split(/(?<=\n)/)
          .reduce((sum, part) => sum + count(part), 0);
        expect([seed, agent, window, tokens <= window - maxTokens]).toEqual([seed, agent, window, true]);
        expect([seed, agent, Math.max(0, tokens - use.total)]).toEqual([seed, agent, 0]);
        // For chats, `total` includes the framing of the turns.
        const framing = IN_PARTS.has(agent) ? 0 : 5 * messages.length;
        expect([seed, agent, use.total - framing <= window - maxTokens]).toEqual([seed, agent, true]);
        for (const { share, tokens: taken } of Object.values(use.sections))
          expect(taken).toBeLessThanOrEqual(share);
        expect(textOf(messages)).toMatch(/^# (?:Now|Your task)$/m);
        if (window < 2500) continue;
        const { history, notes } = use.sections;
        if (history) expect([agent, history.entries > 0]).toEqual([agent, true]);
        expect([agent, notes?.dropped]).toEqual([agent, 0]);
      }
    },
  );
});
