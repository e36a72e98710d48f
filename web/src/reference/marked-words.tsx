import { Fragment } from 'preact';

const LINK = /\[([^\]]+)\]\(([^)]+)\)/g;

/** A description: text in backticks is code, and links become text, because they point to files of the project. */
export function MarkedWords({ text }: { text: string }) {
  const parts = text.replaceAll(LINK, '$1').split('`');
  return (
    <>
      {parts.map((part, i) => (
        <Fragment key={i}>{i % 2 === 1 ? <code>{part}</code> : part}</Fragment>
      ))}
    </>
  );
}

export const Method = ({ of }: { of: string }) => <span class={`method ${of.toLowerCase()}`}>{of}</span>;
