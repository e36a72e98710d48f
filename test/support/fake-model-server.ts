import type { TestProject } from 'vitest/node';
import { startFakeModel } from './fake-model';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Where the fake model listens; its API is at `<url>/v1`. */
    fakeModelUrl: string;
  }
}

/** Starts the fake model for a test project; tests reach it by `inject('fakeModelUrl')`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const fake = await startFakeModel({ port: Number(process.env.FAKE_MODEL_PORT ?? 0) });
  project.provide('fakeModelUrl', fake.url);
  return fake.close;
}
