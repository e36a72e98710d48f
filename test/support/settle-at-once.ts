import { env } from 'cloudflare:workers';
import { roomDeps } from '../../durable-objects/lib/room/deps';

// Tests read the spending of a room right after its round.
roomDeps(env).settleAfterMs = 0;
