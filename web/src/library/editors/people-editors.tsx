import { bindFields } from '../../kit/form/bind-fields';
import { AreaField, NumberField, TextField } from '../../kit/form/fields';
import { LinesField, TextsField } from '../../kit/form/list-fields';
import type { EditorProps } from './editor';
import { EMPTY_BOOK } from './empty-items';
import { LorebookFields } from './lorebook-editor';

export function PersonaEditor({ body, set }: EditorProps<'persona'>) {
  const field = bindFields(body, set);
  return (
    <>
      <TextField label="Name" {...field('name')} />
      <AreaField label="Description" {...field('description')} hint="What the cast knows and sees of it." />
    </>
  );
}

export function CharacterEditor({ body, set }: EditorProps<'character'>) {
  const field = bindFields(body, set);
  const extras = Object.keys(body.extra);
  return (
    <>
      <TextField label="Name" {...field('name')} />
      <TextField
        label="Nickname"
        {...field('nickname')}
        hint="What {{char}} stands for in its texts. Default: its name."
      />
      <AreaField
        label="Description"
        {...field('description')}
        hint="Who it is, and what one sees of it."
        rows={5}
      />
      <AreaField label="Personality" {...field('personality')} hint="How it is: a few words do." rows={2} />
      <AreaField label="Goals" {...field('goals')} hint="What it wants." rows={2} />
      <AreaField
        label="Secrets"
        {...field('secrets')}
        hint="What it alone knows; the director is told, no other character ever is."
        rows={2}
      />
      <AreaField
        label="Scenario"
        {...field('scenario')}
        hint="Where it is met. A scene without a scenario takes it; in others it joins the notes."
        rows={2}
      />
      <TextsField label="Voice" one="Example line" {...field('voice')} hint="Lines that sound like it." />
      <NumberField
        label="How readily it talks, in percent"
        pointer="/talkativeness"
        hint="In scenes without a director. 0: only when spoken to. 100: in every round. Default: 50."
        min={0}
        max={100}
        value={body.talkativeness === null ? null : Math.round(body.talkativeness * 100)}
        onChange={(percent) => set('talkativeness', percent === null ? null : percent / 100)}
      />
      <AreaField
        label="Example exchanges"
        {...field('exampleMessages')}
        hint="Each begins with a line <START>; in it lines {{char}}: … and {{user}}: …"
      />
      <AreaField
        label="First message"
        {...field('firstMessage')}
        hint="What a scene may open with. {{char}} and {{user}} are filled in."
      />
      <TextsField label="Other greetings" one="Greeting" {...field('alternateGreetings')} />
      <TextsField
        label="Greetings for several"
        one="Greeting"
        {...field('groupGreetings')}
        hint="For scenes with more than one character."
      />
      <details class="more">
        <summary>For whoever plays it, and about the card</summary>
        <div class="fields">
          <AreaField
            label="System prompt"
            {...field('systemPrompt')}
            hint="The author's word to the model that plays it."
          />
          <AreaField
            label="After the history"
            {...field('postHistoryInstructions')}
            hint="Said at the end of each of its prompts."
          />
          <DepthPromptFields body={body} set={set} />
          <AreaField
            label="Creator's notes"
            {...field('creatorNotes')}
            hint="For people; no model reads them."
          />
          <TextField label="Creator" {...field('creator')} />
          <TextField label="Version" {...field('version')} />
          <LinesField label="Tags" {...field('tags')} hint="One in a line." />
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
            onChange={(book) => set('lorebook', book)}
            onRemove={() => set('lorebook', null)}
          />
        ) : (
          <button
            type="button"
            onClick={() => set('lorebook', { ...EMPTY_BOOK, name: body.name || 'Its own book' })}
          >
            Give it a lorebook
          </button>
        )}
      </details>
    </>
  );
}

/** The author's word among the newest lines; without words there is none. */
function DepthPromptFields({ body: { depthPrompt }, set }: Pick<EditorProps<'character'>, 'body' | 'set'>) {
  const { text = '', depth = 4 } = depthPrompt ?? {};
  return (
    <>
      <AreaField
        label="Among the newest lines"
        pointer="/depthPrompt/text"
        value={text}
        onChange={(words) => set('depthPrompt', words === '' ? null : { text: words, depth })}
        hint="Said in each of its prompts, in front of as many lines as stand below."
        rows={2}
      />
      {depthPrompt && (
        <NumberField
          label="Lines behind it"
          pointer="/depthPrompt/depth"
          value={depth}
          onChange={(lines) => set('depthPrompt', { text, depth: lines ?? 4 })}
          min={0}
          max={100}
        />
      )}
    </>
  );
}
