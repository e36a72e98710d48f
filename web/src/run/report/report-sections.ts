/** A heading of a report and what stands under it, up to the next one. */
export interface ReportSection {
  /** 1 to 3; 0: what comes before the first heading. */
  level: number;
  title: string;
  /** Markdown. */
  body: string;
}

/** The action whose section it is, e.g. `ACTION3`; null for others. */
export const actionOf = ({ level, title }: ReportSection): string | null =>
  level === 3 ? (/^(ACTION[1-7])\b/.exec(title)?.[1] ?? null) : null;

/** A report, cut at its headings: they are drawn as headings of the page, and pictures go between them. */
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

/** A heading as the text it means. */
const readTitle = (text: string): string =>
  text.replace(/\\([!-/:-@[-`{-~])/g, '$1').replace(ENTITY, (_, name: string) => SIGNS[name] ?? '');

/** Reports escape signs of HTML as entities. Nothing is drawn as HTML here, so Markdown's own escape does. */
const plainSigns = (text: string): string =>
  text.replace(ENTITY, (_, name: string) => `\\${SIGNS[name] ?? ''}`);
