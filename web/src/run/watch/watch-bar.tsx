import { ChevronLeft, ChevronRight, Pause, Play, RotateCcw, SkipForward } from 'lucide';
import { Icon } from '../../kit/icon';
import { SPEEDS, type Watch } from './use-watch';

interface WatchBarProps {
  watch: Watch;
  /** Index of the frame on show, and of the newest that there is. */
  index: number;
  newest: number;
  /** The newest frame that was shown is on show, and newer ones replace it. */
  follows: boolean;
  /** The unit that the bar steps through. Default: Frame. */
  unit?: string;
  /** Name of the frame, for screen readers. */
  name: string;
  /** True if no more events can follow. */
  isOver: boolean;
  onPlay: () => void;
  onShow: (index: number) => void;
  onLive: () => void;
}

/** The bar under a board or a story: play and pause, one frame back or on, a slider through all of them, the speed, and the live end. */
export function WatchBar(props: WatchBarProps) {
  const { watch, index, newest, follows, unit = 'Frame', name, isOver, onPlay, onShow, onLive } = props;
  const isLive = !watch.isBehind && index >= newest && (follows || isOver);
  const plays = watch.plays && follows;
  const again = !plays && isLive && isOver;
  const label = plays ? 'Stop here' : again ? 'Watch from the start' : 'Keep watching from here';
  const end = isOver ? 'Jump to the end' : 'Jump to live';
  return (
    <div class="scrub">
      <button
        type="button"
        class="icon-button primary"
        aria-label={label}
        title={`${label} (K)`}
        disabled={newest < 0}
        onClick={plays ? watch.pause : onPlay}
      >
        <Icon of={plays ? Pause : again ? RotateCcw : Play} />
      </button>
      <button
        type="button"
        class="plain icon-button"
        aria-label={`Previous ${unit}`}
        disabled={index <= 0}
        onClick={() => onShow(index - 1)}
      >
        <Icon of={ChevronLeft} />
      </button>
      <input
        type="range"
        aria-label={unit}
        aria-valuetext={name}
        min={0}
        max={Math.max(1, newest)}
        value={Math.max(0, index)}
        disabled={newest < 1}
        onInput={(moved) => onShow(Number(moved.currentTarget.value))}
      />
      <button
        type="button"
        class="plain icon-button"
        aria-label={`Next ${unit}`}
        disabled={index >= newest}
        onClick={() => onShow(index + 1)}
      >
        <Icon of={ChevronRight} />
      </button>
      <select
        aria-label="Speed"
        title="Speed"
        value={watch.speed}
        onChange={(change) => watch.setSpeed(Number(change.currentTarget.value))}
      >
        {SPEEDS.map((speed) => (
          <option key={speed} value={speed}>
            {speed === 0.5 ? '½' : speed}×
          </option>
        ))}
      </select>
      <button
        type="button"
        class="to-live"
        disabled={isLive}
        onClick={onLive}
        aria-label={end}
        title={`${end} (L)`}
      >
        <Icon of={SkipForward} />
        <span>{end}</span>
      </button>
    </div>
  );
}
