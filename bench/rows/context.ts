import type { Door } from '../lib/client';
import type { FakeEndpoint } from '../lib/fake-endpoint';
import type { Build, Servers } from '../lib/servers';

export interface Bench {
  servers: Servers;
  build: Build;
  stage: Door;
  withoutOutbox: Door;
  floor: Door;
  model: FakeEndpoint;
  quick: boolean;
  long: boolean;
}
