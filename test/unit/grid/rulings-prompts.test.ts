import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { analysis as analysisSchema, suggestion as suggestionSchema } from '../../../src/api/agents';
import type { Message } from '../../../src/api/calls';
import { packFrame, unpackFrame } from '../../../src/engines/grid/frame/frame';
import { playToEnd } from '../../support/explore-run';
import {
  analysis,
  createLab,
  eventsOf,
  type Lab,
  labFrame,
  makeLabGame,
  suggest,
} from '../../support/lab-game';
import { fieldsOf } from '../../support/loose-events';

/**
 * docs/exploration.md#size-of-a-prompt: what a model is told, shown and asked for. ACTION1 fills the board, row by row.
 */
const lab = makeLabGame(({ first }, { id }) => (id === 'ACTION1' ? { to: { first: first + 1 } } : {}));
const flood = {
  ...lab,
  act: (...args: Parameters<typeof lab.act>) => {
    const step = lab.act(...args);
    const grid = unpackFrame(step.frames.at(-1) ?? '');
    for (const row of grid) row.fill(Number(step.snapshot.first) % 16, 0, 20);
    return { ...step, frames: [packFrame(grid)] };
  },
};

const HINTS =
  /\b(up|down|left|right|move[sd]?|moving|movement|walk|push|pull|jump|click|undo|select|interact|rotate|player|avatar|wall)\b/i;

const partsOf = (messages: Message[]) =>
  messages.flatMap(({ content }) =>
    typeof content === 'string' ? [{ type: 'text' as const, text: content }] : content,
  );
const textOf = (messages: Message[]): string =>
  partsOf(messages)
    .flatMap((part) => (part.type === 'text' ? [part.text] : []))
    .join('\n');
const asksOf = (room: Lab, role: 'explorer' | 'analyst') =>
  room.asks.map(({ ask }) => ask).filter((ask) => ask.role === role);

async function playFlood(turns: number): Promise<Lab> {
  const room = createLab(
    Array.from({ length: turns }, () => suggest('ACTION1')),
    [analysis({ is_consistent_with_previous: false })],
  );
  await playToEnd(room, { lab: flood });
  return room;
}

describe('what a model is told', () => {
  it('holds no hint of what an action means', async () => {
    const room = createLab([suggest('ACTION1')]);
    await playToEnd(room, { lab });
    for (const ask of [asksOf(room, 'explorer')[0], asksOf(room, 'analyst')[0]]) {
      const [system] = ask?.messages ?? [];
      expect(system?.role).toBe('system');
      // The last: what code saw between two frames is no hint at what it means.
      const harmless =
        /at the top left|given up|left (?:in the budget|unverified|to learn)|^- .* moved by .*$/gm;
      expect(textOf(ask?.messages ?? []).replace(harmless, '')).not.toMatch(HINTS);
    }
    // The schema is part of what it reads.
    for (const schema of [suggestionSchema, analysisSchema]) {
      expect(JSON.stringify(z.toJSONSchema(schema))).not.toMatch(HINTS);
    }
  });

  it('is at most 30 changed cells, by their palette names, and how many there are', async () => {
    const room = await playFlood(2);
    const text = textOf(asksOf(room, 'analyst')[1]?.messages ?? []);
    expect(text).toContain('60 pixels changed in region (0,0)-(2,19)');
    expect(text.match(/^\(\d+,\d+\): light grey -> grey$/gm)).toHaveLength(30);
    expect(text).toContain('and 30 more');
    expect(eventsOf(room, 'action.analyzed')[1]?.payload).toMatchObject({ diff: { count: 60 } });
  });

  it('names the colours of the ARC palette', async () => {
    const [ask] = asksOf(await playFlood(1), 'explorer');
    expect(textOf(ask?.messages ?? [])).toContain(
      '0 white, 1 light grey, 2 grey, 3 mid grey, 4 dark grey, 5 black, 6 magenta, 7 pink, 8 red, 9 blue, 10 light blue, 11 yellow, 12 orange, 13 maroon, 14 green, 15 purple',
    );
  });

  it('is the last 3 observations of the action, its definition and how far it is', async () => {
    const room = await playFlood(6);
    const analyst = textOf(asksOf(room, 'analyst')[5]?.messages ?? []);
    expect(analyst).toContain('CURRENT DEFINITION OF IT: "does something"');
    expect(analyst.match(/^- turn (\d+):/gm)).toEqual(['- turn 3:', '- turn 4:', '- turn 5:']);
    const explorer = textOf(asksOf(room, 'explorer')[5]?.messages ?? []);
    expect(explorer).toContain('ACTION1: 0/3 consistent, 5/8 observations with effect');
    expect(explorer).toContain('ACTION2: NO OBSERVATIONS YET');
  });

  it('is first_observation the first time and validation from then on, whatever came of the first', async () => {
    const room = createLab([suggest('ACTION5'), suggest('ACTION1'), suggest('ACTION5')]);
    await playToEnd(room, { lab });
    expect(room.asks.map(({ ask }) => ask.purpose)).toEqual([
      'next_action_suggestion',
      'first_observation',
      'next_action_suggestion',
      'first_observation',
      'next_action_suggestion',
      'validation',
      'next_action_suggestion',
    ]);
    const [, first, again] = asksOf(room, 'analyst');
    expect(textOf(first?.messages ?? [])).toContain('This is the first observation of this action.');
    expect(textOf(again?.messages ?? [])).toContain('NO CHANGES DETECTED');
  });

  it('holds what was learnt of the world', async () => {
    const room = createLab(
      [suggest('ACTION1'), suggest('ACTION2')],
      [
        analysis({
          environment_updates: [
            { kind: 'object', name: 'dot', text: 'a blue cell', confidence: 0.8 },
            { kind: 'relationship', name: 'dots', text: 'blue above red', confidence: 0.4 },
            'grey stays grey',
          ],
        }),
        analysis(),
      ],
    );
    await playToEnd(room, { lab });
    const text = textOf(asksOf(room, 'explorer')[1]?.messages ?? []);
    expect(text).toContain('- object "dot": "a blue cell" (confidence 0.80)');
    expect(text).toContain('- relationship "dots": "blue above red" (confidence 0.40)');
    expect(text).toContain('- rule "grey stays grey": "grey stays grey" (confidence 0.50)');
    const { objects, relationships, rules, history } = room.state.knowledge.environment;
    expect([objects.length, relationships.length, rules.length, history.length]).toEqual([1, 1, 1, 3]);
  });
});

