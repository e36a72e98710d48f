import { AreaField, TextField } from '../form/fields';
import { PairsField } from '../form/list-fields';
import { ChooseItem } from './choose-item';
import { ChooseMany } from './choose-many';
import type { EditorProps } from './editor';
import { UnderIt } from './under-it';

const NOTES = 'For the models: part of every prompt of its scenes.';
const DESCRIPTION = 'For yourself.';

/** A world: what all its scenes share. */
export function WorldEditor({ id, body, set }: EditorProps<'world'>) {
  return (
    <>
      <TextField label="Name" pointer="/name" value={body.name} onChange={(v) => set('name', v)} />
      <AreaField
        label="Description"
        pointer="/description"
        hint={DESCRIPTION}
        value={body.description}
        onChange={(v) => set('description', v)}
      />
      <AreaField
        label="Notes"
        pointer="/notes"
        hint={NOTES}
        rows={5}
        value={body.notes}
        onChange={(v) => set('notes', v)}
      />
      <PairsField
        label="Facts"
        one="Fact"
        pointer="/facts"
        hint="The state of the world that scenes start from, such as “bridge: open”. Play changes it in the scene."
        value={body.facts}
        onChange={(v) => set('facts', v)}
      />
      <ChooseMany
        label="Lorebooks"
        kind="lorebook"
        pointer="/lorebooks"
        value={body.lorebooks}
        onChange={(v) => set('lorebooks', v)}
      />
      {id !== null && <UnderIt kind="campaign" parent={id} />}
    </>
  );
}

/** A campaign: a story within a world. */
export function CampaignEditor({ id, body, set }: EditorProps<'campaign'>) {
  return (
    <>
      <ChooseItem
        label="World"
        kind="world"
        none="Choose a world"
        pointer="/world"
        value={body.world}
        onChange={(v) => set('world', v)}
      />
      <StoryFields body={body} set={set as unknown as SetStory} />
      {id !== null && <UnderIt kind="arc" parent={id} />}
    </>
  );
}

/** An arc: a part of a campaign. */
export function ArcEditor({ body, set }: EditorProps<'arc'>) {
  return (
    <>
      <ChooseItem
        label="Campaign"
        kind="campaign"
        none="Choose a campaign"
        pointer="/campaign"
        value={body.campaign}
        onChange={(v) => set('campaign', v)}
      />
      <StoryFields body={body} set={set as unknown as SetStory} />
    </>
  );
}

interface Story {
  name: string;
  description: string;
  notes: string;
  trackers: Record<string, string>;
}

/** Both kinds have these fields, whatever else they have. */
type SetStory = <F extends keyof Story>(field: F, value: Story[F]) => void;

function StoryFields({ body, set }: { body: Story; set: SetStory }) {
  return (
    <>
      <TextField label="Name" pointer="/name" value={body.name} onChange={(v) => set('name', v)} />
      <AreaField
        label="Description"
        pointer="/description"
        hint={DESCRIPTION}
        value={body.description}
        onChange={(v) => set('description', v)}
      />
      <AreaField
        label="Notes"
        pointer="/notes"
        hint={NOTES}
        rows={5}
        value={body.notes}
        onChange={(v) => set('notes', v)}
      />
      <PairsField
        label="Trackers"
        one="Tracker"
        pointer="/trackers"
        hint="What the director keeps count of, such as “trust: low”. Scenes start from these."
        value={body.trackers}
        onChange={(v) => set('trackers', v)}
      />
    </>
  );
}
