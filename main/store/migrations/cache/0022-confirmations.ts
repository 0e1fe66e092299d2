import { isCourtesy } from '#shared/domain/courtesy.ts';
import { isTextableNumber, toPhoneKey } from '#shared/domain/phones.ts';
import type { Migration } from '../../migrate.ts';
import { recountWaiting } from './0021-courtesies.ts';

const OUR_TEXTS = `
  SELECT text FROM messages INDEXED BY messages_by_phone
  WHERE phone = ? AND at = ? AND sequence = 'out' AND kind = 'text'`;
const FORGET_UNTEXTABLE = 'UPDATE chats SET waiting_since = NULL, is_waiting = 0 WHERE id = ?';

/** The "YES" that we asked for needs no reply, nor does a sender that cannot be texted. */
export const confirmations: Migration = {
  id: 22,
  name: '0022-confirmations',
  up: (db) => {
    recountWaiting(db, ({ phone, answered_at: at }) => {
      const listOurs = (): string[] => db.all<{ text: string }>(OUR_TEXTS, [phone, at]).map(({ text }) => text);
      return (text) => isCourtesy(text, () => listOurs().join(' '));
    });
    for (const { id, phone } of db.all<{ id: number; phone: string }>(
      'SELECT id, phone FROM chats WHERE is_waiting = 1',
    ))
      if (!isTextableNumber(toPhoneKey(phone))) db.run(FORGET_UNTEXTABLE, [id]);
  },
};
