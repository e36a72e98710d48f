import { Drawer } from '../../kit/drawer';
import { Check } from '../../kit/form/typed-field';
import { giveSigns, mayVibrate, type TurnSigns } from './tell-turn';

interface TurnSignsProps {
  signs: TurnSigns;
  onChange: (change: Partial<TurnSigns>) => void;
  onClose: () => void;
}

/** Chooses how this browser tells that it is the visitor's turn. */
export function TurnSignsDrawer({ signs, onChange, onClose }: TurnSignsProps) {
  const canVibrate = mayVibrate();
  const choose = (change: Partial<TurnSigns>) => {
    onChange(change);
    // Heard or felt once, so that nobody is startled later; and the press lets the browser do it then.
    void giveSigns({ sound: false, vibration: false, ...change });
  };
  return (
    <Drawer title="Tell me when it is my turn" onClose={onClose}>
      <div class="turn-signs">
        <p>
          While you are elsewhere, the tab of this page shows how much was said. When it is your turn, it can
          also call you. The choice is for this browser, and for all scenes in it.
        </p>
        <Check label="A short sound" checked={signs.sound} onChange={(sound) => choose({ sound })} />
        <Check
          label="Vibration, on a phone"
          checked={signs.vibration && canVibrate}
          disabled={!canVibrate}
          onChange={(vibration) => choose({ vibration })}
        />
        {!canVibrate && (
          <p class="quiet small">This device does not vibrate, or asks pages for less motion.</p>
        )}
        <p class="quiet small">
          Browsers stay silent until you have pressed something on the page. A phone that sleeps hears
          nothing.
        </p>
      </div>
    </Drawer>
  );
}
