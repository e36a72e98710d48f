import { readConfig } from '../../src/config';
import type { JsonObject } from '../../src/contract/json';
import { framePng } from '../../src/explore/png';
import { makeCapabilityMemory } from '../../src/model/capability';
import { makeGateway } from '../../src/model/gateway';
import type { Provider } from '../../src/model/provider';
import { makeOpenAiProvider } from '../../src/model/providers/openai';
import { UNDERSTUDY } from '../../src/model/understudy';
import type { RoomDeps } from './room-core';

let shared: RoomDeps | null = null;

/** What rooms need from outside, made once for the rooms that share an isolate (and what they learn of endpoints). */
export function roomDeps(env: Env): RoomDeps {
  if (shared) return shared;
  const { openai, outbox, debugOutput } = readConfig(env);
  const now = () => Date.now();
  const providers: Record<string, Provider> = {};
  if (openai) providers.openai = makeOpenAiProvider({ ...openai, png: framePng, now });
  const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const log = (entry: JsonObject) => console.log('output', JSON.stringify(entry));
  const capability = makeCapabilityMemory();
  const gateway = makeGateway({
    providers,
    understudy: UNDERSTUDY,
    capability,
    sleep,
    now,
    ...(debugOutput && { log }),
  });
  shared = { gateway, capability, outbox };
  return shared;
}
