/** Bundled as main is: opens a store in the folder that it is given, writes, reads it back, and prints what it found. */
import { createStore } from '#main/store/store.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';

const store = await createStore({ folder: process.argv[2] ?? '', now: () => Date.UTC(2026, 10, 20) });
const phone = toPhoneKey('+44 7700 900318');
const chatId = await store.ensureChat({ phone, at: 1 });
await store.saveDraft({ phone, text: 'Half a thought', at: 2 });
const chat = await store.findChat({ chatId, phone: null });
await store.dispose();
process.stdout.write(JSON.stringify({ file: import.meta.filename, phone: chat?.phone, draft: chat?.draft }));
