/** Scheduled texts of the main in memory: kept, listed and answered by the rules of the contract; none of them goes out. */
import type {
  ContractError,
  EventName,
  EventPayload,
  RequestInput,
  RequestName,
  RequestOutput,
  ScheduleScope,
  ScheduleView,
} from '#shared/contract/index.ts';
import { toPhoneKey } from '#shared/domain/phones.ts';
import { listOccurrences } from '#shared/domain/scheduling/recurrence.ts';
import { resolveTime } from '#shared/domain/scheduling/zoned-time.ts';

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };
type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
type Choices = Omit<RequestInput<'schedules.change'>, 'requestId' | 'key'>;
type Detail = Omit<RequestOutput<'schedules.get'>, 'schedule'>;

const DAY_MS = 86_400_000;
const MOST_TIMES = 5_000;
const OVER: ReadonlySet<ScheduleView['state']> = new Set(['done', 'stopped', 'cancelled', 'dropped']);
const ASKING: ReadonlySet<ScheduleView['state']> = new Set(['asking', 'refused', 'paused']);
const missing: ContractError = { code: 'not-found', detail: null, fields: {}, retryAfterMs: null };

/** To one person, once, kept by the service: tomorrow at ten in London. */
export function buildSchedule(
  changes: Partial<Omit<ScheduleView, 'recipients'>> & {
    readonly recipients?: Partial<ScheduleView['recipients']>;
  } = {},
): ScheduleView {
  const phone = changes.recipients?.phone === undefined ? '447700900318' : changes.recipients.phone;
  return {
    key: 'own:aaaaaaaaaaaaaaaaaaaa',
    keeper: 'service',
    state: 'coming',
    work: null,
    question: null,
    missedAt: null,
    problem: null,
    undoableUntil: null,
    text: 'Hi Deborah, Biscuit is booked in for Friday.',
    filledText: changes.text ?? 'Hi Deborah, Biscuit is booked in for Friday.',
    from: null,
    time: null,
    summary: '',
    nextAt: null,
    lastAt: null,
    endAt: null,
    overAt: null,
    endsOnReply: false,
    quietReason: null,
    price: { amount: 0.038, currency: 'GBP' },
    parts: 1,
    createdAt: 1_000,
    ...changes,
    recipients: {
      phones: phone === null ? [] : [phone],
      contactIds: [],
      listIds: [],
      listNames: [],
      hasViews: false,
      count: 1,
      name: 'Deborah Okonkwo',
      phone,
      chatId: 1,
      contactId: null,
      ...changes.recipients,
    },
  };
}

