import { useNow } from '../kit/use-now';
import { timeLeftText } from './demo-seat';
import './demo.css';

/** Counts down a demo visitor's remaining time. */
export function DemoClock({ endsAt }: { endsAt: string | null | undefined }) {
  const now = useNow(true);
  if (!endsAt) return null;
  const remainingMs = Date.parse(endsAt) - now;
  return (
    <p class={`demo-clock${remainingMs < 30_000 ? ' soon' : ''}`} role="timer">
      <span class="demo-clock-time">{timeLeftText(remainingMs)}</span> left of your two minutes
    </p>
  );
}
