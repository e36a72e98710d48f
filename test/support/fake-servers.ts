import type { TestProject } from 'vitest/node';
import { startFakeAccess } from './fake-access';
import { startFakeArc } from './fake-arc';
import { startFakeDiscord } from './fake-discord';
import { startFakeModel } from './fake-model';
import { startFakeReceiver } from './fake-receiver';
import { startFakeVendors } from './fake-vendors';
import { RECORDED, startRoomShelf } from './room-shelf';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The API is at `<url>/v1`. */
    fakeModelUrl: string;
    fakeArcUrl: string;
    /** The API is at `<url>/api/v10`. */
    fakeDiscordUrl: string;
    fakeAccessUrl: string;
    fakeReceiverUrl: string;
    /** Reads and writes the files of test/fixtures/rooms. */
    roomShelfUrl: string;
    /** The fixtures that this run writes: `rooms`, `answers` or `''`. */
    recorded: string;
  }
}

/** Starts the fakes for a test project; tests get their addresses with `inject('fakeModelUrl')` and so on. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const model = await startFakeModel({ port: Number(process.env.FAKE_MODEL_PORT ?? 0) });
  const arc = await startFakeArc({ port: Number(process.env.FAKE_ARC_PORT ?? 0) });
  const vendors = await startFakeVendors(Number(process.env.FAKE_VENDORS_PORT ?? 0));
  const discord = await startFakeDiscord(Number(process.env.FAKE_DISCORD_PORT ?? 0));
  const access = await startFakeAccess(Number(process.env.FAKE_ACCESS_PORT ?? 0));
  const receiver = await startFakeReceiver();
  const shelf = await startRoomShelf();
  project.provide('roomShelfUrl', shelf.url);
  project.provide('recorded', RECORDED);
  project.provide('fakeAccessUrl', access.url);
  project.provide('fakeReceiverUrl', receiver.url);
  project.provide('fakeDiscordUrl', discord.url);
  project.provide('fakeModelUrl', model.url);
  project.provide('fakeArcUrl', arc.url);
  return async () => {
    const servers = [model, arc, vendors, discord, access, receiver, shelf];
    await Promise.all(servers.map((one) => one.close()));
  };
}
