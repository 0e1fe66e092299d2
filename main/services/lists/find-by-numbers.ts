import type { Services } from '#main/services/services.ts';
import type { RequestInput, RequestOutput } from '#shared/contract/index.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { parsePhoneEntry } from '#shared/domain/phone-entry.ts';

/** Numbers that the store looks for at a time. */
const NUMBERS_AT_ONCE = 500;

/** Contacts of the numbers in a text that was pasted, in its order, each once. Throws `disk`. */
export async function findByNumbers(
  { session }: Services,
  { text, country }: RequestInput<'lists.findByNumbers'>,
): Promise<RequestOutput<'lists.findByNumbers'>> {
  const { store } = session.getAccount();
  const account = await store.getAccount({});
  const homePhone = country === null ? (account?.phone ?? null) : null;
  const homeCountry = country ?? account?.country ?? null;
  const phones = new Map<PhoneKey, string>();
  const invalid = new Set<string>();
  for (const written of splitNumbers(text)) {
    const entry = parsePhoneEntry(written, homePhone, homeCountry);
    if (entry.kind === 'impossible') invalid.add(written);
    else if (!phones.has(entry.phone)) phones.set(entry.phone, written);
  }
  const known = new Map<PhoneKey, number>();
  const all = [...phones.keys()];
  for (let done = 0; done < all.length; done += NUMBERS_AT_ONCE) {
    const found = await store.listContactIdsByPhone({ phones: all.slice(done, done + NUMBERS_AT_ONCE) });
    for (const { phone, contactId } of found) known.set(phone, contactId);
  }
  return {
    contactIds: [...new Set(all.flatMap((phone) => known.get(phone) ?? []))],
    unknown: all.filter((phone) => !known.has(phone)).map((phone) => phones.get(phone) ?? phone),
    invalid: [...invalid],
  };
}

/** A number on each line, or several with commas or semicolons between them. */
function splitNumbers(text: string): readonly string[] {
  return text
    .split(/[\n\r,;\t]+/)
    .map((written) => written.trim())
    .filter((written) => written !== '');
}
