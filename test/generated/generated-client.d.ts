/** The client is generated when a test runs; `drive-scene.ts` is compiled against it there. */
declare module 'generated-client';
declare module 'generated-client/client';
