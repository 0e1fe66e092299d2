import type { Simulation } from './simulation.ts';

interface NoticeRow {
  readonly key: string;
  readonly state: string;
}

/** What is wrong with what a person was told: a message told twice, one that does not exist, or one passed over. */
export function listNoticeFaults({ told, app, demo, kills, quiet }: Simulation): string[] {
  const rows = new Map(
    app.store.db.all<NoticeRow>('SELECT key, state FROM notices').map(({ key, state }) => [key, state]),
  );
  const floor = findFloor(app);
  const incoming = demo.world.inbound.rows.map(({ id, sender }) => ({ id, sender, key: `in:${String(id)}` }));
  const newestId = Math.max(0, ...[...told.keys()].map((key) => Number(key.slice(3))), ...incoming.map(({ id }) => id));
  const twice = [...told].filter(([, times]) => times > 1).map(([key]) => `told twice: ${key}`);
  const invented = [...told.keys()].filter((key) => !key.startsWith('in:') || Number(key.slice(3)) > newestId);
  const due = [...rows].filter(([, state]) => state === 'due').map(([key]) => `still to be told: ${key}`);
  // A kill between taking and telling is the one way in which a text may have been taken and not told.
  const lost = [...rows]
    .filter(([key, state]) => state === 'told' && !told.has(key))
    .map(([key]) => `not told: ${key}`);
  const passedOver = incoming
    .filter(({ id, key, sender }) => id > floor && !rows.has(key) && !quiet.has(sender))
    .map(({ key }) => `passed over: ${key}`);
  return [...twice, ...invented, ...due, ...(kills === 0 ? lost : []), ...passedOver];
}

/** Up to here everything was there before, or was told by a cache that is gone. */
function findFloor(app: Simulation['app']): number {
  const row = app.store.db.get<{ value: number }>(`SELECT value FROM sync_marks WHERE key = 'notices.floor'`);
  return row?.value ?? Infinity;
}
