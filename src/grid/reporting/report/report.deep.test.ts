import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../../test/support/depth';
import { answerAsUnderstudy, createMemoryRun, playToEnd } from '../../../../test/support/explore-run';
import { playTroubledRun } from '../../../../test/support/troubled-run';
import { analysis } from '../../../contract/agents';
import type { ActionKnowledge } from '../../../contract/run-knowledge';
import { unobservedAction } from '../../knowledge';
import { readRecord } from '../evidence';
import { reportHtml, reportMarkdown } from './report';

const room = createMemoryRun({ seed: 's1' });
await playToEnd(room);
const record = readRecord(room.state, room.ledger);

/** What a hostile model would write. */
const NASTY =
  '<script>alert(1)</script> | **x** [a](http://b) `c`\n# d\n\n<img src=x onerror=alert(1)> "\' &amp;';

/** A run whose analyst writes it everywhere, with a title of the same kind. */
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
    expect(report).toContain('Moves the blue 4×4 object up by 4 cells');
    expect(report).toContain('### ACTION5: exhausted: it never had an effect');
    const seen = room.state.knowledge.actions.ACTION1?.observations.at(-1);
    expect(report).toContain(`turn ${seen?.turn}, frames ${seen?.beforeFrame} and ${seen?.afterFrame}`);
  });

  it('counts towards what it takes: k/3, attempts, and how often each claim held', () => {
    const { streak = 0, attempts = 0, noEffect = 0, coverage } = room.state.knowledge.actions.ACTION1 ?? {};
    expect(report).toContain(
      `| ACTION1 | verified | ${coverage?.foretold}/${coverage?.effects} | ${streak}/3 | ${attempts}/24 | ${noEffect}/8 | 0 | Moves the`,
    );
    const { checked } = record.claims.ACTION1?.[0] ?? { checked: { fits: -1, contradicts: -1 } };
    expect(report).toContain(`held ${checked.fits} of ${checked.fits + checked.contradicts} times`);
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
    const fuel = createMemoryRun({
      ...{ game: 'fuel-run', seed: 's1' },
      ...(isDeep ? {} : { budgets: { actions: 12 } }),
    });
    await playToEnd(fuel);
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

  it('names an execution that speaks against a claim', () => {
    const [claim] = record.claims.ACTION1 ?? [];
    const [seen] = claim?.cases ?? [];
    if (!claim || !seen) throw new Error('ACTION1 has a claim');
    const against = {
      ...claim,
      cases: [{ ...seen, result: 'contradicts' as const, predicted: 'something else' }],
    };
    const text = reportMarkdown({ ...record, claims: { ...record.claims, ACTION1: [against] } });
    expect(text).toContain(`against it, turn ${seen.turn} (${seen.role}), frames ${seen.beforeFrame} and`);
    expect(text).toMatch(/\| ACTION1 \| verified \| \d+\/\d+ \| 3\/3 \| \d+\/24 \| \d\/8 \| 1 \|/);
  });

  it('says what became of a definition: what began its streak anew, and what contradicted it', () => {
    const known = record.state.knowledge.actions.ACTION1;
    const [first, second, third] = (known?.observations ?? []).filter(({ hadEffect }) => hadEffect);
    if (!known || !first || !second || !third) throw new Error('ACTION1 had an effect three times');
    const changed = {
      ...known,
      status: 'testing' as const,
      observations: [first, { ...second, redefined: true }, { ...third, consistent: false, hadEffect: true }],
      contradictions: [
        { turn: 9, beforeFrame: 98, afterFrame: 99, predicted: 'a move', happened: 'nothing' },
      ],
    };
    const knowledge = { ...record.state.knowledge, actions: { ACTION1: changed } };
    const told = { ...record, state: { ...record.state, knowledge } };
    for (const text of [reportMarkdown(told), reportHtml(told)]) {
      expect(text).toMatch(
        /The streak began anew[\s\S]*got another meaning[\s\S]*otherwise than the definition said[\s\S]*frames 98 and 99, on the way to another test/,
      );
      expect(text).toMatch(/ACTION1[\s\S]*still being tested/);
    }
    expect(reportMarkdown(record)).not.toContain('got another meaning');
    const coverage = { effects: 12, foretold: 9, states: 4, since: 4, wrong: 0, exceptions: 0 };
    const lapses = [{ action: 'ACTION1', turn: 7, frame: 9, coverage }];
    for (const text of [reportMarkdown({ ...record, lapses }), reportHtml({ ...record, lapses })])
      expect(text).toContain('turn 7: no longer verified; it foretells 9 of 12 effects');
  });

  it('says how much of what was recorded a definition foretells, and that one in other words is untested', () => {
    const { ACTION1 } = record.state.knowledge.actions;
    const { effects = 0, foretold = 0 } = ACTION1?.coverage ?? {};
    expect(effects).toBeGreaterThan(2);
    const tell = (change: Partial<ActionKnowledge>) => {
      const actions = { ACTION1: { ...unobservedAction(), ...ACTION1, ...change } };
      return { ...record, state: { ...record.state, knowledge: { ...record.state.knowledge, actions } } };
    };
    for (const write of [reportMarkdown, reportHtml]) {
      expect(write(record)).toContain(`Foretells ${foretold} of ${effects} effects, on `);
      expect(write(record)).toContain('foretells at least 80 % of the recorded effects');
      expect(write(tell({ coverage: null }))).toMatch(/In the model(?:'|&#39;)s words, untested/);
      const odd = { effects: 12, foretold: 9, states: 1, since: 1, wrong: 2, exceptions: 1 };
      expect(write(tell({ coverage: odd }))).toContain(
        'Foretells 9 of 12 effects, on 1 different board (1 of them since it has said so); 2 went otherwise; 1 named as an exception.',
      );
      // Each exception asks for twelve boards.
      const lenient = write(tell({ streak: 3, coverage: { ...odd, states: 5, since: 5, wrong: 0 } }));
      expect(lenient).toContain('Streak 5 of 12;');
      expect(lenient).toContain('5/12');
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
    // A row of the table is still one line with its nine borders.
    const row = text.split('\n').find((line) => line.startsWith('| ACTION1 |'));
    expect(row?.match(/(?<!\\)\|/g)).toHaveLength(9);
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
    expect(page).toContain('Moves the blue 4×4 object up by 4 cells');
    expect(page).toContain('class="badge exhausted"');
    expect(page).toContain('Finished: every action is settled.');
  });

  it('shows the newest of many executions that speak against a claim, and of those that do not', () => {
    const [claim] = record.claims.ACTION1 ?? [];
    const [seen] = claim?.cases ?? [];
    if (!claim || !seen) throw new Error('ACTION1 has a claim');
    const cases = Array.from({ length: 300 }, (_, i) => ({
      ...seen,
      result: i % 2 === 0 ? ('contradicts' as const) : ('fits' as const),
      predicted: `forecast ${i}`,
      afterFrame: i,
    }));
    const text = reportHtml({ ...record, claims: { ...record.claims, ACTION1: [{ ...claim, cases }] } });
    const shown = [298, 299, 0].map((i) => text.includes(`forecast ${i}<`));
    expect(shown).toEqual([true, true, false]);
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
