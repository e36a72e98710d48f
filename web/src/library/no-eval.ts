import { z } from 'zod';

// Zod compiles checks with `new Function` if it can. The pages' policy forbids that, and browsers report even the
// attempt. Import this module before any schema is created.
z.config({ jitless: true });
