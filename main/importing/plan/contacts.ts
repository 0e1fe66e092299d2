import type { ImportContact } from '#shared/domain/imports.ts';

/** Numbers that are kept as numbers take little room: at most 15 digits, exact in a double. 0: none. */
export function toPhoneKey(phone: string): number {
  return /^[1-9]\d{0,14}$/.test(phone) ? Number(phone) : 0;
}

/** Contacts against which rows are checked. It only grows, so that an index into it stays what it is. */
export class ContactIndex {
  readonly #contacts: ImportContact[] = [];
  readonly #byPhone = new Map<number, number>();

  /** Of two contacts with one number, the user's own counts; else the first. */
  add(portion: readonly ImportContact[]): void {
    for (const contact of portion) {
      const key = toPhoneKey(contact.phone);
      const known = this.get(this.find(key));
      const index = this.#contacts.push(contact) - 1;
      if (key !== 0 && (known === undefined || (known.isReadOnly && !contact.isReadOnly)))
        this.#byPhone.set(key, index);
    }
  }

  /** -1: none. */
  find(key: number): number {
    return this.#byPhone.get(key) ?? -1;
  }

  get(index: number): ImportContact | undefined {
    return this.#contacts[index];
  }
}
