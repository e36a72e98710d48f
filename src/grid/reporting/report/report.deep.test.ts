import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../../test/support/depth';
import {
  answerAsUnderstudy,
  createMemoryRun,
  playedRun,
  playToEnd,
} from '../../../../test/support/explore-run';
import { playTroubledRun } from '../../../../test/support/troubled-run';
import { analysis } from '../../../contract/agents';
import type { ActionKnowledge, Prediction } from '../../../contract/run-knowledge';
import { unobservedAction } from '../../knowledge';
import { readRecord } from '../evidence';
import { reportHtml, reportMarkdown } from './report';

const room = await playedRun({ seed: 's1' });
const record = readRecord(room.state, room.ledger);

const NASTY =
  '<script>alert(1)</script> | **x** [a](http://b) `c`\n# d\n\n<img src=x onerror=alert(1)> "\' &amp;';

/** A run with this text in its title and in every text of the analyst. */
async function playNasty() {
  const nasty = createMemoryRun({
    seed: 's1',
    budgets: { actions: 8 },
    answer: (ask) => {
      const answer = answerAsUnderstudy(ask);
      if (ask.role !== 'analyst') return answer;
      const update = { kind: 'rule', name: NASTY, text: NASTY, confidence: 0.5 };
      return {
        ...analysis.parse(answer),
        interpretation: NASTY,
        context_description: NASTY,
        action_definition: NASTY,
        environment_updates: [update],
      };
    },
  });
  nasty.append([{ kind: 'run.changed', actor: 'system', payload: { title: NASTY } }]);
  await playToEnd(nasty);
  return readRecord(nasty.state, nasty.ledger);
}
const nasty = await playNasty();

