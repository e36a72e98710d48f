import { type Bound, bindFields } from '../../kit/form/bind-fields';
import { AreaField, TextField } from '../../kit/form/fields';
import { PairsField } from '../../kit/form/list-fields';
import { ChooseItem } from '../choose-item';
import { ChooseMany } from '../choose-many';
import { UnderIt } from '../under-it';
import type { EditorProps } from './editor';

export function WorldEditor({ id, body, set }: EditorProps<'world'>) {
  const field = bindFields(body, set);
  return (
    <>
      <AboutFields name={field('name')} description={field('description')} notes={field('notes')} />
      <PairsField
        label="Facts"
        one="Fact"
        {...field('facts')}
        hint="The state of the world that scenes start from, such as “bridge: open”. Play changes it in the scene."
      />
      <ChooseMany label="Lorebooks" kind="lorebook" {...field('lorebooks')} />
      {id !== null && <UnderIt kind="campaign" parent={id} />}
    </>
  );
}

export function CampaignEditor({ id, body, set }: EditorProps<'campaign'>) {
  const field = bindFields(body, set);
  return (
    <>
      <ChooseItem label="World" kind="world" none="Choose a world" {...field('world')} />
      <AboutFields name={field('name')} description={field('description')} notes={field('notes')} />
      <TrackersField {...field('trackers')} />
      {id !== null && <UnderIt kind="arc" parent={id} />}
    </>
  );
}

export function ArcEditor({ body, set }: EditorProps<'arc'>) {
  const field = bindFields(body, set);
  return (
    <>
      <ChooseItem label="Campaign" kind="campaign" none="Choose a campaign" {...field('campaign')} />
      <AboutFields name={field('name')} description={field('description')} notes={field('notes')} />
      <TrackersField {...field('trackers')} />
    </>
  );
}

/** Fields that worlds, campaigns and arcs share. */
function AboutFields(props: { name: Bound<string>; description: Bound<string>; notes: Bound<string> }) {
  return (
    <>
      <TextField label="Name" {...props.name} />
      <AreaField label="Description" {...props.description} hint="For yourself." />
      <AreaField
        label="Notes"
        {...props.notes}
        hint="For the models: part of every prompt of its scenes."
        rows={5}
      />
    </>
  );
}

function TrackersField(field: Bound<Record<string, string>>) {
  return (
    <PairsField
      label="Trackers"
      one="Tracker"
      {...field}
      hint="What the director keeps count of, such as “trust: low”. Scenes start from these."
    />
  );
}
