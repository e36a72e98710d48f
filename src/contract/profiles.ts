import { z } from 'zod';

export const PROVIDERS = ['understudy', 'openai'] as const;

/** How one agent role talks to a model. A profile names a provider, never a URL (Design §5). */
export const profile = z
  .strictObject({
    provider: z
      .enum(PROVIDERS)
      .optional()
      .meta({ description: 'Default: `openai` when the operator has set a key, else `understudy`' }),
    model: z.string().min(1).max(200).optional().meta({ description: "Default: the operator's MODEL" }),
    temperature: z.number().min(0).max(2).optional(),
    maxTokens: z
      .int()
      .min(16)
      .max(32_000)
      .optional()
      .meta({ description: 'Most tokens an answer may have. Default 800' }),
    maxContextTokens: z
      .int()
      .min(500)
      .max(1_000_000)
      .optional()
      .meta({ description: 'The model window. Default 16000' }),
    timeoutSeconds: z
      .number()
      .min(0.05)
      .max(600)
      .optional()
      .meta({ description: 'Of one call. Default: CALL_TIMEOUT_S' }),
    mayEmit: z
      .array(z.string().regex(/^[a-z][a-z.]{0,39}$/))
      .min(1)
      .max(20)
      .optional()
      .meta({ description: 'Kinds a talking agent may emit. Default ["say"]' }),
  })
  .meta({ id: 'Profile' });
export type Profile = z.infer<typeof profile>;

/** A profile with every default applied; frozen into the room when it is created. */
export interface ResolvedProfile {
  provider: (typeof PROVIDERS)[number];
  model: string;
  temperature: number;
  maxTokens: number;
  maxContextTokens: number;
  timeoutSeconds: number;
  mayEmit: string[];
}
