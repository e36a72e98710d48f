import { inHtml, inMarkdown } from './escape';
import { renderPage } from './page';

/**
 * A report of a run, rendered as Markdown and HTML. All texts are plain; renderers escape and truncate them.
 */
export interface Report {
  title: string;
  /** Who answered, with a note that readers must see first. */
  author: { name: string; note: string };
  end: string;
  facts: readonly (readonly [label: string, value: string])[];
  sections: Section[];
  /** Method of the report; the last paragraph. */
  closing?: string;
}

export interface Section {
  title: string;
  blocks: Block[];
  parts?: Part[];
}

/** On the page, a part with a badge is a card with its title as its id. */
export interface Part {
  title: string;
  badge?: Badge;
  blocks: Block[];
}

/** A status. The page shows a colored word with `words` as its tooltip; Markdown shows `words`. */
export interface Badge {
  status: string;
  words: string;
}

export type Block = (
  | { kind: 'text'; text: string; isQuiet?: boolean }
  /** Prose of any length. */
  | { kind: 'prose'; paragraphs: string[] }
  | { kind: 'list'; items: Item[] }
  | { kind: 'table'; heads: string[]; rows: Cell[][] }
  /** Collapsed below its title on the page. */
  | { kind: 'fold'; title: string; blocks: Block[] }
  /** A diagram for Markdown viewers; pages omit it. Must not contain a code fence. */
  | { kind: 'diagram'; language: string; source: string }
  /** Draws escaped HTML for the page; Markdown omits it. */
  | { kind: 'drawing'; draw: () => string }
) & {
  /** For one format only, because the other shows the same differently. */
  only?: 'markdown' | 'page';
};

/** The term comes first and is highlighted. */
type Item = string | { term: string; text: string };

export type Cell =
  | string
  | number
  | Badge
  /** A text colored by its CSS class. */
  | { tone: string; text: string }
  /** From 0 to 1. */
  | { share: number }
  | { text: string; earlier: string[] };

/** Maximum characters of a list item or fold title, which combine several texts. */
const MAX_ITEM = 2_000;
const MAX_PARAGRAPH = 8_000;

export function renderMarkdown({ title, author, end, facts, sections, closing }: Report): string {
  return [
    `# ${inMarkdown(title)}`,
    '',
    `> Answered by: **${inMarkdown(author.name)}**.${author.note === '' ? '' : ` ${author.note}`}`,
    '',
    inMarkdown(end),
    '',
    '| | |',
    '| --- | --- |',
    ...facts.map(([label, value]) => `| ${label} | ${inMarkdown(value)} |`),
    '',
    ...sections.flatMap((section) => [
      ...[`## ${section.title}`, '', ...blocksInMarkdown(section.blocks)],
      ...(section.parts ?? []).flatMap((part) => [
        `### ${inMarkdown(part.title)}${part.badge ? `: ${part.badge.words}` : ''}`,
        '',
        ...blocksInMarkdown(part.blocks),
      ]),
    ]),
    ...(closing === undefined ? [] : [inMarkdown(closing, MAX_PARAGRAPH), '']),
  ].join('\n');
}

const blocksInMarkdown = (blocks: readonly Block[]): string[] =>
  blocks.filter(({ only }) => only !== 'page').flatMap(blockInMarkdown);

function blockInMarkdown(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return [inMarkdown(block.text), ''];
    case 'prose':
      return block.paragraphs.flatMap((one) => [inMarkdown(one, MAX_PARAGRAPH), '']);
    case 'list':
      return block.items.length === 0 ? [] : [...block.items.map(itemInMarkdown), ''];
    case 'table':
      return [
        rowInMarkdown(block.heads),
        rowInMarkdown(block.heads.map(() => '---')),
        ...block.rows.map((row) => rowInMarkdown(row.map(cellInMarkdown))),
        '',
      ];
    case 'fold':
      return [inMarkdown(block.title, MAX_ITEM), '', ...blocksInMarkdown(block.blocks)];
    case 'diagram':
      return [`\`\`\`${block.language}`, block.source, '```', ''];
    case 'drawing':
      return [];
  }
}

const itemInMarkdown = (item: Item): string =>
  typeof item === 'string'
    ? `- ${inMarkdown(item, MAX_ITEM)}`
    : `- **${inMarkdown(item.term)}** ${inMarkdown(item.text, MAX_ITEM)}`;

