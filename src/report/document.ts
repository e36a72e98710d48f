import { inHtml, inMarkdown } from './escape';
import { htmlList, htmlTable } from './page';

/**
 * The body of a report, written once and given out as Markdown and as HTML. All texts are plain: what models, games and
 * people wrote is escaped by the writers, and bounded.
 */
export interface Section {
  title: string;
  blocks: Block[];
}

export type Block =
  | { kind: 'text'; text: string }
  /** Paragraphs of somebody's prose, as long as they are. */
  | { kind: 'prose'; paragraphs: string[] }
  | { kind: 'list'; items: string[] }
  | {
      kind: 'table';
      heads: string[];
      rows: (string | number)[][];
      /** For one of the two only, where the other shows the same otherwise. */
      only?: 'markdown' | 'page';
    }
  /** Text of a language that Markdown readers draw; pages leave it out. It must hold no fence. */
  | { kind: 'diagram'; language: string; source: string }
  /** HTML of the page, made of nothing that needs escaping any more; Markdown leaves it out. */
  | { kind: 'drawing'; html: string };

/** Most characters of a paragraph of prose. */
const MAX_PARAGRAPH = 8_000;

export const sectionsInMarkdown = (sections: readonly Section[]): string[] =>
  sections.flatMap(({ title, blocks }) => [`## ${title}`, '', ...blocks.flatMap(blockInMarkdown)]);

function blockInMarkdown(block: Block): string[] {
  switch (block.kind) {
    case 'text':
      return [inMarkdown(block.text), ''];
    case 'prose':
      return block.paragraphs.flatMap((one) => [inMarkdown(one, MAX_PARAGRAPH), '']);
    case 'list':
      return [...block.items.map((item) => `- ${inMarkdown(item)}`), ''];
    case 'table':
      if (block.only === 'page') return [];
      return [
        rowInMarkdown(block.heads),
        rowInMarkdown(block.heads.map(() => '---')),
        ...block.rows.map((row) => rowInMarkdown(row.map(cellInMarkdown))),
        '',
      ];
    case 'diagram':
      return [`\`\`\`${block.language}`, block.source, '```', ''];
    case 'drawing':
      return [];
  }
}

const cellInMarkdown = (cell: string | number): string =>
  typeof cell === 'number' ? String(cell) : inMarkdown(cell);

const rowInMarkdown = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export const sectionsInHtml = (sections: readonly Section[]): string[] =>
  sections.flatMap(({ title, blocks }) => [`<h2>${inHtml(title)}</h2>`, ...blocks.map(blockInHtml)]);

function blockInHtml(block: Block): string {
  switch (block.kind) {
    case 'text':
      return `<p>${inHtml(block.text)}</p>`;
    case 'prose':
      return block.paragraphs.map((one) => `<p>${inHtml(one, MAX_PARAGRAPH)}</p>`).join('\n');
    case 'list':
      return htmlList(block.items);
    case 'table':
      if (block.only === 'markdown') return '';
      return htmlTable(
        block.heads.map((head) => inHtml(head)),
        block.rows.map((row) => `<tr>${row.map(cellInHtml).join('')}</tr>`),
      );
    case 'diagram':
      return '';
    case 'drawing':
      return block.html;
  }
}

const cellInHtml = (cell: string | number): string =>
  typeof cell === 'number' ? `<td class="n">${cell}</td>` : `<td>${inHtml(cell)}</td>`;
