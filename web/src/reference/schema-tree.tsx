import { useState } from 'preact/hooks';
import { MarkedWords } from './marked-words';
import type { OpenApi, Schema } from './openapi';
import {
  alternativeWords,
  resolveSchema,
  rowsOf,
  ruleWords,
  type SchemaRow,
  typeWords,
} from './schema-words';

/** A response schema marks what a caller cannot rely on; a body schema marks what it must send. */
interface Place {
  document: OpenApi;
  isAnswer: boolean;
}

/** A schema as a tree: fields are visible, nested fields open on request. */
export function SchemaTree({ schema, ...place }: Place & { schema: Schema }) {
  const { document } = place;
  const rows = rowsOf(document, schema);
  return (
    <div class="schema">
      <p>
        <span class="type">{typeWords(document, schema)}</span> <Rules document={document} schema={schema} />
      </p>
      <Description document={document} schema={schema} />
      {rows.length > 0 && <Rows {...place} rows={rows} />}
    </div>
  );
}

function Rows({ rows, ...place }: Place & { rows: SchemaRow[] }) {
  return (
    <ul class="fields">
      {rows.map((row, i) => (
        <li key={row.name ?? i}>
          <Row {...place} row={row} />
        </li>
      ))}
    </ul>
  );
}

function Row({ row, ...place }: Place & { row: SchemaRow }) {
  const { document, isAnswer } = place;
  const [isOpen, setOpen] = useState(false);
  const rows = rowsOf(document, row.schema);
  const head =
    row.name === null ? (
      <span class="type">{alternativeWords(document, row.schema)}</span>
    ) : (
      <>
        <code class="field-name">{row.name}</code> <span class="type">{typeWords(document, row.schema)}</span>
        {!isAnswer && row.required && <span class="needed"> required</span>}
        {isAnswer && !row.required && <span class="rules"> optional</span>}
      </>
    );
  const words = (
    <>
      <Description document={document} schema={row.schema} />
      <Rules document={document} schema={row.schema} />
    </>
  );
  if (rows.length === 0)
    return (
      <>
        <p>{head}</p>
        {words}
      </>
    );
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{head}</summary>
      {words}
      {/* A schema can contain itself, so render only the open parts. */}
      {isOpen && <Rows {...place} rows={rows} />}
    </details>
  );
}

function Description({ document, schema }: { document: OpenApi; schema: Schema }) {
  const { description } = resolveSchema(document, schema);
  return description ? (
    <p class="description">
      <MarkedWords text={description} />
    </p>
  ) : null;
}

/** The bounds of a value, in small print. */
export function Rules({ document, schema }: { document: OpenApi; schema: Schema }) {
  const rules = ruleWords(document, schema);
  return rules.length > 0 ? <span class="rules">{rules.join(' · ')}</span> : null;
}
