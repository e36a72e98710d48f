import type { Token, Tokens } from 'marked';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { readLink, readMarkdown } from './read-markdown';

/**
 * Renders Markdown from models and people: emphasis, quotes, lists, code, tables, links. Creates elements, never HTML:
 * tags appear as text, pictures as a word, and only rooms and https pages become links.
 */
export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => readMarkdown(text), [text]);
  if (!tokens) return <p class="plain-text">{text}</p>;
  return <>{tokens.map(drawBlock)}</>;
}

function drawBlock(token: Token, index: number): ComponentChildren {
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'paragraph':
      return <p key={index}>{drawInline(token.tokens)}</p>;
    // Headings become bold paragraphs, because they would break the page's outline.
    case 'heading':
      return (
        <p key={index} class="heading">
          {drawInline(token.tokens)}
        </p>
      );
    case 'blockquote':
      return <blockquote key={index}>{token.tokens?.map(drawBlock)}</blockquote>;
    case 'list':
      return <ListView key={index} list={token as Tokens.List} />;
    case 'code':
      return (
        <pre key={index}>
          <code>{token.text}</code>
        </pre>
      );
    case 'hr':
      return <hr key={index} />;
    case 'table':
      return <TableView key={index} table={token as Tokens.Table} />;
    case 'text':
      return <span key={index}>{token.tokens ? drawInline(token.tokens) : token.text}</span>;
    default:
      return (
        <p key={index} class="plain-text">
          {token.raw.trimEnd()}
        </p>
      );
  }
}

function drawInline(tokens: Token[] | undefined): ComponentChildren {
  return tokens?.map((token, index) => {
    switch (token.type) {
      case 'em':
        return <em key={index}>{drawInline(token.tokens)}</em>;
      case 'strong':
        return <strong key={index}>{drawInline(token.tokens)}</strong>;
      case 'del':
        return <del key={index}>{drawInline(token.tokens)}</del>;
      case 'codespan':
        return <code key={index}>{token.text}</code>;
      case 'br':
        return <br key={index} />;
      case 'link':
        return <LinkView key={index} link={token as Tokens.Link} />;
      case 'image':
        return `[${token.text || 'picture'}]`;
      case 'text':
      case 'escape':
        return token.text;
      case 'checkbox':
        return (token as Tokens.Checkbox).checked ? '☑ ' : '☐ ';
      default:
        return token.raw;
    }
  });
}

function LinkView({ link }: { link: Tokens.Link }) {
  const to = readLink(link.href, link.text, location.href);
  if (to === null) return <>{link.raw}</>;
  if (to.kind === 'room') return <a href={to.href}>{drawInline(link.tokens)}</a>;
  return (
    <a href={to.href} target="_blank" rel="noopener noreferrer nofollow">
      <bdi>{drawInline(link.tokens)}</bdi>
      {to.host !== null && <bdi class="link-host"> ({to.host})</bdi>}
    </a>
  );
}

function ListView({ list }: { list: Tokens.List }) {
  const items = list.items.map((item, index) => <li key={index}>{item.tokens.map(drawItem)}</li>);
  if (!list.ordered) return <ul>{items}</ul>;
  return <ol start={typeof list.start === 'number' ? list.start : 1}>{items}</ol>;
}

const drawItem = (token: Token, index: number): ComponentChildren =>
  token.type === 'checkbox' ? drawInline([token]) : drawBlock(token, index);

function TableView({ table }: { table: Tokens.Table }) {
  return (
    <table>
      <thead>
        <tr>
          {table.header.map((cell, index) => (
            <th key={index}>{drawInline(cell.tokens)}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {table.rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column}>{drawInline(cell.tokens)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
