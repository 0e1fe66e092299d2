import { findCountryOf } from '../rules/countries.ts';
import type { Contact, ContactList, CustomField } from '../state/model.ts';
import { castClosed } from './cast-closed.ts';
import { castEarlier } from './cast-earlier.ts';
import { castToday } from './cast-today.ts';
import type { Language } from './language.ts';
import { listChances } from './lists.ts';
import type { FieldName } from './lists.ts';
import { origins } from './names.ts';
import type { Origin } from './names.ts';
import type { Person } from './people.ts';
import type { Random } from './random.ts';
import { toValueKey } from '../state/contact-values.ts';

/** Someone who may have a chat: with or without a contact, written by hand or invented. */
export interface Member {
  readonly phone: string;
  readonly contact: Contact | undefined;
  readonly language: Language;
  /** What their animal answers to. */
  readonly petName: string;
  readonly vet: string;
  readonly person: Person | undefined;
}

export interface RosterParts {
  readonly random: Random;
  readonly contacts: number;
  readonly lists: readonly ContactList[];
  readonly fields: readonly CustomField[];
}

const FIRST_CONTACT_ID = 220_001;
const VETS = ['Hollis', 'Marsh'] as const;
const INSURERS = ['PetSure', 'Fetchwell', 'Nine Lives Mutual'] as const;
const KINDS = ['tabby', 'collie cross', 'lurcher', 'spaniel', 'ginger cat', 'lop rabbit', 'terrier', 'moggy'] as const;
const AVATAR_SHARE = 0.12;

/** The first word or two of a pet's description: "Biscuit, cockapoo" answers to Biscuit. */
function toPetName(pet: string | undefined): string {
  return (pet ?? '').split(',')[0]?.trim() ?? '';
}

function toLanguage(person: Person): Language {
  return person.language ?? 'en';
}

/** Builds the account's people from a seed, hand-written ones first. */
export class Roster {
  readonly #parts: RosterParts;
  readonly #phones = new Set<string>();
  readonly contacts: Contact[] = [];
  /** People with a contact, in the order of their contact ids. */
  readonly members: Member[] = [];
  /** Hand-written numbers without a contact. */
  readonly strangers: Member[] = [];

  constructor(parts: RosterParts) {
    this.#parts = parts;
    for (const person of [...castToday, ...castEarlier, ...castClosed]) this.#admit(person);
    while (this.contacts.length < parts.contacts) this.#invent();
  }

  /** A number that nobody has a name for. */
  inventStranger(): Member {
    const phone = this.#inventPhone({ ownPrefix: '4477009', ownDigits: 5 });
    return { phone, contact: undefined, language: 'en', petName: 'Buster', vet: 'Hollis', person: undefined };
  }

  #admit(person: Person): void {
    const isKnown = person.first !== undefined && this.contacts.length < this.#parts.contacts;
    this.#phones.add(person.phone);
    const contact = isKnown ? this.#toContact(person) : undefined;
    const member: Member = {
      phone: person.phone,
      contact,
      language: toLanguage(person),
      petName: toPetName(person.pet) || 'Buster',
      vet: (person.vet ?? 'Dr Hollis').replace('Dr ', ''),
      person,
    };
    if (contact !== undefined) this.contacts.push(contact);
    (contact === undefined ? this.strangers : this.members).push(member);
  }

  #toContact(person: Person): Contact {
    return {
      id: FIRST_CONTACT_ID + this.contacts.length,
      firstName: person.first ?? '',
      lastName: person.last ?? '',
      email: person.email ?? '',
      phone: person.phone,
      company: person.company ?? '',
      favorited: person.favorite === true,
      blocked: person.blocked === true,
      phoneType: person.landline === true ? 0 : 1,
      listIds: this.#toListIds(person.lists ?? ['Reminders, dogs']),
      values: this.#toValues({
        Pet: person.pet ?? '',
        Insurance: person.insurance ?? '',
        Vet: person.vet ?? '',
        'Client since': person.since ?? '',
      }),
      tagIds: [],
      avatar: person.avatar ?? null,
    };
  }

  #invent(): void {
    const { random } = this.#parts;
    const origin = this.#pickOrigin();
    const [first, last, pet] = [random.pick(origin.given), random.pick(origin.family), random.pick(origin.pets)];
    const vet = random.pick(VETS);
    const id = FIRST_CONTACT_ID + this.contacts.length;
    const isEnglish = origin.language === 'en';
    const phone = this.#inventPhone(random.chance(isEnglish ? 0.04 : 0.3) ? origin : HOME);
    const contact: Contact = {
      id,
      firstName: first,
      lastName: last,
      email: isEnglish && random.chance(0.6) ? this.#inventEmail(first, last) : '',
      phone,
      company: '',
      favorited: random.chance(0.04),
      blocked: random.chance(0.012),
      phoneType: findCountryOf(phone) === undefined ? 10 : 1,
      listIds: this.#toListIds(listChances.filter(([, odds]) => random.chance(odds)).map(([name]) => name)),
      values: this.#toValues({
        Pet: isEnglish ? `${pet}, ${random.pick(KINDS)}` : pet,
        Insurance: random.chance(0.5)
          ? `${random.pick(INSURERS)} ${random.between(10, 99)}-${random.between(1_000, 9_999)}`
          : '',
        Vet: `Dr ${vet}`,
        'Client since': String(random.between(2004, 2026)),
      }),
      tagIds: [],
      avatar: random.chance(AVATAR_SHARE) ? `${random.pick(['dog', 'cat'])}-${id}.png` : null,
    };
    this.contacts.push(contact);
    this.members.push({ phone, contact, language: origin.language, petName: pet, vet, person: undefined });
  }

  #pickOrigin(): Origin {
    let left = this.#parts.random.next() * 100;
    for (const origin of origins) {
      left -= origin.share;
      if (left < 0) return origin;
    }
    return this.#parts.random.pick(origins);
  }

  #inventEmail(first: string, last: string): string {
    const plain = `${first}.${last}`.toLowerCase().replace(/[^a-z.-]/g, '');
    return `${plain}@mail.example`;
  }

  #inventPhone({ ownPrefix, ownDigits }: Pick<Origin, 'ownPrefix' | 'ownDigits'>): string {
    const { random } = this.#parts;
    for (let tries = 0; ; tries += 1) {
      const [prefix, digits] = tries < 20 ? [ownPrefix, ownDigits] : ['4477', 8];
      const phone = prefix + String(random.between(0, 10 ** digits - 1)).padStart(digits, '0');
      if (this.#phones.has(phone)) continue;
      this.#phones.add(phone);
      return phone;
    }
  }

  #toListIds(names: readonly string[]): number[] {
    const chosen = names.length > 0 ? names : ['Reminders, dogs'];
    return this.#parts.lists.filter((list) => chosen.includes(list.name)).map((list) => list.id);
  }

  #toValues(values: Record<FieldName, string>): Record<string, string> {
    const filled = this.#parts.fields.flatMap((field): [string, string][] => {
      const value = values[field.name as FieldName];
      return value === '' ? [] : [[toValueKey(field.id), value]];
    });
    return Object.fromEntries(filled);
  }
}

const HOME: Pick<Origin, 'ownPrefix' | 'ownDigits'> = { ownPrefix: '4477009', ownDigits: 5 };
