/** A process that writes sends and prints the id of each once the store acknowledged it. */
import { createStore } from '#main/store/store.ts';
import { NOON, buildSend } from '#test/unit/store/builders.ts';

const [, , folder = '', turns = '1', each = '1'] = process.argv;
for (let turn = 1; turn <= Number(turns); turn += 1) {
  // Closing writes the log into the file, and the next turn begins a new log.
  const store = await createStore({ folder, now: () => NOON, readers: 1 });
  for (let count = 1; count <= Number(each); count += 1) {
    await store.createSend({ send: buildSend(`s${turn}-${count}`) });
    process.stdout.write(`s${turn}-${count}\n`);
  }
  await store.dispose();
}