describe('a report as Markdown', () => {
  const report = reportMarkdown(record);

  it('says per action what is held true, how sure, and on what evidence', () => {
    expect(report).toContain('### ACTION1: verified');
    expect(report).toContain('ACTION1 moves the blue 4×4 square up 4');
    expect(report).toContain('### ACTION5: exhausted: it never had an effect');
    const seen = room.state.knowledge.actions.ACTION1?.observations.at(-1);
    expect(report).toContain(`turn ${seen?.turn}, frames ${seen?.beforeFrame} and ${seen?.afterFrame}`);
  });

  it('counts towards what it takes: effects predicted in a row, attempts, and boards without effect', () => {
    const { ACTION1 } = room.state.knowledge.actions;
    if (!ACTION1) throw new Error('ACTION1 was offered');
    const { streak, attempts, noEffect, predictions } = ACTION1;
    const effects = predictions.filter(({ effect }) => effect);
    const right = effects.filter(({ result }) => result === 'right');
    expect(report).toContain(
      `| ACTION1 | verified | ${right.length}/${effects.length} | ${streak}/3 | ${attempts}/12 | ${noEffect}/8 | ACTION1 moves the`,
    );
  });

  it('says what was used of the budgets, and why it ended', () => {
    expect(report).toContain(`| Actions | ${room.state.used.actions} of 200 |`);
    expect(report).toContain(`| Calls | ${room.state.used.calls} of 400 |`);
    expect(report).toContain('Finished: every action is settled.');
  });

  it('says that the understudy answered, before anything else', () => {
    const [, , first] = report.split('\n');
    expect(first).toContain('Answered by: **understudy**');
    expect(first).toContain('not a model');
  });

  it('tells what the status bar cost of the board', async () => {
    const fuel = await playedRun({
      ...{ game: 'fuel-run', seed: 's1' },
      ...(isDeep ? {} : { budgets: { actions: 12 } }),
    });
    const text = reportMarkdown(readRecord(fuel.state, fuel.ledger));
    expect(text).toMatch(
      new RegExp(`\\| HUD \\| ${fuel.state.hud.length} cells masked in region \\(\\d+,\\d+\\)-`),
    );
  });

  it('tells what was in doubt and what was refused', async () => {
    const troubled = await playTroubledRun();
    const text = reportMarkdown(readRecord(troubled.state, troubled.ledger));
    expect(text).toContain('## Refused, in doubt, odd');
    expect(text).toContain('in doubt: nobody knows whether the game did it: the connection &lt;b&gt;dropped');
    expect(text).toContain('refused: the game did nothing: not \\| now');
  });

  const tell = (change: Partial<ActionKnowledge>) => {
    const { ACTION1 } = record.state.knowledge.actions;
    const actions = { ACTION1: { ...unobservedAction(), ...ACTION1, ...change } };
    return { ...record, state: { ...record.state, knowledge: { ...record.state.knowledge, actions } } };
  };

  it('says what began a streak anew: a wrong prediction, and a definition that was replaced', () => {
    const { observations = [] } = record.state.knowledge.actions.ACTION1 ?? {};
    const [first, second] = observations.filter(({ hadEffect }) => hadEffect);
    if (!first || !second) throw new Error('ACTION1 had an effect twice');
    const wrong: Prediction = {
      ...{ turn: 9, beforeFrame: 98, afterFrame: 99, click: null, stateKey: 'here', effect: true },
      ...{ predicted: 'a move', happened: 'nothing', result: 'wrong' },
    };
    const told = tell({
      status: 'testing',
      observations: [
        { ...first, redefined: true },
        { ...second, redefined: true },
      ],
      predictions: [wrong],
    });
    for (const text of [reportMarkdown(told), reportHtml(told)]) {
      expect(text).toMatch(
        /The streak began anew[\s\S]*the definition was replaced[\s\S]*frames 98 and 99: predicted a move; happened: nothing/,
      );
      expect(text).toMatch(/ACTION1[\s\S]*still being tested/);
    }
    expect(reportMarkdown(record)).not.toContain('the definition was replaced');
  });

  it('says what a definition rests on and how many effects it predicted, and that words are untested', () => {
    for (const write of [reportMarkdown, reportHtml]) {
      expect(write(record)).toMatch(
        /Inferred by code\. Of the last (\d+) effects, \d+ were predicted before they/,
      );
      expect(write(record)).toContain('A definition in words is never verified.');
      expect(write(tell({ basis: 'stated' }))).toContain('Stated by the model as a rule. Of the last ');
      const inWords = write(tell({ basis: 'words' }));
      expect(inWords).toMatch(/In the model(?:'|&#39;)s words, untested/);
      expect(inWords).not.toContain('Of the last');
    }
  });

  it('calls itself not final while the run goes on', () => {
    const fresh = createMemoryRun();
    expect(reportMarkdown(readRecord(fresh.state, fresh.ledger))).toContain('this account is not final');
  });

  it('lets nothing through that would be markup', () => {
    const text = reportMarkdown(nasty);
    expect(text).not.toMatch(/<[a-z/]/i);
    expect(text).not.toMatch(/(?<!\\)\[a\]|(?<!\\)`c|(?<!\\)\*\*x/);
    // The table row is still one line with eight borders.
    const row = text.split('\n').find((line) => line.startsWith('| ACTION1 |'));
    expect(row?.match(/(?<!\\)\|/g)).toHaveLength(8);
    expect(text).not.toMatch(/^# d/m);
  });
});

describe('a report as a page', () => {
  const page = reportHtml(record);

  it('stands alone: no script, nothing that is loaded', () => {
    expect(page).not.toMatch(/<script|<link|<iframe|\son\w+=|javascript:|url\(|@import/i);
    const addresses = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses.length).toBeGreaterThan(0);
    expect(addresses.every((address) => address?.startsWith('data:image/png;base64,'))).toBe(true);
  });

  it('shows before, after and difference of at most three observations of an action', () => {
    for (const section of page.split('<section').slice(1)) {
      const pictures = section.match(/<img /g) ?? [];
      expect(pictures.length).toBeLessThanOrEqual(9);
      expect(pictures.length % 3).toBe(0);
    }
    const first = /src="data:image\/png;base64,([^"]+)"/.exec(page)?.[1] ?? '';
    const png = decode(Buffer.from(first, 'base64'));
    expect([png.width, png.height]).toEqual([192, 192]);
  });

  it('says what the Markdown says, the author first', () => {
    expect(page.indexOf('not a model')).toBeLessThan(page.indexOf('<h2>'));
    expect(page).toContain('ACTION1 moves the blue 4×4 square up 4');
    expect(page).toContain('class="badge exhausted"');
    expect(page).toContain('Finished: every action is settled.');
  });

  it('shows what passed when the board settled as it was', () => {
    const known = room.state.knowledge.actions.ACTION1;
    const seen = known?.observations.find(({ hadEffect }) => hadEffect);
    const transitions = record.transitions.map((transition) =>
      transition.afterFrame === seen?.afterFrame
        ? { ...transition, frames: [...transition.frames, transition.before] }
        : transition,
    );
    expect(reportHtml({ ...record, transitions })).toContain('during the animation');
  });

  it('lets nothing through that would be markup', () => {
    const text = reportHtml(nasty);
    expect(text).not.toMatch(/<script|<img src=x/i);
    expect(text).toContain('&lt;script&gt;');
    // A quote in a text does not end an attribute.
    expect(text).not.toMatch(/alt="[^"]*"[^>\s]*alert/);
  });

  it('can be made of a run that has not begun', () => {
    const fresh = createMemoryRun();
    expect(reportHtml(readRecord(fresh.state, fresh.ledger))).toContain('None was offered yet.');
  });
});
