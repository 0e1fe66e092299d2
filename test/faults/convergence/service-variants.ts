/** Variants of the service that differ from the plain one; each simulation runs on one of them. */
import type { DemoOptions } from '#main/demo/service.ts';
import type { Fault } from '#main/demo/steering/faults.ts';
import type { SteeredService } from '#main/demo/steering/steered-service.ts';
import type { HistoryDays } from '#shared/domain/sync.ts';
import type { Random } from '#test/support/random.ts';

export interface ServiceVariant {
  readonly name: string;
  readonly options: DemoOptions;
  /** Groups of operations that this service lacks. */
  readonly absent: readonly string[];
  /** Requests that it always refuses. */
  readonly refusals: readonly Fault[];
  /** It reads a larger page size as 10. */
  readonly maxLimit: number;
  /** Days of history that the user wants in the end; null: all. */
  readonly days: HistoryDays;
  /** Additional rows in the collections, so that they need more than one page. */
  readonly extraRows: number;
}

const PLAIN: ServiceVariant = {
  ...{ name: 'plain', options: {}, absent: [], refusals: [], maxLimit: 100, days: null, extraRows: 0 },
};

const DISPENSABLE = [
  ...['templates', 'schedules', 'sessions', 'bulks', 'blocking', 'notes'],
  ...['custom-fields', 'unsubscribers', 'lists', 'contacts'],
];
const REFUSABLE = [
  ...['/templates', '/schedules', '/sessions', '/bulks', '/contacts/block/list', '/notes', '/lists', '/unsubscribers'],
  ...['/customfields', '/contacts', '/replies'],
];

const KINDS: Readonly<Record<string, (random: Random) => Partial<ServiceVariant>>> = {
  plain: () => ({}),
  quirky: () => ({ options: { quirks: true } }),
  lacking: (random) => ({ absent: [random.pick(DISPENSABLE), random.pick(DISPENSABLE)] }),
  feedless: () => ({ absent: ['replies'] }),
  strict: (random) => ({
    options: { role: random.pick(['U', 'A'] as const) },
    refusals: [random.pick(REFUSABLE), random.pick(REFUSABLE)].map((path) => {
      return { kind: 'status', method: 'GET', path, status: random.pick([401, 403]) };
    }),
  }),
  stingy: (random) => ({ maxLimit: random.pick([10, 20, 50]) }),
  shallow: () => ({ days: 30 }),
  large: (random) => ({ extraRows: random.between(98, 240) }),
};
const OFTEN = ['plain', 'plain', 'plain', 'plain', 'plain', 'plain', 'quirky', 'quirky', 'lacking', 'lacking'];
const SELDOM = ['feedless', 'feedless', 'strict', 'stingy', 'shallow'];
const KIND_NAMES = [...OFTEN, ...OFTEN, ...SELDOM, 'large'];

const MOST_CONTACTS = 105;

/** A random variant, most often the plain one; `SWITCHBOARD_SERVICE_VARIANT` sets it for all simulations. */
export function chooseVariant(random: Random): ServiceVariant {
  const name = process.env['SWITCHBOARD_SERVICE_VARIANT'] ?? random.pick(KIND_NAMES);
  return { ...PLAIN, name, ...KINDS[name]?.(random) };
}

/** Configures the demo service as the variant says. */
export function applyVariant(demo: SteeredService, { absent, refusals, extraRows }: ServiceVariant): void {
  demo.settings.absent = [...absent];
  demo.faults.set(refusals);
  const { world } = demo;
  const at = demo.clock.nowAt();
  for (let count = 0; count < extraRows; count += 1) {
    const phone = `4477005${String(10_000 + count)}`;
    const name = { firstName: `Extra ${String(count)}`, lastName: '', email: '', company: '' };
    const listIds = world.lists.rows.slice(0, 1).map(({ id }) => id);
    const rest = { favorited: false, blocked: false, phoneType: 1, values: {}, tagIds: [], avatar: null };
    // The app asks for the notes of each contact, so there are just enough contacts for a second page.
    if (count < MOST_CONTACTS) world.addContact({ id: world.contacts.nextId(), phone, ...name, ...rest, listIds });
    world.templates.append({
      id: world.templates.nextId(),
      name: `Extra ${String(count)}`,
      content: '',
      lastModified: at,
    });
    world.addUnsubscribed({ id: world.unsubscribed.nextId(), phone, firstName: '', lastName: '', at });
  }
}
