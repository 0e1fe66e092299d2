/**
 * Schedules of this computer and of the service as one, as SQL. One of ours stands for the service's that it became (by its id,
 * else by the reference that its creation carried), and for the one that it replaces while that work goes on.
 */

/**
 * Id of the service's schedule that a row of `own_schedules`, called `own`, became; null: it is not there. One that was moved to
 * this computer may still carry the id and the reference of before.
 */
export const JOINED_ID = `CASE own.keeper WHEN 'service' THEN coalesce(
  (SELECT made.id FROM schedules AS made WHERE made.id = own.service_id AND made.id IS NOT own.replaces_id),
  (SELECT min(made.id) FROM schedules AS made INDEXED BY schedules_by_reference
    WHERE made.reference_id = own.reference_id AND made.id IS NOT own.replaces_id)) END`;

/** Whether work that is under way takes the service's schedule with this id away, or has taken it away already. */
export const toIsLeavingSql = (id: string): string => `(
  EXISTS (SELECT 1 FROM own_schedules INDEXED BY own_schedules_replacing WHERE replaces_id = ${id} AND over_at IS NULL)
  OR EXISTS (SELECT 1 FROM own_schedules INDEXED BY own_schedules_by_service
    WHERE service_id = ${id} AND over_at IS NOT NULL AND keeper = 'service'))`;

/** Rows of `schedule_targets`, called `theirs`, that are still to come. */
export const IS_COMING = `NOT ${toIsLeavingSql('theirs.schedule_id')}`;
/** Rows of `own_schedule_targets`, called `ours`, that are to come and of which the service does not tell by itself. */
export const IS_OURS_COMING = `ours.at IS NOT NULL
  AND (SELECT ${JOINED_ID} FROM own_schedules AS own WHERE own.seq = ours.schedule_seq) IS NULL`;

/** Whether one of ours stands for a row of `schedules`, called `theirs`. */
const IS_OURS = `(
  EXISTS (SELECT 1 FROM own_schedules AS own INDEXED BY own_schedules_replacing
    WHERE own.replaces_id = theirs.id AND own.over_at IS NULL)
  OR EXISTS (SELECT 1 FROM own_schedules AS own INDEXED BY own_schedules_by_service
    WHERE own.service_id = theirs.id AND theirs.id = ${JOINED_ID})
  OR EXISTS (SELECT 1 FROM own_schedules AS own INDEXED BY own_schedules_by_reference
    WHERE own.reference_id = theirs.reference_id AND theirs.id = ${JOINED_ID}))`;

/** Whether the service has stopped the texts of that send before their time. */
const toIsPausedSql = (sendId: string): string => `EXISTS (
  SELECT 1 FROM messages INDEXED BY messages_paused
  WHERE session_id = ${sendId} AND sequence = 'out' AND kind = 'text' AND letter = 'p')`;

/** After all times: of schedules whose next time is not known. */
const NO_TIME = 8_640_000_000_000_000;

/** One schedule as the user sees it, in its place: by `at`, then by `key`. */
export interface ScheduleEntry {
  readonly key: string;
  /** Of the row of `own_schedules`; null: only the service has it. */
  readonly seq: number | null;
  /** Of the row of `schedules`; null: it is not at the service. */
  readonly schedule_id: number | null;
  /** Of one that is not over its next time, or the one that is asked about; else when it was over. */
  readonly at: number;
  readonly is_done: number;
  readonly is_recurring: number;
  readonly is_attention: number;
  readonly is_paused: number;
}

const OWN_AT = `
  CASE
    WHEN own.over_at IS NOT NULL AND own.state = 'done' THEN coalesce(own.last_at, made.last_at, own.over_at)
    WHEN own.over_at IS NOT NULL THEN own.over_at
    WHEN own.state = 'asking' THEN coalesce(own.missed_at, own.next_at, own.changed_at)
    WHEN own.state = 'refused' THEN coalesce(own.next_at, own.missed_at, own.changed_at)
    WHEN own.state = 'coming' AND made.is_completed = 1
      THEN coalesce(made.last_at, made.end_at, own.last_at, own.next_at, own.changed_at)
    WHEN own.state = 'coming' THEN coalesce(made.next_at, own.next_at, ${NO_TIME})
    ELSE coalesce(own.next_at, ${NO_TIME})
  END`;

const toOwnSql = (condition: string): string => `
  SELECT 'own:' || own.id AS key, own.seq, made.id AS schedule_id, ${OWN_AT} AS at,
    own.over_at IS NOT NULL OR (own.state = 'coming' AND coalesce(made.is_completed, 0) = 1) AS is_done,
    own.rule IS NOT NULL AS is_recurring,
    own.state IN ('asking', 'refused') OR ${toIsPausedSql('made.send_id')} AS is_attention,
    ${toIsPausedSql('made.send_id')} AS is_paused
  FROM own_schedules AS own LEFT JOIN schedules AS made ON made.id = ${JOINED_ID} WHERE ${condition}`;

const toServiceSql = (condition: string): string => `
  SELECT 'service:' || theirs.id AS key, NULL AS seq, theirs.id AS schedule_id,
    CASE WHEN theirs.is_completed = 1 THEN coalesce(theirs.last_at, theirs.end_at, theirs.next_at, theirs.created_at, 0)
      ELSE coalesce(theirs.next_at, ${NO_TIME}) END AS at,
    theirs.is_completed AS is_done, theirs.rule IS NOT NULL AS is_recurring,
    ${toIsPausedSql('theirs.send_id')} AS is_attention, ${toIsPausedSql('theirs.send_id')} AS is_paused
  FROM schedules AS theirs WHERE ${condition} AND NOT ${IS_OURS}`;

interface EntryConditions {
  readonly own?: string;
  /** Null: only those that this computer made. */
  readonly theirs?: string | null;
}

/** Rows of `ScheduleEntry`, in no order. The conditions are about `own` and about `theirs`. */
export function toEntriesSql({ own = 'TRUE', theirs = 'TRUE' }: EntryConditions = {}): string {
  return theirs === null ? toOwnSql(own) : `${toOwnSql(own)} UNION ALL ${toServiceSql(theirs)}`;
}
