interface ModuleRunner {
  import(id: string): Promise<unknown>;
}

/*
 * The pool imports the Worker again at every call of a Durable Object, and each import queries the Node
 * process twice, which both workers share. The Worker cannot change during a run, so import it once.
 */
const { moduleRunner } = (globalThis as unknown as { __vitest_mocker__: { moduleRunner: ModuleRunner } })
  .__vitest_mocker__;
const importModule = moduleRunner.import.bind(moduleRunner);
const modules = new Map<string, unknown>();
moduleRunner.import = async (id) => {
  // Share modules, not promises: workerd cancels a promise with the request that created it.
  if (!modules.has(id)) modules.set(id, await importModule(id));
  return modules.get(id);
};