function cellInMarkdown(cell: Cell): string {
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') return inMarkdown(cell);
  if ('share' in cell) return cell.share.toFixed(2);
  return inMarkdown('words' in cell ? cell.words : cell.text);
}

const rowInMarkdown = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** @param style rules in addition to the shared ones; see `renderPage` */
export function renderHtml({ title, author, end, facts, sections, closing }: Report, style?: string): string {
  const body = [
    `<h1>${inHtml(title)}</h1>`,
    `<p class="author">Answered by: <strong>${inHtml(author.name)}</strong>. ${inHtml(author.note)}</p>`,
    `<p>${inHtml(end)}</p>`,
    '<dl class="facts">',
    ...facts.map(([label, value]) => `<dt>${inHtml(label)}</dt><dd>${inHtml(value)}</dd>`),
    '</dl>',
    ...sections.flatMap((section) => [
      ...[`<h2>${inHtml(section.title)}</h2>`, ...blocksInHtml(section.blocks)],
      ...(section.parts ?? []).map(partInHtml),
    ]),
    ...(closing === undefined ? [] : [`<p class="quiet">${inHtml(closing, MAX_PARAGRAPH)}</p>`]),
  ];
  return renderPage({ title, body, ...(style !== undefined && { style }) });
}

function partInHtml({ title, badge, blocks }: Part): string {
  const body = blocksInHtml(blocks).join('\n');
  if (!badge) return `<h3>${inHtml(title)}</h3>${body}`;
  return `<section id="${inHtml(title)}"><h3>${inHtml(title)} ${badgeInHtml(badge)}</h3>\n${body}\n</section>`;
}

const badgeInHtml = ({ status, words }: Badge): string =>
  `<span class="badge ${status}" title="${inHtml(words)}">${status}</span>`;

const blocksInHtml = (blocks: readonly Block[]): string[] =>
  blocks.filter(({ only }) => only !== 'markdown').map(blockInHtml);

function blockInHtml(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p${block.isQuiet ? ' class="quiet"' : ''}>${inHtml(block.text)}</p>`;
    case 'prose':
      return block.paragraphs.map((one) => `<p>${inHtml(one, MAX_PARAGRAPH)}</p>`).join('\n');
    case 'list':
      return listInHtml(block.items);
    case 'table': {
      const heads = block.heads.map((head) => `<th>${inHtml(head)}</th>`).join('');
      const rows = block.rows.map((row) => `<tr>${row.map(cellInHtml).join('')}</tr>`).join('\n');
      // Scrolls on narrow screens.
      return `<div class="scroll"><table><thead><tr>${heads}</tr></thead><tbody>${rows}</tbody></table></div>`;
    }
    case 'fold':
      return foldInHtml(block.title.replace(/:$/, ''), blocksInHtml(block.blocks).join('\n'));
    case 'diagram':
      return '';
    case 'drawing':
      return block.draw();
  }
}

const foldInHtml = (title: string, body: string): string =>
  `<details><summary>${inHtml(title, MAX_ITEM)}</summary>${body}</details>`;

const listInHtml = (items: readonly Item[]): string =>
  items.length === 0 ? '' : `<ul>${items.map((item) => `<li>${itemInHtml(item)}</li>`).join('')}</ul>`;

const itemInHtml = (item: Item): string =>
  typeof item === 'string'
    ? inHtml(item, MAX_ITEM)
    : `<strong>${inHtml(item.term)}</strong> ${inHtml(item.text, MAX_ITEM)}`;

/** Numbers and number-like text: `3/12`, `7, 8`, `7 (target)`. */
const NUMERIC = /^\d+(?:\/\d+|, \d+| \(\w+\))?$/;

function cellInHtml(cell: Cell): string {
  if (typeof cell !== 'object')
    return NUMERIC.test(String(cell)) ? `<td class="n">${cell}</td>` : `<td>${inHtml(String(cell))}</td>`;
  if ('words' in cell) return `<td>${badgeInHtml(cell)}</td>`;
  if ('tone' in cell) return `<td class="${cell.tone}">${inHtml(cell.text)}</td>`;
  if ('share' in cell) {
    const share = cell.share.toFixed(2);
    return `<td class="n"><meter min="0" max="1" value="${share}"></meter> ${share}</td>`;
  }
  const { text, earlier } = cell;
  return `<td>${inHtml(text)}${earlier.length === 0 ? '' : foldInHtml('earlier', listInHtml(earlier))}</td>`;
}
