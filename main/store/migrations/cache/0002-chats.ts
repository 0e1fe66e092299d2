import type { Migration } from '../../migrate.ts';

/**
 * Chats as the service keeps them, then what is worked out here: `shelf` (0 open, 1 closed, 2 hidden), the last item
 * (`last_…`; `last_key` null when only the service's summary is known) and `sort_at`, the key of the list.
 */
export const chats: Migration = {
  id: 2,
  name: '0002-chats',
  up: (db) => {
    db.exec(`
      CREATE TABLE chats (
        id INTEGER PRIMARY KEY,
        phone TEXT NOT NULL,
        contact_id INTEGER,
        first_name TEXT NOT NULL,
        last_name TEXT NOT NULL,
        company TEXT NOT NULL,
        avatar_href TEXT,
        is_blocked INTEGER NOT NULL,
        is_unsubscribed INTEGER NOT NULL,
        unread_count INTEGER NOT NULL,
        updated_at INTEGER,
        status TEXT NOT NULL CHECK (status IN ('active', 'closed', 'deleted', 'unknown')),
        is_muted INTEGER NOT NULL,
        muted_until INTEGER,
        is_pinned INTEGER NOT NULL,
        service_text TEXT NOT NULL,
        service_direction TEXT CHECK (service_direction IN ('in', 'out', 'call-in', 'call-out')),
        sender TEXT,
        country TEXT,
        shelf INTEGER NOT NULL,
        last_at INTEGER,
        last_text TEXT NOT NULL DEFAULT '',
        last_direction TEXT,
        last_letter TEXT,
        last_key TEXT,
        sort_at INTEGER NOT NULL DEFAULT 0,
        is_complete INTEGER NOT NULL DEFAULT 0
      ) STRICT;
      CREATE INDEX chats_by_shelf ON chats (shelf, is_pinned DESC, sort_at DESC, id);
      CREATE INDEX chats_unread ON chats (shelf, is_pinned DESC, sort_at DESC, id, is_muted, muted_until)
        WHERE unread_count > 0;
      CREATE INDEX chats_by_phone ON chats (phone);
    `);
  },
};
