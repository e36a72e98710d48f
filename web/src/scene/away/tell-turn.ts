/** How this browser signals the visitor's turn; all off by default. */
export interface TurnSigns {
  sound: boolean;
  vibration: boolean;
}

export const NO_SIGNS: TurnSigns = { sound: false, vibration: false };

/** Two notes, the second a fourth above the first: hertz, and seconds from the start. */
const NOTES = [
  { pitch: 587.33, at: 0 },
  { pitch: 783.99, at: 0.16 },
];
const NOTE_SECONDS = 0.35;
const LOUDNESS = 0.12;
/** Milliseconds of vibration, pause, vibration. */
const SHAKES = [70, 60, 120];

let audio: AudioContext | null = null;

/** True if this device can vibrate and reduced motion is not set. */
export const supportsVibration = (): boolean =>
  typeof navigator.vibrate === 'function' && !matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Gives the chosen signals. Skips those that the browser blocks until an interaction. */
export async function signalTurn({ sound, vibration }: TurnSigns): Promise<void> {
  // Browsers block vibration and sound before an interaction.
  if (navigator.userActivation?.hasBeenActive === false) return;
  if (vibration && supportsVibration()) navigator.vibrate(SHAKES);
  if (sound) await playTone();
}

/** Plays a short generated tone, if the browser allows it. */
async function playTone(): Promise<void> {
  audio ??= new AudioContext();
  if (audio.state === 'suspended') await audio.resume().catch(() => undefined);
  if (audio.state !== 'running') return;
  for (const { pitch, at } of NOTES) {
    const start = audio.currentTime + at;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0001, start + NOTE_SECONDS);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + NOTE_SECONDS);
  }
}
