/** Templates of the main in memory, and a few contacts whose values are merged, by the contract. */
import type {
  ContractError,
  EventName,
  EventPayload,
  RequestInput,
  RequestName,
  RequestOutput,
  TemplateView,
} from '#shared/contract/index.ts';
import {
  fillFields,
  listFields,
  listUnknownFields,
  STANDARD_FIELDS,
  toFilledText,
} from '#shared/domain/merge-fields.ts';
import { measureText } from '#shared/domain/segments.ts';

type Handlers = { [Name in RequestName]?: (input: RequestInput<Name>) => RequestOutput<Name> | ContractError };
type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;
type Text = Pick<TemplateView, 'content' | 'fallbacks'>;

const missing: ContractError = { code: 'not-found', detail: null, fields: {}, retryAfterMs: null };

export function buildTemplate(changes: Partial<TemplateView> = {}): TemplateView {
  return {
    key: 'service:1',
    keeper: 'service',
    name: 'Visit reminder',
    content: 'Hi {First name}, {Pet} is booked for Friday.',
    shortcut: 'visit',
    fallbacks: {},
    modifiedAt: 1_790_000_000_000,
    usedCount: 0,
    lastUsedAt: null,
    ...changes,
  };
}

/** A contact with the values of its fields. */
export interface MergedPerson {
  readonly contactId: number;
  readonly name: string;
  readonly phone: string;
  readonly values: Readonly<Record<string, string>>;
}

export class FakeTemplates {
  items: readonly TemplateView[] = [];
  canServiceKeep = true;
  customFields: readonly string[] = ['Pet', 'Vet'];
  people: readonly MergedPerson[] = [
    {
      contactId: 1,
      name: 'Deborah Okonkwo',
      phone: '447700900318',
      values: { 'First name': 'Deborah', Pet: 'Biscuit', Phone: '447700900318' },
    },
    { contactId: 2, name: 'Tom Abara', phone: '447700900319', values: { 'First name': 'Tom', Phone: '447700900319' } },
    {
      contactId: 3,
      name: 'مريم الخطيب',
      phone: '447700900320',
      values: { 'First name': 'مريم', Pet: 'لولو', Phone: '447700900320' },
    },
  ];
  /** A contact who is not among those that a text is shown for, unless asked for. */
  hiddenId: number | null = null;
  #nextId = 100;
  readonly #deleted = new Map<string, readonly TemplateView[]>();
  readonly #emit: Emit;

  constructor(emit: Emit) {
    this.#emit = emit;
  }

  readonly handlers: Handlers = {
    'templates.list': () => ({ items: [...this.items], canServiceKeep: this.canServiceKeep }),
    'templates.create': ({ requestId: _, keeper, ...words }) => {
      this.#nextId += 1;
      const key = keeper === 'service' ? `service:${String(this.#nextId)}` : `own:${String(this.#nextId)}`;
      const made = buildTemplate({ ...words, keeper, key });
      this.#set([...this.items, made]);
      return made;
    },
    'templates.update': ({ requestId: _, base: __, key, ...words }) => {
      const before = this.items.find((item) => item.key === key);
      if (before === undefined) return missing;
      const isMoved = words.keeper !== before.keeper;
      const after = {
        ...before,
        ...words,
        key: isMoved ? `${words.keeper === 'service' ? 'service' : 'own'}:m1` : key,
      };
      this.#set(this.items.map((item) => (item.key === key ? after : item)));
      return after;
    },
    'templates.delete': ({ keys }) => {
      const gone = this.items.filter(({ key }) => keys.includes(key));
      if (gone.length === 0) return missing;
      const undoId = `undo-${String(this.#deleted.size + 1)}`;
      this.#deleted.set(undoId, gone);
      this.#set(this.items.filter(({ key }) => !keys.includes(key)));
      return { count: gone.length, undoId };
    },
    'templates.undo': ({ undoId }) => {
      const gone = this.#deleted.get(undoId);
      if (gone === undefined) return missing;
      this.#set([...this.items, ...gone]);
      return { keys: gone.map(({ key }) => key) };
    },
    'templates.used': ({ key }) => {
      this.#set(
        this.items.map((item) => (item.key === key ? { ...item, usedCount: item.usedCount + 1, lastUsedAt: 1 } : item)),
      );
      return {};
    },
    'templates.fields': ({ phone }) => {
      const values = this.#findValues(phone);
      const fields = this.#fields.map((name) => ({
        name,
        isCustom: this.customFields.includes(name),
        peopleCount: this.people.filter((person) => person.values[name] !== undefined).length,
        value: values[name] ?? null,
      }));
      return { fields, contactsCount: this.people.length };
    },
    'templates.fill': ({ content, fallbacks, phone }) => {
      const person = this.people.find((one) => one.phone === phone);
      const values = this.#findValues(phone);
      const pieces = fillFields(content, { values, fallbacks, knownFields: this.#fields });
      return { pieces, contactId: person?.contactId ?? null, name: person?.name ?? '' };
    },
    'templates.preview': ({ contactIds, ...text }) => ({
      people: this.#preview(text).filter(({ contactId }) =>
        contactIds === null ? contactId !== this.hiddenId : contactIds.includes(contactId),
      ),
    }),
    'templates.measure': (text) => {
      const people = this.#preview(text);
      const lengths = people.map(({ length }) => length);
      const parts = [...new Set(people.map((person) => person.parts))].sort();
      const toEmpty = (field: string) => ({
        field,
        peopleCount: this.people.filter((person) => person.values[field] === undefined).length,
      });
      return {
        contactsCount: people.length,
        shortest: Math.min(...lengths),
        longest: Math.max(...lengths),
        partsCounts: parts.map((count) => ({
          parts: count,
          peopleCount: people.filter((person) => person.parts === count).length,
        })),
        empty: [
          ...listFields(text.content, this.#fields).map((field) => ({ ...toEmpty(field), isKnown: true })),
          ...listUnknownFields(text.content, this.#fields).map((field) => ({ ...toEmpty(field), isKnown: false })),
        ],
        partPrice: { amount: 0.038, currency: 'GBP' },
      };
    },
  };

  /** Another client changed them. */
  change(items: readonly TemplateView[]): void {
    this.#set(items);
  }

  get #fields(): readonly string[] {
    return [...STANDARD_FIELDS, ...this.customFields];
  }

  #findValues(phone: string | null): Readonly<Record<string, string>> {
    return this.people.find((person) => person.phone === phone)?.values ?? {};
  }

  #set(items: readonly TemplateView[]): void {
    this.items = items;
    this.#emit('templates.changed', {});
  }

  #preview({ content, fallbacks }: Text): RequestOutput<'templates.preview'>['people'] {
    const people = this.people.map(({ values, ...person }) => {
      const pieces = fillFields(content, { values, fallbacks, knownFields: this.#fields });
      const { units, parts, alphabet } = measureText(toFilledText(pieces));
      return { ...person, pieces, length: units, parts, isUnicode: alphabet === 'unicode', isLongest: false };
    });
    const longest = Math.max(...people.map(({ length }) => length));
    return people.map((person) => ({ ...person, isLongest: person.length === longest }));
  }
}
