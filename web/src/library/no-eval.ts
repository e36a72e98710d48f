import { z } from 'zod';

// zod compiles its checks with `new Function` where that works. The policy of these pages forbids it, and the browser
// would report even the attempt. Import this module before any schema is made.
z.config({ jitless: true });
