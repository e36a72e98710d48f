import { EMPTY_BOOK } from '../../library/empty-items';
import { AreaField, TextField } from '../form/fields';
import { LinesField, TextsField } from '../form/list-fields';
import type { EditorProps } from './editor';
import { LorebookFields } from './lorebook-editor';

/** A persona: whom a person plays. */
export function PersonaEditor({ body, set }: EditorProps<'persona'>) {
  return (
    <>
      <TextField label="Name" pointer="/name" value={body.name} onChange={(v) => set('name', v)} />
      <AreaField
        label="Description"
        pointer="/description"
        hint="What the cast knows and sees of it."
        value={body.description}
        onChange={(v) => set('description', v)}
      />
    </>
  );
}

type Texts = 'description' | 'personality' | 'scenario' | 'goals' | 'secrets' | 'firstMessage';
const NATURE: readonly [field: Texts, label: string, hint: string][] = [
  ['description', 'Description', 'Who it is, and what one sees of it.'],
  ['personality', 'Personality', 'How it is: a few words do.'],
  ['goals', 'Goals', 'What it wants.'],
  ['secrets', 'Secrets', 'What it alone knows; the director is told, no other character ever is.'],
  ['scenario', 'Scenario', 'Where it is met. Joins its description in a scene.'],
];

/** A character: whom a model plays, with all that a card has. */
export function CharacterEditor({ body, set }: EditorProps<'character'>) {
  const extras = Object.keys(body.extra);
  return (
    <>
      <TextField label="Name" pointer="/name" value={body.name} onChange={(v) => set('name', v)} />
      {NATURE.map(([field, label, hint]) => (
        <AreaField
          key={field}
          label={label}
          pointer={`/${field}`}
          hint={hint}
          rows={field === 'description' ? 5 : 2}
          value={body[field]}
          onChange={(v) => set(field, v)}
        />
      ))}
      <TextsField
        label="Voice"
        one="Example line"
        pointer="/voice"
        hint="Lines that sound like it."
        value={body.voice}
        onChange={(v) => set('voice', v)}
      />
      <AreaField
        label="First message"
        pointer="/firstMessage"
        hint="What a scene may open with. {{char}} and {{user}} are filled in."
        value={body.firstMessage}
        onChange={(v) => set('firstMessage', v)}
      />
      <TextsField
        label="Other greetings"
        one="Greeting"
        pointer="/alternateGreetings"
        value={body.alternateGreetings}
        onChange={(v) => set('alternateGreetings', v)}
      />
      <details class="more">
        <summary>For whoever plays it, and about the card</summary>
        <div class="fields">
          <AreaField
            label="System prompt"
            pointer="/systemPrompt"
            hint="The author's word to the model that plays it."
            value={body.systemPrompt}
            onChange={(v) => set('systemPrompt', v)}
          />
          <AreaField
            label="After the history"
            pointer="/postHistoryInstructions"
            value={body.postHistoryInstructions}
            onChange={(v) => set('postHistoryInstructions', v)}
          />
          <AreaField
            label="Creator's notes"
            pointer="/creatorNotes"
            hint="For people; no model reads them."
            value={body.creatorNotes}
            onChange={(v) => set('creatorNotes', v)}
          />
          <TextField
            label="Creator"
            pointer="/creator"
            value={body.creator}
            onChange={(v) => set('creator', v)}
          />
          <TextField
            label="Version"
            pointer="/version"
            value={body.version}
            onChange={(v) => set('version', v)}
          />
          <LinesField
            label="Tags"
            pointer="/tags"
            hint="One in a line."
            value={body.tags}
            onChange={(v) => set('tags', v)}
          />
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
