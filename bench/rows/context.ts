import type { Door } from '../lib/client';
import type { FakeEndpoint } from '../lib/fake-endpoint';
import type { Build, Servers } from '../lib/servers';

/** Inputs of every measurement. */
export interface Bench {
  servers: Servers;
  build: Build;
  /** The stage as it is deployed. */
  stage: Door;
  /** The same with its outbox switched off. */
  withoutOutbox: Door;
  floor: Door;
  model: FakeEndpoint;
  quick: boolean;
  long: boolean;
}
