import type { LibraryBody } from '../../../../src/contract/library';
import { area, type FieldList, Fields, lines, number, text, texts } from '../../kit/form/field-list';
import { NumberField } from '../../kit/form/fields';
import type { EditorProps } from './editor';
import { EMPTY_BOOK } from './empty-items';
import { LorebookFields } from './lorebook-editor';

const PERSONA: FieldList<LibraryBody<'persona'>> = {
  name: text('Name'),
  description: area('Description', { hint: 'What the cast knows and sees of it.' }),
};

type Character = LibraryBody<'character'>;

const PLAYED: FieldList<Character> = {
  name: text('Name'),
  nickname: text('Nickname', { hint: 'What {{char}} stands for in its texts. Default: its name.' }),
  description: area('Description', { hint: 'Who it is, and what one sees of it.', rows: 5 }),
  personality: area('Personality', { hint: 'How it is: a few words do.', rows: 2 }),
  goals: area('Goals', { hint: 'What it wants.', rows: 2 }),
  secrets: area('Secrets', {
    hint: 'What it alone knows; the director is told, no other character ever is.',
    rows: 2,
  }),
  scenario: area('Scenario', {
    hint: 'Where it is met. A scene without a scenario takes it; in others it joins the notes.',
    rows: 2,
  }),
  voice: texts('Voice', { one: 'Example line', hint: 'Lines that sound like it.' }),
  talkativeness: {
    draw: ({ value, onChange, ...field }) => (
      <NumberField
        label="How readily it talks, in percent"
        hint="In scenes without a director. 0: only when spoken to. 100: in every round. Default: 50."
        {...field}
        min={0}
        max={100}
        value={value === null ? null : Math.round(value * 100)}
        onChange={(percent) => onChange(percent === null ? null : percent / 100)}
      />
    ),
  },
  exampleMessages: area('Example exchanges', {
    hint: 'Each begins with a line <START>; in it lines {{char}}: … and {{user}}: …',
  }),
  firstMessage: area('First message', {
    hint: 'What a scene may open with. {{char}} and {{user}} are filled in.',
  }),
  alternateGreetings: texts('Other greetings', { one: 'Greeting' }),
  groupGreetings: texts('Greetings for several', {
    one: 'Greeting',
    hint: 'For scenes with more than one character.',
  }),
};

type DepthPrompt = NonNullable<Character['depthPrompt']>;
const DEPTH_PROMPT: FieldList<DepthPrompt> = {
  text: area('Among the newest lines', {
    hint: 'Said in each of its prompts, in front of as many lines as stand below.',
    rows: 2,
  }),
  depth: number('Lines behind it', { min: 0, max: 100, when: (prompt) => prompt.text !== '' }),
};

const CARD: FieldList<Character> = {
  systemPrompt: area('System prompt', { hint: "The author's word to the model that plays it." }),
  postHistoryInstructions: area('After the history', { hint: 'Said at the end of each of its prompts.' }),
  // The author's word among the newest lines; without words there is none.
  depthPrompt: {
    draw: ({ pointer, value, onChange }) => {
      const { text, depth } = value ?? { text: '', depth: 4 };
      const save = (prompt: DepthPrompt) =>
        onChange(prompt.text === '' ? null : { ...prompt, depth: prompt.depth ?? 4 });
      return (
        <Fields
          fields={DEPTH_PROMPT}
          at={pointer}
          values={{ text, depth }}
          onChange={(part) => save({ text, depth, ...part })}
        />
      );
    },
  },
  creatorNotes: area("Creator's notes", { hint: 'For people; no model reads them.' }),
  creator: text('Creator'),
  version: text('Version'),
  tags: lines('Tags', { hint: 'One in a line.' }),
};

// words: keep
const UNNAMED_BOOK = 'Its own book';

export const PersonaEditor = ({ body, change }: EditorProps<'persona'>) => (
  <Fields fields={PERSONA} values={body} onChange={change} />
);

export function CharacterEditor({ body, change }: EditorProps<'character'>) {
  const extras = Object.keys(body.extra);
  return (
    <>
      <Fields fields={PLAYED} values={body} onChange={change} />
      <details class="more">
        <summary>For whoever plays it, and about the card</summary>
        <div class="fields">
          <Fields fields={CARD} values={body} onChange={change} />
          {extras.length > 0 && (
            <p class="quiet wide">Kept for the export, and without effect here: {extras.join(', ')}.</p>
          )}
        </div>
      </details>
      <details class="more" open={body.lorebook !== null}>
        <summary>Its own lorebook</summary>
        {body.lorebook ? (
          <LorebookFields
            book={body.lorebook}
            at="/lorebook"
            onChange={(part) => change({ lorebook: { ...(body.lorebook ?? EMPTY_BOOK), ...part } })}
            onRemove={() => change({ lorebook: null })}
          />
        ) : (
          <button
            type="button"
            onClick={() => change({ lorebook: { ...EMPTY_BOOK, name: body.name || UNNAMED_BOOK } })}
          >
            Give it a lorebook
          </button>
        )}
      </details>
    </>
  );
}
