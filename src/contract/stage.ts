import { z } from 'zod';

/** Information about the stage that a page needs before sign-in. */
export const stageView = z
  .object({
    demo: z.boolean().describe('True if visitors without a key can start a demo with `POST /v1/demo`'),
    passkeys: z.boolean().describe('True if people can save their seats with passkeys'),
    worldCode: z.boolean().describe('True if runs may execute programs that models write (`world: "code"`)'),
    localModels: z
      .boolean()
      .describe('True if the operator can connect models on this machine, as under `npm start`'),
    visitor: z
      .object({
        email: z.string(),
        owner: z.boolean().describe('True if this address owns the tenant; its requests need no key'),
      })
      .nullable()
      .describe('The visitor according to Cloudflare Access. Null if unknown'),
  })
  .meta({ id: 'StageView' });
export type StageView = z.infer<typeof stageView>;
