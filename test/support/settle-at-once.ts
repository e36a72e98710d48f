import { env } from 'cloudflare:workers';
import { roomDeps } from '../../durable-objects/lib/room/deps';

// Tests read what a room spent right after its round.
roomDeps(env).settleAfterMs = 0;
