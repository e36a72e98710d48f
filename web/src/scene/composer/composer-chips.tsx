import type { ComponentChildren } from 'preact';
import type { AnyScene } from '../who';
import type { DraftText } from './use-draft';

interface ChipsProps {
  personas: AnyScene['personas'];
  speaker: string | undefined;
  onPersona: (id: string) => void;
  modes: readonly (readonly [DraftText['mode'], string])[];
  mode: DraftText['mode'];
  onMode: (mode: DraftText['mode']) => void;
  /** Characters that can be addressed; null: no choice. */
  cast: AnyScene['cast'] | null;
  /** `character:<id>`; empty: everyone. */
  to: string;
  onTo: (who: string) => void;
}

/** Chips for speaker, mode and audience; each opens a native list. */
export function ComposerChips(props: ChipsProps) {
  const { personas, speaker, modes, mode, cast, to } = props;
  return (
    <div class="chips">
      {personas.length > 1 && (
        <Chip label="As" value={speaker ?? ''} onValue={props.onPersona}>
          {personas.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Chip>
      )}
      <Chip label="How" value={mode} onValue={(next) => props.onMode(next as DraftText['mode'])}>
        {modes.map(([one, word]) => (
          <option key={one} value={one}>
            {word}
          </option>
        ))}
      </Chip>
      {cast && (
        <Chip label="To" value={to} onValue={props.onTo}>
          <option value="">to everyone</option>
          {cast.map(({ id, name }) => (
            <option key={id} value={`character:${id}`}>
              to {name}
            </option>
          ))}
        </Chip>
      )}
    </div>
  );
}

function Chip(props: {
  label: string;
  value: string;
  onValue: (value: string) => void;
  children: ComponentChildren;
}) {
  return (
    <select
      class="chip"
      aria-label={props.label}
      value={props.value}
      onChange={({ currentTarget: { value } }) => props.onValue(value)}
    >
      {props.children}
    </select>
  );
}
