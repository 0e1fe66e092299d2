import type { Migration } from '../../migrate.ts';

/**
 * The inbox of callbacks. `received_at`: when it came that made it wait · `last_at`: when it last came. AUTOINCREMENT: the
 * number of a forgotten event never comes back, so that whoever reads on from a number misses nothing. Triggers count,
 * because counting the rows at every callback would cost more than keeping them.
 */
export const callbacks: Migration = {
  id: 6,
  name: '0006-callbacks',
  up: (db) => {
    db.exec(`
      CREATE TABLE callback_events (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
        message_id INTEGER NOT NULL,
        letter TEXT NOT NULL,
        phone TEXT,
        reference_id TEXT,
        happened_at INTEGER,
        received_at INTEGER NOT NULL,
        last_at INTEGER NOT NULL,
        times INTEGER NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('waiting', 'confirmed', 'refuted')),
        settled_at INTEGER CHECK ((settled_at IS NULL) = (state = 'waiting')),
        UNIQUE (direction, message_id, letter)
      ) STRICT;
      CREATE INDEX callback_events_waiting ON callback_events (seq) WHERE state = 'waiting';
      CREATE INDEX callback_events_settled ON callback_events (settled_at) WHERE settled_at IS NOT NULL;

      CREATE TABLE callback_counts (
        state TEXT PRIMARY KEY CHECK (state IN ('waiting', 'confirmed', 'refuted')),
        count INTEGER NOT NULL
      ) STRICT;
      INSERT INTO callback_counts (state, count) VALUES ('waiting', 0), ('confirmed', 0), ('refuted', 0);
      CREATE TRIGGER callback_events_added AFTER INSERT ON callback_events BEGIN
        UPDATE callback_counts SET count = count + 1 WHERE state = new.state;
      END;
      CREATE TRIGGER callback_events_moved AFTER UPDATE OF state ON callback_events BEGIN
        UPDATE callback_counts SET count = count - 1 WHERE state = old.state;
        UPDATE callback_counts SET count = count + 1 WHERE state = new.state;
      END;
      CREATE TRIGGER callback_events_gone AFTER DELETE ON callback_events BEGIN
        UPDATE callback_counts SET count = count - 1 WHERE state = old.state;
      END;
    `);
  },
};
