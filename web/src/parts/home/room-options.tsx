import { NumberField } from '../form/fields';
import { ChooseItem } from '../library/choose-item';

/** What a scene may cost and who answers in it; everything may be left as it is. */
export interface RoomOptions {
  profile: string;
  tokens: number | null;
  calls: number | null;
}
export const NO_OPTIONS: RoomOptions = { profile: '', tokens: null, calls: null };

/** The options as a request for a scene has them; nothing where nothing was said. */
export const toRequest = ({ profile, tokens, calls }: RoomOptions) => ({
  ...(profile !== '' && { profiles: { director: profile, character: profile } }),
  ...((tokens !== null || calls !== null) && {
    budgets: { ...(tokens !== null && { tokens }), ...(calls !== null && { calls }) },
  }),
});

/** Who answers in a scene, and how much it may spend. */
export function RoomOptionFields(props: {
  options: RoomOptions;
  onChange: (change: Partial<RoomOptions>) => void;
}) {
  const { options, onChange } = props;
  return (
    <>
      <ChooseItem
        label="Who answers"
        kind="profile"
        none="The operator's model"
        pointer="/profiles"
        value={options.profile}
        onChange={(profile) => onChange({ profile })}
      />
      <NumberField
        label="Most tokens"
        pointer="/budgets/tokens"
        placeholder="no limit"
        min={0}
        value={options.tokens}
        onChange={(tokens) => onChange({ tokens })}
      />
      <NumberField
        label="Most calls of models"
        pointer="/budgets/calls"
        placeholder="no limit"
        min={0}
        value={options.calls}
        onChange={(calls) => onChange({ calls })}
      />
    </>
  );
}
