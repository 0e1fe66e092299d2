/** Whether every scheduled text went out once or its state says why not, by the service's own record. */
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import { MINUTE_MS, toLine } from './schedule-simulation.ts';
import type { ScheduleSimulation } from './schedule-simulation.ts';

type Outbound = ScheduleSimulation['demo']['world']['outbound']['rows'][number];

/** What is told of one schedule, beside what the service sent. */
interface Told {
  readonly own: OwnSchedule;
  readonly sent: readonly Outbound[];
  /** The outbox has a text of it, and says itself why it has not left. */
  readonly isUnsent: boolean;
  readonly isSentNow: boolean;
}

export async function listFaults(
  simulation: ScheduleSimulation,
  rows: readonly OwnSchedule[],
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const own of rows) {
    const [phone = ''] = own.recipients.phones;
    if (simulation.mayDouble.has(phone)) continue;
    const sent = simulation.demo.world.outbound.rows.filter(
      ({ receiver, text }) => receiver === phone && text.startsWith('Schedule s'),
    );
    const isUnsent = await simulation.hasUnsent(own);
    const told = { own, sent, isUnsent, isSentNow: simulation.sentNow.has(phone) };
    const found = simulation.recurring.has(phone) ? listFaultsOfTimes(simulation, told) : listFaultsOfOne(told);
    const words = `${toLine(own)}; sent ${JSON.stringify(sent.map(({ text, at }) => [text, at]))}`;
    faults.push(...found.map((fault) => `${fault}: ${words}`));
  }
  return [...faults, ...listOrphans(simulation, rows)];
}

function listFaultsOfOne({ own, sent, isUnsent, isSentNow }: Told): readonly string[] {
  if (sent.length > 1) return ['went out more than once'];
  const [only] = sent;
  if (own.state === 'done') {
    if (only === undefined) return isUnsent ? [] : ['is said to have gone out, and did not'];
    return only.text === own.text ? [] : ['went out with other words than those that are said'];
  }
  if (only === undefined || (isSentNow && own.state !== 'cancelled')) return [];
  return own.question === 'unclear' ? [] : ['went out, and its state does not say so'];
}

/** No time of a recurring one twice. Those that this computer keeps wait in the outbox, each with a reference of its own. */
function listFaultsOfTimes({ demo }: ScheduleSimulation, { sent, isSentNow }: Told): readonly string[] {
  const toReference = ({ sessionId }: Outbound): string => demo.world.sessions.find(sessionId)?.referenceId ?? '';
  const isOfOutbox = (message: Outbound): boolean => /^[a-z2-7]{20}$/.test(toReference(message));
  const ofOutbox = sent.filter(isOfOutbox).map(toReference);
  const times = sent.filter((message) => !isOfOutbox(message)).map(({ at }) => at);
  times.sort((one, other) => one - other);
  const isTwice = times.some((at, index) => index > 0 && at - (times[index - 1] ?? 0) < MINUTE_MS);
  return [
    ...(isTwice && !isSentNow ? ['two of its times went out together'] : []),
    ...(new Set(ofOutbox).size < ofOutbox.length ? ['a text of the outbox went out twice'] : []),
  ];
}

/** Schedules of the service about which this computer would not know. */
function listOrphans({ demo }: ScheduleSimulation, rows: readonly OwnSchedule[]): readonly string[] {
  const ours = new Set(rows.map(({ id }) => String(id)));
  const known = new Set(rows.filter(({ state }) => state === 'coming').map(({ serviceId }) => serviceId));
  const kept = rows.filter(({ state }) => state === 'refused' || state === 'asking');
  for (const { replacesId } of kept) known.add(replacesId);
  return demo.world.schedules.rows
    .filter(({ nextAt, order }) => nextAt !== null && ours.has(order.referenceId?.split('.')[0] ?? ''))
    .filter(({ id }) => !known.has(id))
    .map(({ id, order }) => `the service still has ${String(id)}, ${order.text} (${String(order.referenceId)})`);
}
