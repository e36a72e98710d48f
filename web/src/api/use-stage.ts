import { useEffect, useState } from 'preact/hooks';
import type { StageView } from '../../../src/contract/stage';
import { sendJson } from './api';

let reading: Promise<StageView | null> | undefined;

/** Loads the server's features once per page; null if it did not respond. */
export const readStage = (): Promise<StageView | null> => {
  reading ??= sendJson<StageView>('/stage', { asStranger: true }).then((reply) =>
    reply.ok ? reply.value : null,
  );
  return reading;
};

/** Returns the server's features; undefined until loaded, or if the page does not need them. */
export function useStage(isNeeded = true): StageView | null | undefined {
  const [view, setView] = useState<StageView | null>();
  useEffect(() => {
    if (isNeeded) void readStage().then(setView);
  }, [isNeeded]);
  return view;
}
