import type { Migration } from '../../migrate.ts';

/**
 * How many were unread of a chat that was marked read and unread again: the service, which is told "unread", counts one.
 * `act_up_to` says up to which message, also where the act is over.
 */
export const restoredUnread: Migration = {
  id: 23,
  name: '0023-restored-unread',
  up: (db) => {
    db.exec('ALTER TABLE chats ADD COLUMN act_unread INTEGER');
  },
};
