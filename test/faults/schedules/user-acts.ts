/** What a user does about scheduled texts, and another program of the account. */
import type { RequestInput } from '#shared/contract/index.ts';
import type { OwnSchedule } from '#shared/domain/scheduling/own-schedule.ts';
import { toScheduleKey } from '#shared/domain/scheduling/own-schedule.ts';
import { toWall } from '#shared/domain/scheduling/zoned-time.ts';
import { MINUTE_MS } from './schedule-simulation.ts';
import type { ScheduleSimulation } from './schedule-simulation.ts';

const ZONES = ['Europe/London', 'America/New_York', 'Asia/Kathmandu'];

/** One number for each schedule, so that the service's record tells them apart. */
export function toPhone(number: number): string {
  return `4477008${String(10_000 + number)}`;
}

/** A word for each version of each schedule. */
const toText = (number: number, version: number): string => `Schedule s${String(number)} v${String(version)}`;

const readNumber = (text: string): number => Number(/ s(\d+) /.exec(text)?.[1] ?? 0);

type Choices = Omit<RequestInput<'schedules.change'>, 'requestId' | 'key'>;

function choose(simulation: ScheduleSimulation, number: number): Choices {
  const { random, clock } = simulation;
  const timeZone = random.pick(ZONES);
  const at = clock.now() + random.pick([2, 3, 5, 12, 30, 90]) * MINUTE_MS;
  const rule = random.happens(25) ? 'FREQ=HOURLY;COUNT=3' : null;
  simulation.count += 1;
  if (rule !== null) simulation.recurring.add(toPhone(number));
  return {
    text: toText(number, simulation.count),
    from: null,
    keeper: random.happens(85) ? 'service' : 'computer',
    time: { wall: toWall(at, timeZone), timeZone, rule, overlap: 'first' },
    endsOnReply: false,
    quietReason: null,
  };
}

export async function create(simulation: ScheduleSimulation): Promise<void> {
  simulation.count += 1;
  const number = simulation.count;
  const choices = choose(simulation, number);
  const made = await simulation.ask('schedules.create', {
    ...choices,
    phone: toPhone(number),
    requestId: `request-${String(number).padStart(6, '0')}`,
  });
  if (made?.undoId != null) simulation.undoIds.push(made.undoId);
  simulation.log.push(`    ${choices.text} ${choices.keeper} ${JSON.stringify(choices.time)}`);
}

/** The service has one that this computer did not make. */
export async function createElsewhere(simulation: ScheduleSimulation): Promise<void> {
  if (simulation.demo.settings.absent.includes('schedules')) return;
  simulation.count += 1;
  const { clock, random, other, count } = simulation;
  const at = clock.trueNow() + random.pick([4, 15, 60]) * MINUTE_MS;
  const schedule = random.happens(70)
    ? { at, timeZone: 'Europe/London' }
    : { rrule: 'FREQ=HOURLY;COUNT=2', startAt: at, timeZone: 'Europe/London' };
  if ('rrule' in schedule) simulation.recurring.add(toPhone(count));
  const send = { text: toText(count, 0), phones: [toPhone(count)], schedule, createChat: true };
  const work = other.sendMessage({ ...send, referenceId: 'other' }, { priority: 'user' });
  const receipt = await clock.passUntil(work, 60 * MINUTE_MS).catch(() => null);
  if (receipt === null) return;
  simulation.app.sync.readSchedulesSoon();
  await clock.pass(random.pick([0, 2_000, 20_000]));
}

/** Another program cancels one. */
export async function deleteElsewhere(simulation: ScheduleSimulation): Promise<void> {
  const { demo, random, other, clock } = simulation;
  const rows = demo.world.schedules.rows.filter(({ nextAt }) => nextAt !== null);
  if (rows.length === 0) return;
  const { id, order } = random.pick(rows);
  simulation.log.push(`    ${order.text}`);
  const work = other.deleteSchedule({ scheduleId: id }, { priority: 'user' }).catch(() => undefined);
  await clock.passUntil(work, 60 * MINUTE_MS);
}

async function pickKey(simulation: ScheduleSimulation): Promise<{ key: string; number: number; text: string } | null> {
  const { app, clock, random } = simulation;
  const query = { scope: 'upcoming', query: '', limit: 50, cursor: null } as const;
  const { items } = await clock.passUntil(app.store.listScheduleRecords(query), 60 * MINUTE_MS);
  if (items.length === 0) return null;
  const { own, service } = random.pick(items);
  const text = own?.text ?? service?.text ?? '';
  const key = toScheduleKey(own === null ? { serviceId: service?.id ?? 0 } : { own: own.id });
  return { key, number: readNumber(text), text };
}

const toRequestId = (simulation: ScheduleSimulation): string =>
  `act-${String((simulation.count += 1)).padStart(6, '0')}`;

export async function change(simulation: ScheduleSimulation): Promise<void> {
  const picked = await pickKey(simulation);
  if (picked === null) return;
  const choices = choose(simulation, picked.number);
  simulation.log.push(`    ${picked.text} becomes ${choices.text} ${choices.keeper} ${JSON.stringify(choices.time)}`);
  const requestId = toRequestId(simulation);
  const done = await simulation.ask('schedules.change', { ...choices, key: picked.key, requestId });
  if (done?.undoId != null) simulation.undoIds.push(done.undoId);
}

export async function cancel(simulation: ScheduleSimulation): Promise<void> {
  const picked = await pickKey(simulation);
  if (picked === null) return;
  simulation.log.push(`    ${picked.text}`);
  const done = await simulation.ask('schedules.cancel', { keys: [picked.key], requestId: toRequestId(simulation) });
  if (done?.undoId != null) simulation.undoIds.push(done.undoId);
}

export async function sendNow(simulation: ScheduleSimulation): Promise<void> {
  const picked = await pickKey(simulation);
  if (picked === null) return;
  simulation.log.push(`    ${picked.text}`);
  const done = await simulation.ask('schedules.sendNow', { key: picked.key, requestId: toRequestId(simulation) });
  if (done !== null) simulation.sentNow.add(toPhone(picked.number));
}

export async function undoLast(simulation: ScheduleSimulation): Promise<void> {
  const undoId = simulation.undoIds.pop();
  if (undoId === undefined) return;
  const done = await simulation.ask('schedules.undo', { undoId, requestId: toRequestId(simulation) });
  simulation.log.push(`    ${JSON.stringify(done)}`);
}

/** Answers a question, or tries again what was refused. */
export async function decide(simulation: ScheduleSimulation): Promise<void> {
  const { random } = simulation;
  const rows = await simulation.listOwn(['asking', 'refused']);
  if (rows.length === 0) return;
  const own = random.pick(rows);
  const decision = own.state === 'refused' ? 'again' : pickDecision(simulation, own);
  const isGuess = own.question === 'unclear' && (decision !== 'drop' || own.missedAt !== null);
  if (isGuess) simulation.mayDouble.add(own.recipients.phones[0] ?? '');
  simulation.log.push(`    ${own.text}: ${String(own.question)} ${decision}`);
  const key = toScheduleKey({ own: own.id });
  await simulation.ask('schedules.decide', { key, decision, requestId: toRequestId(simulation) });
}

function pickDecision({ random }: ScheduleSimulation, own: OwnSchedule): 'send' | 'drop' | 'again' {
  const { question, missedAt } = own;
  const isOfTime = question === 'missed' || question === 'passed' || missedAt !== null;
  return random.pick(isOfTime ? (['send', 'drop'] as const) : (['again', 'drop'] as const));
}
