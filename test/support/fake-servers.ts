import type { TestProject } from 'vitest/node';
import { startFakeArc } from './fake-arc';
import { startFakeModel } from './fake-model';
import { startFakeReceiver } from './fake-receiver';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the fake model listens; its API is at `<url>/v1`. */
    fakeModelUrl: string;
    /** Where the fake ARC-AGI-3 server listens. */
    fakeArcUrl: string;
    /** Where the fake receiver of webhooks listens. */
    fakeReceiverUrl: string;
  }
}

/** Starts the fakes for a test project; tests reach them by `inject('fakeModelUrl')` and `inject('fakeArcUrl')`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const model = await startFakeModel({ port: Number(process.env.FAKE_MODEL_PORT ?? 0) });
  const arc = await startFakeArc({ port: Number(process.env.FAKE_ARC_PORT ?? 0) });
  const receiver = await startFakeReceiver();
  project.provide('fakeReceiverUrl', receiver.url);
  project.provide('fakeModelUrl', model.url);
  project.provide('fakeArcUrl', arc.url);
  return async () => {
    await Promise.all([model.close(), arc.close(), receiver.close()]);
  };
}
