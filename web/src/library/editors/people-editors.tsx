import type { CastCard } from '../../../../src/contract/change-scene';
import type { LibraryBody } from '../../../../src/contract/library';
import { area, type FieldList, Fields, lines, number, text, texts } from '../../kit/form/field-list';
import { NumberField } from '../../kit/form/fields';
import type { EditorProps } from './editor';
import { EMPTY_BOOK } from './empty-items';
import { LorebookFields } from './lorebook-editor';

const PERSONA: FieldList<LibraryBody<'persona'>> = {
  name: text('Name'),
  description: area('Description', { hint: 'What others know and see.' }),
};

type Character = LibraryBody<'character'>;

/** Who a character is, in the library and in a scene. */
const PERSON: FieldList<Pick<Character, 'description' | 'personality' | 'goals' | 'secrets'>> = {
  description: area('Description', { hint: 'Who they are and what others see of them.', rows: 5 }),
  personality: area('Personality', { hint: 'A few words are enough.', rows: 2 }),
  goals: area('Goals', { hint: 'Their goals.', rows: 2 }),
  secrets: area('Secrets', {
    hint: 'Only this character and the director know it.',
    rows: 2,
  }),
};
const VOICE: FieldList<Pick<Character, 'voice'>> = {
  voice: texts('Voice', { one: 'Example line', hint: "Lines in the character's voice." }),
};

const PLAYED: FieldList<Character> = {
  name: text('Name'),
  nickname: text('Nickname', { hint: 'What {{char}} stands for in its texts. Default: its name.' }),
  ...PERSON,
  scenario: area('Scenario', {
    hint: 'The setting. Used if the scene has no scenario; otherwise added to its notes.',
    rows: 2,
  }),
  ...VOICE,
  talkativeness: {
    draw: ({ value, onChange, ...field }) => (
      <NumberField
        label="Talkativeness (%)"
        hint="In scenes without a director. 0: only when addressed. 100: every round. Default: 50."
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
  alternateGreetings: texts('Alternative greetings', { one: 'Greeting' }),
  groupGreetings: texts('Group greetings', {
    one: 'Greeting',
    hint: 'For scenes with more than one character.',
  }),
};

type DepthPrompt = NonNullable<Character['depthPrompt']>;
const DEPTH_PROMPT: FieldList<DepthPrompt> = {
  text: area('Note within the chat', {
    hint: 'Inserted in every prompt, this many lines before the end.',
    rows: 2,
  }),
  depth: number('Lines after it', { min: 0, max: 100, when: (prompt) => prompt.text !== '' }),
};

const SYSTEM_PROMPT = area('System prompt', { hint: "The creator's instructions for the model." });
const POST_HISTORY = area('Post-history instructions', { hint: 'Added at the end of every prompt.' });
// The author's word among the newest lines; without words there is none.
const NOTE: FieldList<Pick<Character, 'depthPrompt'>> = {
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
};

const CARD: FieldList<Character> = {
  systemPrompt: SYSTEM_PROMPT,
  postHistoryInstructions: POST_HISTORY,
  ...NOTE,
  creatorNotes: area("Creator's notes", { hint: 'For people only; not sent to models.' }),
  creator: text('Creator'),
  version: text('Version'),
  tags: lines('Tags', { hint: 'One per line.' }),
};

// words: keep
const UNNAMED_BOOK = 'Its own book';

/** The prompts of a card in a scene. */
const CAST_PROMPTS: FieldList<CastCard> = {
  ...VOICE,
  examples: texts('Example exchanges', { one: 'Exchange', hint: 'Lines {{char}}: … and {{user}}: …' }),
  instructions: SYSTEM_PROMPT,
  postHistory: POST_HISTORY,
  ...NOTE,
};

/** Edits a scene's copy of a character. `at`: pointer of the card in the request. */
export function CastCardEditor(props: {
  card: CastCard;
  at: string;
  change: (part: Partial<CastCard>) => void;
}) {
  const values = { at: props.at, values: props.card, onChange: props.change };
  return (
    <>
      <Fields fields={PERSON} {...values} />
      <details class="more">
        <summary>Voice and prompts</summary>
        <div class="fields">
          <Fields fields={CAST_PROMPTS} {...values} />
        </div>
      </details>
    </>
  );
}

export const PersonaEditor = ({ body, change }: EditorProps<'persona'>) => (
  <Fields fields={PERSONA} values={body} onChange={change} />
);

export function CharacterEditor({ body, change }: EditorProps<'character'>) {
  const extras = Object.keys(body.extra);
  return (
    <>
      <Fields fields={PLAYED} values={body} onChange={change} />
      <details class="more">
        <summary>Prompts and card details</summary>
        <div class="fields">
          <Fields fields={CARD} values={body} onChange={change} />
          {extras.length > 0 && (
            <p class="quiet wide">Kept for export but not used here: {extras.join(', ')}.</p>
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
            Add a lorebook
          </button>
        )}
      </details>
    </>
  );
}
