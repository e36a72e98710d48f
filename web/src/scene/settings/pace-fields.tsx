import type { PaceRules } from '../../../../src/contract/pace';
import { Options } from '../../kit/form/options';
import { Check, TypedField } from '../../kit/form/typed-field';
import type { SettingsDraft } from './settings-form';

const MODES: Record<PaceRules['turnMode'], string> = {
  immediate: 'at once, with everything that is said',
  gather: 'when everybody has spoken, or the time is up',
  manual: 'when I begin it',
};
const isMode = (value: string): value is PaceRules['turnMode'] => value in MODES;

export function PaceFields(props: { draft: SettingsDraft; set: (change: Partial<SettingsDraft>) => void }) {
  const { draft, set } = props;
  return (
    <fieldset>
      <legend class="sr-only">Pace</legend>
      <label class="field">
        A round begins
        <select
          value={draft.turnMode}
          onChange={({ currentTarget: { value } }) => isMode(value) && set({ turnMode: value })}
        >
          <Options of={Object.entries(MODES)} />
        </select>
      </label>
      {draft.turnMode === 'gather' && (
        <>
          <TypedField
            label="Seconds it waits for the others"
            isNumber
            min={1}
            max={604_800}
            required
            value={draft.gatherSeconds}
            onText={(text) => set({ gatherSeconds: text })}
          />
          <Check
            label="What players say is hidden until it begins"
            checked={draft.hideLines}
            onChange={(hideLines) => set({ hideLines })}
          />
        </>
      )}
      {draft.turnMode !== 'manual' && (
        <TypedField
          label="Seconds it is held back while somebody types. Left empty: as usual"
          isNumber
          min={0}
          max={60}
          value={draft.holdForTyping}
          onText={(text) => set({ holdForTyping: text })}
        />
      )}
    </fieldset>
  );
}
