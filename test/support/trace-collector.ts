import type { TestProject } from 'vitest/node';
import { startFakeReceiver } from './fake-receiver';

/** Starts the trace collector of the project `shards`. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const receiver = await startFakeReceiver(Number(process.env.FAKE_COLLECTOR_PORT ?? 0));
  project.provide('fakeReceiverUrl', receiver.url);
  return receiver.close;
}
