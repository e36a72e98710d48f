import { z } from 'zod';

/** Says what a page has to know of the stage before anybody has shown a credential. */
export const stageView = z
  .object({
    demo: z.boolean().describe('Somebody without a key may play here for two minutes: `POST /v1/demo`'),
    passkeys: z.boolean().describe('People may keep their seats under passkeys here'),
    visitor: z
      .object({
        email: z.string(),
        owner: z.boolean().describe('The address owns the tenant: requests without a key are the owner’s'),
      })
      .nullable()
      .describe('Who asks, as Cloudflare Access says it; null where it says nothing'),
  })
  .meta({ id: 'StageView' });
export type StageView = z.infer<typeof stageView>;
