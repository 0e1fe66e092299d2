import type { Simulation } from './simulation.ts';

interface Named {
  readonly phone: string;
  readonly at: number;
}

const AWAY_WITHOUT_CAUSE = `
  SELECT phone, snoozed_until AS at FROM chats
  WHERE (shelf = -1 OR snoozed_until IS NOT NULL) AND NOT EXISTS (
    SELECT 1 FROM snoozes
    WHERE snoozes.phone = chats.phone AND snoozes.returned_at IS NULL AND until_at = snoozed_until AND shelf = -1)`;
const STILL_HERE = `
  SELECT chats.phone, until_at AS at FROM snoozes CROSS JOIN chats ON chats.phone = snoozes.phone
  WHERE snoozes.returned_at IS NULL AND shelf = 0`;
const OVERDUE = 'SELECT phone, until_at AS at FROM snoozes WHERE returned_at IS NULL AND until_at <= ?';
const ANSWERED = `
  SELECT messages.phone, max(at) AS at FROM snoozes CROSS JOIN messages ON messages.phone = snoozes.phone
  WHERE returned_at IS NULL AND sequence = 'in' AND kind = 'text' AND at > coalesce(up_to_at, -1)
  GROUP BY messages.phone`;

/** What is wrong with the chats that are out of the way (STORE-31, SNOOZE-1), once those that were due have come back. */
export function listSnoozeFaults({ app, clock }: Simulation): string[] {
  const list = (what: string, sql: string, params: readonly number[] = []): string[] =>
    app.store.db.all<Named>(sql, params).map(({ phone, at }) => `${what}: ${phone} ${String(at)}`);
  return [
    ...list('away without a snooze', AWAY_WITHOUT_CAUSE),
    ...list('snoozed and still here', STILL_HERE),
    ...list('overdue', OVERDUE, [clock.now()]),
    ...list('snoozed, and somebody wrote', ANSWERED),
  ];
}
