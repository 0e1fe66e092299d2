/** What people type and choose on this computer. */
import type { Send } from '#shared/domain/sends.ts';
import type { OwnedCommand, WriteContext } from './command.ts';
import { followDraft } from './files.ts';

const SAVE_DRAFT = `
  INSERT INTO drafts (phone, text, updated_at) VALUES (?, ?, ?)
  ON CONFLICT (phone) DO UPDATE SET text = excluded.text, updated_at = excluded.updated_at`;
const SAVE_SETTING = `
  INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`;

const DRAFT_TEXT = 'SELECT text FROM drafts WHERE phone = ?';

/** An empty draft is none. One that was written from another text than the stored one is not taken: two windows write. */
export const saveDraft: OwnedCommand<'saveDraft'> = {
  file: 'owned',
  own: (context, { phone, text, at, base }) => {
    const { owned } = context;
    const stored = owned.get<{ text: string }>(DRAFT_TEXT, [phone])?.text ?? '';
    if (stored === text) return { output: { other: null }, follow: () => undefined };
    const isOthers = base !== undefined && stored.trim() !== '' && stored.trim() !== base.trim();
    if (isOthers) return { output: { other: stored }, follow: () => undefined };
    if (text === '') owned.run('DELETE FROM drafts WHERE phone = ?', [phone]);
    else owned.run(SAVE_DRAFT, [phone, text, at]);
    return { output: { other: null }, follow: followDraft(context, phone) };
  },
};

/**
 * What was typed is a text from now on: in the commit that writes that text, so that no end of the app leaves both. Whatever
 * else is being written to the number stays.
 */
export function takeDraftText({ owned }: WriteContext, { phone, text }: Pick<Send, 'phone' | 'text'>): void {
  const typed = owned.get<{ text: string }>(DRAFT_TEXT, [phone])?.text;
  if (typed?.trim() === text.trim()) owned.run('DELETE FROM drafts WHERE phone = ?', [phone]);
}

export const saveSetting: OwnedCommand<'saveSetting'> = {
  file: 'owned',
  own: ({ owned }, { key, value }) => {
    owned.run(SAVE_SETTING, [key, value]);
    return { output: undefined, follow: () => undefined };
  },
};
