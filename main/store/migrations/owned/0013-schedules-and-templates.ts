import type { Migration } from '../../migrate.ts';

const IS_COMING = `new.state IN ('leaving', 'coming') AND new.goal = 'schedule'`;
const toInsertSql = (column: 'phone' | 'contact_id', path: string): string => `
  INSERT INTO own_schedule_targets (schedule_seq, ${column}, at)
    SELECT new.seq, value, CASE WHEN ${IS_COMING} THEN new.next_at END
    FROM json_each(new.recipients, '${path}') WHERE new.over_at IS NULL;`;
const ADD = toInsertSql('phone', '$.phones') + toInsertSql('contact_id', '$.contactIds');
const TAKE = 'DELETE FROM own_schedule_targets WHERE schedule_seq = old.seq;';

/**
 * Texts that this computer scheduled, what happened to them, and templates of this computer with what it knows beside those of
 * the service. `recipients`, `problem`, `fallbacks`: JSON. `over_at`: since when a
 * schedule is over.
 *
 * `own_schedule_targets`: whom a schedule that is not over names itself, kept by triggers; `at` is null where it is not coming,
 * so that no chat shows it as scheduled. The key of an event is its place in the order in which events were written.
 */
export const schedulesAndTemplates: Migration = {
  id: 13,
  name: '0013-schedules-and-templates',
  up: (db) => {
    db.exec(`
      CREATE TABLE own_schedules (
        seq INTEGER PRIMARY KEY AUTOINCREMENT,
        id TEXT NOT NULL UNIQUE,
        keeper TEXT NOT NULL CHECK (keeper IN ('service', 'computer')),
        recipients TEXT NOT NULL,
        text TEXT NOT NULL,
        sender TEXT,
        wall TEXT NOT NULL,
        time_zone TEXT NOT NULL,
        rule TEXT,
        overlap TEXT NOT NULL CHECK (overlap IN ('first', 'second')),
        ends_on_reply INTEGER NOT NULL,
        quiet_reason TEXT,
        state TEXT NOT NULL CHECK (state IN
          ('leaving', 'coming', 'asking', 'refused', 'done', 'stopped', 'cancelled', 'dropped')),
        question TEXT CHECK (question IN ('missed', 'passed', 'not-made', 'unclear')),
        step TEXT CHECK (step IN ('held', 'delete', 'deleting', 'create', 'creating', 'send')),
        goal TEXT NOT NULL CHECK (goal IN ('schedule', 'send', 'nothing')),
        work TEXT NOT NULL CHECK (work IN ('create', 'change', 'cancel', 'send-now')),
        service_id INTEGER,
        replaces_id INTEGER,
        replaces_send_id INTEGER,
        reference_id TEXT,
        attempts INTEGER NOT NULL,
        due_at INTEGER NOT NULL,
        problem TEXT,
        next_at INTEGER,
        missed_at INTEGER,
        last_at INTEGER,
        fired_count INTEGER NOT NULL,
        last_send_id TEXT,
        created_at INTEGER NOT NULL,
        changed_at INTEGER NOT NULL,
        parts INTEGER NOT NULL,
        price REAL,
        over_at INTEGER,
        CHECK ((over_at IS NULL) = (state IN ('leaving', 'coming', 'asking', 'refused')))
      ) STRICT;
      CREATE INDEX own_schedules_open ON own_schedules (seq) WHERE over_at IS NULL;
      CREATE INDEX own_schedules_over ON own_schedules (over_at) WHERE over_at IS NOT NULL;
      CREATE INDEX own_schedules_by_state ON own_schedules (state, seq);
      CREATE INDEX own_schedules_by_service ON own_schedules (service_id) WHERE service_id IS NOT NULL;
      CREATE INDEX own_schedules_by_reference ON own_schedules (reference_id) WHERE reference_id IS NOT NULL;
      CREATE INDEX own_schedules_replacing ON own_schedules (replaces_id) WHERE replaces_id IS NOT NULL AND over_at IS NULL;
      CREATE INDEX own_schedules_by_send ON own_schedules (last_send_id) WHERE last_send_id IS NOT NULL;

      CREATE TABLE own_schedule_events (
        seq INTEGER PRIMARY KEY,
        schedule_id TEXT NOT NULL,
        at INTEGER NOT NULL,
        kind TEXT NOT NULL,
        detail TEXT NOT NULL
      ) STRICT;
      CREATE INDEX own_schedule_events_by_schedule ON own_schedule_events (schedule_id, seq);

      CREATE TABLE own_schedule_targets (
        schedule_seq INTEGER NOT NULL,
        phone TEXT,
        contact_id INTEGER,
        at INTEGER,
        CHECK ((phone IS NULL) <> (contact_id IS NULL))
      ) STRICT;
      CREATE INDEX own_schedule_targets_by_schedule ON own_schedule_targets (schedule_seq);
      CREATE INDEX own_schedule_targets_by_phone ON own_schedule_targets (phone, at) WHERE phone IS NOT NULL;
      CREATE INDEX own_schedule_targets_by_contact ON own_schedule_targets (contact_id, at) WHERE contact_id IS NOT NULL;
      CREATE TRIGGER own_schedule_added AFTER INSERT ON own_schedules BEGIN ${ADD} END;
      CREATE TRIGGER own_schedule_changed AFTER UPDATE ON own_schedules BEGIN ${TAKE} ${ADD} END;
      CREATE TRIGGER own_schedule_gone AFTER DELETE ON own_schedules BEGIN ${TAKE} END;

      CREATE TABLE own_templates (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        content TEXT NOT NULL,
        modified_at INTEGER NOT NULL
      ) STRICT;
      CREATE TABLE template_extras (
        key TEXT PRIMARY KEY,
        shortcut TEXT NOT NULL DEFAULT '',
        fallbacks TEXT NOT NULL DEFAULT '{}',
        used_count INTEGER NOT NULL DEFAULT 0,
        last_used_at INTEGER
      ) STRICT;
    `);
  },
};
