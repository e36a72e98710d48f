import { useEffect, useState } from 'preact/hooks';
import type { StageView } from '../../../src/contract/stage';
import { sendJson } from './api';

let reading: Promise<StageView | null> | undefined;

/** Asks, once for the page, what the stage offers; null when it did not answer. */
export const readStage = (): Promise<StageView | null> => {
  reading ??= sendJson<StageView>('/stage', { asStranger: true }).then((reply) =>
    reply.ok ? reply.value : null,
  );
  return reading;
};

/** Returns what the stage offers; undefined until it has answered. */
export function useStage(): StageView | null | undefined {
  const [view, setView] = useState<StageView | null>();
  useEffect(() => void readStage().then(setView), []);
  return view;
}