export class FakeSchedules {
  items: readonly ScheduleView[] = [];
  /** What is known of one besides; by key. */
  details: Readonly<Record<string, Partial<Detail>>> = {};
  options: RequestOutput<'schedules.options'> = {
    accountTimeZone: 'Europe/London',
    serviceTimeZones: null,
    hasServiceSchedules: true,
    recipient: null,
    lastTime: null,
    partPrice: { amount: 0.038, currency: 'GBP' },
  };
  /** Why the next creation or change is not taken; null: it is. */
  refusal: ContractError | null = null;
  now: () => number = Date.now;
  #undo = new Map<string, readonly ScheduleView[]>();
  #made = 0;
  /** Keys of ours by those of the service's that they took over. */
  readonly #since = new Map<string, string>();
  readonly #emit: Emit;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  readonly handlers: Handlers = {
    'schedules.options': () => this.options,
    'schedules.create': ({ phone, requestId: _requestId, account: _account, ...choices }) =>
      this.#create(phone, choices),
    'schedules.change': ({ key, requestId: _requestId, ...choices }) => this.#change(key, choices),
    'schedules.cancel': ({ keys }) => this.#cancel(keys),
    'schedules.undo': ({ undoId }) => {
      const before = this.#undo.get(undoId);
      if (before === undefined) return { isUndone: false };
      this.#undo.delete(undoId);
      this.#show(before);
      return { isUndone: true };
    },
    'schedules.sendNow': ({ key }) => this.#end(key, 'done'),
    'schedules.decide': ({ key, decision }) => {
      if (decision !== 'again') return this.#end(key, decision === 'send' ? 'done' : 'dropped');
      const found = this.find(key);
      if (found === null) return missing;
      this.#replace({ ...found, state: 'leaving', work: 'create', question: null, problem: null });
      return {};
    },
    'schedules.list': (input) => this.#list(input),
    'schedules.counts': () => this.#count(),
    'schedules.calendar': (input) => this.#listTimes(input),
    'schedules.get': ({ key }) => {
      const schedule = this.find(key);
      return schedule === null ? missing : { schedule, events: [], lastTime: null, ...this.details[key] };
    },
    'schedules.ofChat': ({ phone }) => ({
      items: this.#sorted('upcoming').filter(({ recipients }) => recipients.phone === toPhoneKey(phone)),
    }),
    'schedules.refresh': () => ({}),
  };

  /** One of the service that was changed here has a key of its own since, and is found by both. */
  find(key: string): ScheduleView | null {
    const since = this.#since.get(key);
    return this.items.find((one) => one.key === key) ?? this.items.find((one) => one.key === since) ?? null;
  }

  /** Something happened to one elsewhere. */
  change(key: string, changes: Partial<ScheduleView>): void {
    this.#show(this.items.map((one) => (one.key === key ? { ...one, ...changes } : one)));
  }

  #create(phone: string, choices: Choices): RequestOutput<'schedules.create'> | ContractError {
    if (this.refusal !== null) return this.refusal;
    const key = this.#toNewKey();
    const undoId = this.#keepUndo();
    const recipients = { phone: toPhoneKey(phone), name: '' };
    this.#show([...this.items, this.#take(buildSchedule({ key, recipients, createdAt: this.now() }), choices)]);
    return { key, chatId: 1, undoId };
  }

  #change(key: string, choices: Choices): RequestOutput<'schedules.change'> | ContractError {
    if (this.refusal !== null) return this.refusal;
    const found = this.find(key);
    if (found === null) return missing;
    const undoId = this.#keepUndo();
    const own = found.key.startsWith('service:') ? this.#toNewKey() : found.key;
    this.#since.set(found.key, own);
    const taken = this.#take({ ...found, question: null, problem: null, missedAt: null }, choices);
    this.#show(this.items.map((one) => (one.key === found.key ? { ...taken, key: own } : one)));
    return { key: own, undoId };
  }

  #toNewKey(): string {
    this.#made += 1;
    return `own:${'a'.repeat(19)}${String.fromCodePoint(96 + this.#made)}`;
  }

  #cancel(keys: readonly string[]): RequestOutput<'schedules.cancel'> {
    const undoId = this.#keepUndo();
    this.#show(
      this.items.map((one) =>
        keys.includes(one.key) ? { ...one, state: 'cancelled', nextAt: null, overAt: this.now() } : one,
      ),
    );
    return { count: keys.length, undoId };
  }

  #take(view: ScheduleView, choices: Choices): ScheduleView {
    const { text, from, keeper, time, endsOnReply, quietReason } = choices;
    const isService = keeper === 'service';
    const state = isService ? ('leaving' as const) : ('coming' as const);
    const work = isService ? (view.nextAt === null ? ('create' as const) : ('change' as const)) : null;
    const [next] = listOccurrences(time, { after: this.now(), limit: 1 });
    return {
      ...view,
      text,
      filledText: text,
      from,
      keeper,
      time,
      endsOnReply,
      quietReason,
      state,
      work,
      nextAt: next?.at ?? null,
    };
  }

  #end(key: string, state: 'done' | 'dropped'): Record<never, never> | ContractError {
    const found = this.find(key);
    if (found === null) return missing;
    const isOver = found.time?.rule == null;
    const ended = isOver ? { state, nextAt: null } : { state: 'coming' as const };
    this.#replace({ ...found, ...ended, question: null, missedAt: null, lastAt: this.now() });
    return {};
  }

  #list({ scope, query, limit, cursor }: RequestInput<'schedules.list'>): RequestOutput<'schedules.list'> {
    const words = query.trim().toLowerCase();
    const all = this.#sorted(scope).filter(({ text, recipients }) =>
      `${text} ${recipients.name} ${recipients.phone ?? ''} ${recipients.listNames.join(' ')}`
        .toLowerCase()
        .includes(words),
    );
    const start = Number(cursor ?? 0);
    const end = start + limit;
    return { items: all.slice(start, end), cursor: end < all.length ? String(end) : null, total: all.length };
  }

  #count(): RequestOutput<'schedules.counts'> {
    const count = (scope: ScheduleScope): number => this.#sorted(scope).length;
    const { items } = this.#listTimes({ scope: 'upcoming', from: this.now(), to: this.now() + 7 * DAY_MS });
    return {
      upcoming: count('upcoming'),
      recurring: count('recurring'),
      attention: count('attention'),
      done: count('done'),
      weekTexts: items.length,
      weekCharged: { amount: items.filter(({ keeper }) => keeper === 'service').length * 0.038, currency: 'GBP' },
    };
  }

  #listTimes({ scope, from, to }: RequestInput<'schedules.calendar'>): RequestOutput<'schedules.calendar'> {
    const items = this.#sorted(scope)
      .flatMap((view) =>
        toTimes(view, from, to).map((at) => ({
          ...{ key: view.key, at, keeper: view.keeper, state: view.state },
          name: view.recipients.name === '' ? view.recipients.listNames.join(', ') : view.recipients.name,
          phone: view.recipients.phone,
          text: view.text.slice(0, 120),
          isRecurring: view.time?.rule != null,
        })),
      )
      .sort((one, other) => one.at - other.at);
    return { items: items.slice(0, MOST_TIMES), isCut: items.length > MOST_TIMES };
  }

  #sorted(scope: ScheduleScope): readonly ScheduleView[] {
    const fits = (view: ScheduleView): boolean => {
      if (scope === 'done') return OVER.has(view.state);
      if (OVER.has(view.state)) return false;
      if (scope === 'attention') return ASKING.has(view.state);
      return scope === 'upcoming' || view.time?.rule != null;
    };
    const toAt = (view: ScheduleView): number => view.missedAt ?? view.nextAt ?? view.lastAt ?? 0;
    const direction = scope === 'done' ? -1 : 1;
    return this.items.filter(fits).sort((one, other) => direction * (toAt(one) - toAt(other)));
  }

  #keepUndo(): string {
    const undoId = `schedules-${String(this.#undo.size + 1)}`;
    this.#undo.set(undoId, this.items);
    return undoId;
  }

  #replace(view: ScheduleView): void {
    this.#show(this.items.map((one) => (one.key === view.key ? view : one)));
  }

  #show(items: readonly ScheduleView[]): void {
    this.items = items;
    this.#emit('schedules.changed', {});
  }
}

function toTimes(view: ScheduleView, from: number, to: number): readonly number[] {
  const { time, nextAt } = view;
  if (OVER.has(view.state)) return [view.overAt ?? view.lastAt ?? 0].filter((at) => at >= from && at < to);
  if (time === null) return nextAt !== null && nextAt >= from && nextAt < to ? [nextAt] : [];
  if (time.rule !== null)
    return listOccurrences(time, { after: from - 1, before: to, limit: MOST_TIMES }).map(({ at }) => at);
  const { at } = resolveTime(time);
  return at >= from && at < to ? [at] : [];
}
