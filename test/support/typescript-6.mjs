import { registerHooks } from 'node:module';

// Loaded by `node --import`: what asks for `typescript` gets the last version that has the old API of the compiler.
registerHooks({
  resolve: (specifier, context, next) =>
    next(specifier === 'typescript' ? 'typescript-6' : specifier, context),
});
