import { type Machine, spend } from '../machine';
import { byteAt, putByte, putWord, wordAt } from '../memory';
import { definer } from './define';

/** Opcodes of the object tree, attributes and properties. For what is no object they answer 0 or false. */
export function addObjectOpcodes(machine: Machine): void {
  const { core, memory, limit, objects, story } = machine;
  const { act, lead } = definer(machine);

  lead('jin', ([object = 0, into = 0], ins) => core.branch(ins, objects.parent(object) === into));
  lead('test_attr', ([object = 0, attribute = 0], ins) => core.branch(ins, objects.has(object, attribute)));
  act('set_attr', ([object = 0, attribute = 0]) => objects.give(object, attribute, true));
  act('clear_attr', ([object = 0, attribute = 0]) => objects.give(object, attribute, false));
  act('insert_obj', ([object = 0, into = 0]) => spend(machine, objects.insert(object, into) / 4));
  act('remove_obj', ([object = 0]) => spend(machine, objects.remove(object) / 4));
  act('get_parent', ([object = 0], ins) => core.store(ins, objects.parent(object)));
  for (const [name, read] of [
    ['get_sibling', objects.sibling],
    ['get_child', objects.child],
  ] as const)
    lead(name, ([object = 0], ins) => {
      const objectId = read(object);
      core.store(ins, objectId);
      return core.branch(ins, objectId !== 0);
    });

  act('get_prop', ([object = 0, number = 0], ins) => {
    const property = objects.property(object, number);
    if (!property) core.store(ins, objects.usual(number));
    else
      core.store(
        ins,
        property.length === 1 ? byteAt(memory, property.address) : wordAt(memory, property.address),
      );
  });
  act('get_prop_addr', ([object = 0, number = 0], ins) =>
    core.store(ins, objects.property(object, number)?.address ?? 0),
  );
  act('get_next_prop', ([object = 0, number = 0], ins) =>
    core.store(ins, objects.nextProperty(object, number)),
  );
  act('get_prop_len', ([address = 0], ins) => {
    const head = address === 0 ? 0 : byteAt(memory, address - 1);
    if (address === 0) core.store(ins, 0);
    else if (story.version === 3) core.store(ins, (head >> 5) + 1);
    else if (head & 0x80) core.store(ins, head & 63 || 64);
    else core.store(ins, head & 0x40 ? 2 : 1);
  });
  act('put_prop', ([object = 0, number = 0, value = 0]) => {
    const property = objects.property(object, number);
    if (!property) throw new Error(`object ${object} has no property ${number}`);
    if (property.length === 1) putByte(memory, limit, property.address, value & 0xff);
    else putWord(memory, limit, property.address, value);
  });
}
