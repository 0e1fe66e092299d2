import type { Migration } from '../../migrate.ts';

/**
 * By its reference a schedule is found again whose creation had no answer; schedules that are here get theirs as they are read
 * the next time. `messages_paused`: messages that the service has stopped before their time.
 */
export const scheduleReferences: Migration = {
  id: 20,
  name: '0020-schedule-references',
  up: (db) => {
    db.exec(`
      ALTER TABLE schedules ADD COLUMN reference_id TEXT;
      CREATE INDEX schedules_by_reference ON schedules (reference_id) WHERE reference_id IS NOT NULL;
      CREATE INDEX schedules_timeless ON schedules (id) WHERE is_completed = 0 AND next_at IS NULL;
      CREATE INDEX schedules_by_send ON schedules (send_id) WHERE send_id IS NOT NULL;
      CREATE INDEX messages_paused ON messages (session_id)
        WHERE sequence = 'out' AND kind = 'text' AND letter = 'p' AND session_id IS NOT NULL;
    `);
  },
};
