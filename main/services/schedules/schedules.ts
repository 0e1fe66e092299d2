/** Scheduled texts of one open account: those that this computer keeps, the work at the service, and the calendar. */
import type { Store } from '#main/store/api.ts';
import type { Log } from '#main/platform/log.ts';
import { isAppError } from '#shared/domain/app-error.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import type { ScheduleTime } from '#shared/domain/scheduling/schedule-time.ts';
import { ScheduleCalendar } from './calendar.ts';
import { ComputerSchedules } from './computer-schedules.ts';
import type { ComputerSchedulesParts } from './computer-schedules.ts';
import type { ScheduleService, TimeZoneService } from './ports.ts';
import { sendScheduleOver } from './schedule-send.ts';
import { ServiceFirings } from './service-firings.ts';
import { ServiceScheduleWork } from './work/service-schedule-work.ts';
import type { ScheduleWorkParts } from './work/work-parts.ts';

export interface SchedulesParts extends Omit<ComputerSchedulesParts, 'log' | 'store'> {
  readonly store: Store;
  readonly log: Log;
  readonly service: ScheduleService & TimeZoneService;
  readonly wait: ScheduleWorkParts['wait'];
  /** A text that the service sent: its ticks and its chat are looked for. */
  readonly onSent: (phone: PhoneKey) => void;
  /** The service's schedules are read again soon. */
  readonly readSoon: () => void;
}

/** Key of the time that was chosen last, in the account's owned rows. */
const LAST_TIME = 'schedules.lastTime';
const DAY_MS = 86_400_000;
/** So long those that are over are shown. */
const KEPT_MS = 180 * DAY_MS;
/** The choice of a time opens without the zones of the service where these take longer. */
const LONGEST_ASK_MS = 1_500;
/** What lies within seven days moves with the clock. */
const WEEK_KEPT_MS = 60_000;

interface Week {
  readonly texts: number;
  readonly charged: number | null;
}

export class Schedules {
  readonly calendar: ScheduleCalendar;
  readonly #parts: SchedulesParts;
  readonly #computer: ComputerSchedules;
  readonly #work: ServiceScheduleWork;
  readonly #firings: ServiceFirings;
  #timeZones: readonly string[] | null = null;
  #askingZones: Promise<readonly string[] | null> | null = null;
  #week: { readonly at: number; readonly counted: Promise<Week> } | null = null;

  constructor(parts: SchedulesParts) {
    this.#parts = parts;
    this.calendar = new ScheduleCalendar(parts);
    this.#computer = new ComputerSchedules(parts);
    this.#firings = new ServiceFirings(parts);
    const { store, now, onFired, onSent } = parts;
    this.#work = new ServiceScheduleWork({
      ...parts,
      sendNow: (own) => sendScheduleOver({ store, now, onFired }, own),
      sync: { messageSent: onSent },
      onKeptHere: () => this.#computer.look(),
    });
  }

  open(): void {
    this.#computer.look();
    this.#firings.look();
    this.#work.open();
    void this.#expire();
  }

  /** One was made, changed, cancelled or decided about; or the computer woke. */
  look(): void {
    this.#firings.decided();
    this.#computer.look();
    this.#work.wake();
  }

  cameOnline(): void {
    this.#computer.look();
    this.#work.cameOnline();
  }

  becameWritable(): void {
    this.#computer.look();
    this.#work.becameWritable();
  }

  /** Messages came: a person may have written. */
  messagesChanged(): void {
    this.#computer.messagesChanged();
  }

  /** Schedules, here or at the service, are others than before. */
  changed(): void {
    this.#week = null;
    this.#firings.look();
    this.#work.settle();
  }

  /** Of the next seven days. Kept until schedules change. Rejects with `disk`. */
  async countWeek(): Promise<Week> {
    const at = this.#parts.now();
    if (this.#week !== null && Math.abs(at - this.#week.at) < WEEK_KEPT_MS) return await this.#week.counted;
    const counted = this.calendar.count({ from: at, to: at + 7 * DAY_MS });
    const week = { at, counted };
    this.#week = week;
    counted.catch(() => {
      if (this.#week === week) this.#week = null;
    });
    return await counted;
  }

  /** The zones that the service takes; asked for once. Null: it could not be asked, or takes its time to answer. */
  async listServiceTimeZones(): Promise<readonly string[] | null> {
    if (this.#timeZones !== null) return this.#timeZones;
    this.#askingZones ??= this.#askTimeZones().finally(() => (this.#askingZones = null));
    const tooLong = Promise.withResolvers<null>();
    const stopTimer = this.#parts.startTimer(() => tooLong.resolve(null), LONGEST_ASK_MS);
    const zones = await Promise.race([this.#askingZones, tooLong.promise]);
    stopTimer();
    return zones;
  }

  async #askTimeZones(): Promise<readonly string[] | null> {
    try {
      const zones = await this.#parts.service.listTimeZones({ priority: 'user' });
      this.#timeZones = zones.map(({ name }) => name);
    } catch (error) {
      if (!isAppError(error)) throw error;
    }
    return this.#timeZones;
  }

  /** Never rejects because of the disk: the text is scheduled by then, and the user must not be told otherwise. */
  async keepLastTime(time: ScheduleTime): Promise<void> {
    const { store, log } = this.#parts;
    try {
      await store.saveSetting({ key: LAST_TIME, value: JSON.stringify(time) });
    } catch (error) {
      if (!isAppError(error)) throw error;
      log.warn('schedules.lastTimeNotKept', {}, error);
    }
  }

  /** As it was kept; null: none was chosen yet. */
  async findLastTime(): Promise<unknown> {
    const { [LAST_TIME]: kept } = await this.#parts.store.getSettings({});
    if (kept === undefined) return null;
    const time: unknown = JSON.parse(kept);
    return time;
  }

  async #expire(): Promise<void> {
    const { store, log, now } = this.#parts;
    try {
      await store.expireOwnSchedules({ before: now() - KEPT_MS });
    } catch (error) {
      log.warn('schedules.notExpired', {}, error);
    }
  }

  async dispose(): Promise<void> {
    await this.#firings.dispose();
    await this.#computer.dispose();
    await this.#work.dispose();
  }
}
