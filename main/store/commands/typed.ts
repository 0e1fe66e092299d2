/** What people type and choose on this computer. */
import type { OwnedCommand } from './command.ts';

const SAVE_DRAFT = `
  INSERT INTO drafts (phone, text, updated_at) VALUES (?, ?, ?)
  ON CONFLICT (phone) DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at`;
const SAVE_SETTING = `
  INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`;

/** An empty draft is none. */
export const saveDraft: OwnedCommand<'saveDraft'> = {
  file: 'owned',
  own: ({ owned, cache, changes }, { phone, text, at }) => {
    const stored = owned.get<{ text: string }>('SELECT text FROM drafts WHERE phone = ?', [phone])?.text ?? '';
    if (stored === text) return { output: undefined, follow: () => undefined };
    if (text === '') owned.run('DELETE FROM drafts WHERE phone = ?', [phone]);
    else owned.run(SAVE_DRAFT, [phone, text, at]);
    changes.addOutbox();
    return {
      output: undefined,
      follow: () => {
        const chats = cache.all<{ id: number }>('SELECT id FROM chats WHERE phone = ?', [phone]);
        for (const { id } of chats) changes.addChat(id);
      },
    };
  },
};

export const saveSetting: OwnedCommand<'saveSetting'> = {
  file: 'owned',
  own: ({ owned }, { key, value }) => {
    owned.run(SAVE_SETTING, [key, value]);
    return { output: undefined, follow: () => undefined };
  },
};
