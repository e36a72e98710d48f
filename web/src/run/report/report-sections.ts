/** A heading of a report and the text under it, up to the next one. */
export interface ReportSection {
  /** Level 1 to 3; 0: the text before the first heading. */
  level: number;
  title: string;
  body: string;
}

/** Returns the action of a section, e.g. `ACTION3`; null for other sections. */
export const sectionAction = ({ level, title }: ReportSection): string | null =>
  level === 3 ? (/^(ACTION[1-7])\b/.exec(title)?.[1] ?? null) : null;

/** Cuts a report at its headings, which are drawn as headings of the page with pictures between them. */
export function cutReport(markdown: string): ReportSection[] {
  const sections: (ReportSection & { lines: string[] })[] = [];
  for (const line of markdown.split('\n')) {
    const [, signs, title] = /^(#{1,3}) +(.*)$/.exec(line) ?? [];
    if (signs === undefined || title === undefined) {
      if (sections.length === 0) sections.push({ level: 0, title: '', body: '', lines: [] });
      sections.at(-1)?.lines.push(line);
    } else sections.push({ level: signs.length, title: readTitle(title), body: '', lines: [] });
  }
  return sections
    .map(({ lines, ...section }) => ({ ...section, body: plainSigns(lines.join('\n').trim()) }))
    .filter(({ title, body }) => title !== '' || body !== '');
}

const SIGNS: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&' };
const ENTITY = /&(lt|gt|amp);/g;

const readTitle = (text: string): string =>
  text.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(ENTITY, (_, name: string) => SIGNS[name] ?? '');

/** Replaces HTML entities in reports with Markdown escapes, because nothing is rendered as HTML here. */
const plainSigns = (text: string): string =>
  text.replace(ENTITY, (_, name: string) => `\\${SIGNS[name] ?? ''}`);
