import type { LibraryBody } from '../../../../src/contract/library';
import { area, type FieldList, Fields, pairs, text } from '../../kit/form/field-list';
import { ChooseItem } from '../choose-item';
import { ChooseMany } from '../choose-many';
import { UnderIt } from '../under-it';
import type { EditorProps } from './editor';

/** Fields that worlds, campaigns and arcs share. */
const ABOUT = {
  name: text('Name'),
  description: area('Description', { hint: 'For you only.' }),
  notes: area('Notes', { hint: 'For the models: added to every prompt of its scenes.', rows: 5 }),
};
const TRACKERS = pairs('Trackers', {
  one: 'Tracker',
  hint: 'Values the director keeps up to date, such as “trust: low”. Scenes start with these.',
});

const WORLD: FieldList<LibraryBody<'world'>> = {
  ...ABOUT,
  facts: pairs('Facts', {
    one: 'Fact',
    hint: 'The initial state of the world, such as “bridge: open”. It changes during play.',
  }),
  lorebooks: { draw: (field) => <ChooseMany label="Lorebooks" kind="lorebook" {...field} /> },
};
const CAMPAIGN: FieldList<LibraryBody<'campaign'>> = {
  world: { draw: (field) => <ChooseItem label="World" kind="world" none="Choose a world" {...field} /> },
  ...ABOUT,
  trackers: TRACKERS,
};
const ARC: FieldList<LibraryBody<'arc'>> = {
  campaign: {
    draw: (field) => <ChooseItem label="Campaign" kind="campaign" none="Choose a campaign" {...field} />,
  },
  ...ABOUT,
  trackers: TRACKERS,
};

export const WorldEditor = ({ id, body, change }: EditorProps<'world'>) => (
  <>
    <Fields fields={WORLD} values={body} onChange={change} />
    {id !== null && <UnderIt kind="campaign" parent={id} />}
  </>
);

export const CampaignEditor = ({ id, body, change }: EditorProps<'campaign'>) => (
  <>
    <Fields fields={CAMPAIGN} values={body} onChange={change} />
    {id !== null && <UnderIt kind="arc" parent={id} />}
  </>
);

export const ArcEditor = ({ body, change }: EditorProps<'arc'>) => (
  <Fields fields={ARC} values={body} onChange={change} />
);
