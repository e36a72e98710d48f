import type { TestProject } from 'vitest/node';
import { startFakeArc } from './fake-arc';
import { startFakeModel } from './fake-model';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the fake model listens; its API is at `<url>/v1`. */
    fakeModelUrl: string;
    /** Where the fake ARC-AGI-3 server listens. */
    fakeArcUrl: string;
  }
}

/** Starts the fakes for a test project; tests reach them by `inject('fakeModelUrl')` and `inject('fakeArcUrl')`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const model = await startFakeModel({ port: Number(process.env.FAKE_MODEL_PORT ?? 0) });
  const arc = await startFakeArc({ port: Number(process.env.FAKE_ARC_PORT ?? 0) });
  project.provide('fakeModelUrl', model.url);
  project.provide('fakeArcUrl', arc.url);
  return async () => {
    await Promise.all([model.close(), arc.close()]);
  };
}
