import { Drawer } from '../../kit/drawer';
import { Check } from '../../kit/form/typed-field';
import { signalTurn, supportsVibration, type TurnSigns } from './tell-turn';

interface TurnSignsProps {
  signs: TurnSigns;
  onChange: (change: Partial<TurnSigns>) => void;
  onClose: () => void;
}

/** Settings for turn notifications in this browser. */
export function TurnSignsDrawer({ signs, onChange, onClose }: TurnSignsProps) {
  const canVibrate = supportsVibration();
  const choose = (change: Partial<TurnSigns>) => {
    onChange(change);
    // Preview it, so that it does not startle anyone later. The click also unlocks sound in the browser.
    void signalTurn({ sound: false, vibration: false, ...change });
  };
  return (
    <Drawer title="Notify me when it's my turn" onClose={onClose}>
      <div class="turn-signs">
        <p>
          While you're away, the tab title shows the number of new lines. When it's your turn, this browser
          can also alert you. The setting applies to all scenes in this browser.
        </p>
        <Check label="A short sound" checked={signs.sound} onChange={(sound) => choose({ sound })} />
        <Check
          label="Vibration (phones)"
          checked={signs.vibration && canVibrate}
          disabled={!canVibrate}
          onChange={(vibration) => choose({ vibration })}
        />
        {!canVibrate && (
          <p class="quiet small">This device cannot vibrate, or you have asked for reduced motion.</p>
        )}
        <p class="quiet small">
          Browsers stay silent until you interact with the page. A sleeping phone cannot alert you.
        </p>
      </div>
    </Drawer>
  );
}