describe('what a model is shown', () => {
  it('is one picture for a suggestion, the one before and the one after for an analysis', async () => {
    const room = createLab([suggest('ACTION1')]);
    await playToEnd(room, { lab });
    const frames = (role: 'explorer' | 'analyst') =>
      partsOf(asksOf(room, role)[0]?.messages ?? []).flatMap((part) =>
        part.type === 'frame' ? [part.cells] : [],
      );
    const start = { first: 0, second: 0, level: 0 };
    expect(frames('explorer')).toEqual([labFrame(start)]);
    expect(frames('analyst')).toEqual([labFrame(start), labFrame({ ...start, first: 1 })]);
  });
});

describe('what a model answers', () => {
  it('has every field of a suggestion and of an analysis, under its name', () => {
    expect(Object.keys(suggestionSchema.shape)).toEqual(
      expect.arrayContaining([
        'target_action',
        'setup_sequence',
        'reasoning',
        'expected_information_gain',
        'current_board_assessment',
      ]),
    );
    expect(Object.keys(analysisSchema.shape)).toEqual(
      expect.arrayContaining([
        'interpretation',
        'action_definition',
        'is_consistent_with_previous',
        'objects_involved',
        'context_description',
        'had_effect',
        'no_effect_reason',
        'environment_updates',
        'confidence',
      ]),
    );
  });

  it('may leave out the optional fields, and nothing else', () => {
    const { interpretation, context_description, had_effect, confidence } = analysis();
    const least = { interpretation, context_description, had_effect, confidence };
    expect(analysisSchema.parse(least)).toMatchObject({
      action_definition: null,
      is_consistent_with_previous: null,
      environment_updates: null,
    });
    expect(analysisSchema.safeParse({ ...least, had_effect: undefined }).success).toBe(false);
    expect(suggestionSchema.safeParse({ ...suggest('ACTION1'), target_action: 'ACTION8' }).success).toBe(
      false,
    );
    expect(suggestionSchema.safeParse({ ...suggest(null), target_action: undefined }).success).toBe(false);
  });

  it('is kept whole with the turn, refused and dropped parts included', async () => {
    const given = suggest('ACTION1', ['ACTION2']);
    const room = createLab([given], [analysis({ no_effect_reason: 'none', objects_involved: ['dot'] })]);
    await playToEnd(room, { lab });
    expect(fieldsOf(eventsOf(room, 'action.suggested')[0]?.payload).suggestion).toEqual(given);
    expect(fieldsOf(eventsOf(room, 'action.analyzed')[0]?.payload).analysis).toEqual(
      analysis({ no_effect_reason: 'none', objects_involved: ['dot'] }),
    );
  });
});
