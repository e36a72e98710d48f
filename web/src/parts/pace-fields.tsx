import type { PaceRules } from '../../../src/contract/pace';
import type { SettingsDraft } from '../settings-form';

const MODES: Record<PaceRules['turnMode'], string> = {
  immediate: 'at once, with everything that is said',
  gather: 'when everybody has spoken, or the time is up',
  manual: 'when I begin it',
};
const isMode = (value: string): value is PaceRules['turnMode'] => value in MODES;

/** When a round begins. */
export function PaceFields(props: { draft: SettingsDraft; set: (change: Partial<SettingsDraft>) => void }) {
  const { draft, set } = props;
  return (
    <fieldset class="pace-fields">
      <legend class="sr-only">Pace</legend>
      <label class="field">
        <span>A round begins</span>
        <select
          value={draft.turnMode}
          onChange={({ currentTarget: { value } }) => isMode(value) && set({ turnMode: value })}
        >
          {Object.entries(MODES).map(([mode, words]) => (
            <option key={mode} value={mode}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {draft.turnMode === 'gather' && (
        <>
          <label class="field">
            <span>Seconds it waits for the others</span>
            <input
              type="number"
              min={1}
              max={604_800}
              required
              value={draft.gatherSeconds}
              onInput={(typed) => set({ gatherSeconds: typed.currentTarget.value })}
            />
          </label>
          <label class="tick">
            <input
              type="checkbox"
              checked={draft.hideLines}
              onChange={(ticked) => set({ hideLines: ticked.currentTarget.checked })}
            />
            What players say is hidden until it begins
          </label>
        </>
      )}
      {draft.turnMode !== 'manual' && (
        <label class="field">
          <span>Seconds it is held back while somebody types; nothing: as usual</span>
          <input
            type="number"
            min={0}
            max={60}
            value={draft.holdForTyping}
            onInput={(typed) => set({ holdForTyping: typed.currentTarget.value })}
          />
        </label>
      )}
    </fieldset>
  );
}
