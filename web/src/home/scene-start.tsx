import { useState } from 'preact/hooks';
import type { Template } from '../../../src/contract/scenes';
import { TextField } from '../kit/form/fields';
import { playTemplate } from './begin';
import type { Bill } from './poster';
import { RoomOptionFields } from './room-options';
import { NO_OPTIONS, toRequest } from './scene-plan';
import { StartForm } from './start-form';

export function SceneStart(props: { bill: Bill; template: Template; onClose: () => void }) {
  const { bill, template } = props;
  const [you, setYou] = useState('');
  const [options, setOptions] = useState(NO_OPTIONS);
  const [player] = template.personas.length === 1 ? template.personas : [];
  const play = () => {
    const name = you.trim();
    const personas = player && name !== '' ? [{ id: player.id, name, description: '' }] : null;
    return playTemplate(template.id, { ...(personas && { personas }), ...toRequest(options) });
  };
  return (
    <StartForm
      bill={bill}
      what={template.description}
      verbing="Starting the scene…"
      beginnings={[{ verb: 'Start the scene', onBegin: play }]}
      onClose={props.onClose}
      options={
        <RoomOptionFields
          options={options}
          onChange={(change) => setOptions((held) => ({ ...held, ...change }))}
        />
      }
    >
      <p class="quiet">With {template.characters.join(', ')}.</p>
      {player && (
        <TextField
          label="Your name"
          pointer="/personas"
          placeholder={player.name}
          value={you}
          onChange={setYou}
        />
      )}
    </StartForm>
  );
}
