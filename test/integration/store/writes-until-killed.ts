/** A process that writes sends until it is killed, and says which ones are safe. */
import { createStore } from '#main/store/store.ts';
import { NOON, buildChat, buildMessage, buildSend } from '#test/unit/store/builders.ts';

const folder = process.argv[2] ?? '';
const store = await createStore({ folder, now: () => NOON, readers: 1 });
await store.commitChats({ chats: [buildChat(1)] });
for (let count = 1; ; count += 1) {
  const messages = Array.from({ length: 300 }, (_, index) => buildMessage(`in:${count * 300 + index}`));
  const cursor = { headId: count, tailId: count * 300 + 299, isComplete: false, tailPage: 1 };
  const large = store.commitMessages({ messages, source: 'page', feed: { name: 'inbound', cursor } });
  await store.createSend({ send: buildSend(`s${count}`) });
  process.stdout.write(`s${count}\n`);
  await large;
}
