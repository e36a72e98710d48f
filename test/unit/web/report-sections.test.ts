import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../src/grid/reporting/evidence';
import { reportMarkdown } from '../../../src/grid/reporting/report/report';
import { cutReport, sectionAction } from '../../../web/src/run/report/report-sections';
import { playedRun } from '../../support/explore-run';

describe('a report, cut at its headings', () => {
  it('has a section for every action of a run, and loses no line', async () => {
    const room = await playedRun();
    const markdown = reportMarkdown(readRecord(room.state, room.ledger));
    const sections = cutReport(markdown);
    expect(sections[0]).toMatchObject({ level: 1, title: 'A run' });
    expect(sections.flatMap((section) => sectionAction(section) ?? [])).toEqual(
      Object.keys(room.state.knowledge.actions).sort(),
    );
    const kept = sections
      .map(({ title, body }) => `${title}${body}`)
      .join('')
      .replace(/[\s\\]/g, '');
    const whole = markdown
      .replace(/^#{1,3} /gm, '')
      .replaceAll('&lt;', '<')
      .replaceAll('&gt;', '>')
      .replaceAll('&amp;', '&');
    expect(kept).toBe(whole.replace(/[\s\\]/g, ''));
  });

  it('says what was escaped as the signs it means, which no Markdown reads as tags', () => {
    const [first, second] = cutReport('lead &lt;b&gt;\n\n# A \\*bold\\* &lt;name&gt;\n\ntext &amp; more');
    expect(first).toEqual({ level: 0, title: '', body: 'lead \\<b\\>' });
    expect(second).toEqual({ level: 1, title: 'A *bold* <name>', body: 'text \\& more' });
  });

  it('takes a heading for that of an action only where one is named', () => {
    expect(sectionAction({ level: 3, title: 'ACTION3: verified', body: '' })).toBe('ACTION3');
    expect(sectionAction({ level: 2, title: 'ACTION3: verified', body: '' })).toBeNull();
    expect(sectionAction({ level: 3, title: 'ACTION33', body: '' })).toBeNull();
  });
});
