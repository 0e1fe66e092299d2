/** The numbers of a send, as they leave. Pure. */
import { AppError } from '#shared/domain/app-error.ts';

/** What people and web pages put between and around digits. */
const PUNCTUATION = /[\s()./\p{Pd}\p{Cf}]/gu;
/** Somewhat longer than E.164 allows: what is a number but a wrong one, the service says better. */
const NUMBER = /^\+?\d{1,20}$/;
/** A comma would make two numbers of one. */
const LOCAL_NUMBER = /^(?=.*\p{Nd})[^,]{1,40}$/u;
const MOST_NAMED = 5;
const LONGEST_NAME = 30;

/**
 * Numbers without their punctuation, each once whatever its spellings. Local ones are texts of their own: they stay as
 * they were written.
 * @throws AppError `validation`, `not-accepted`, where one is no number: nobody is left out silently
 */
export function parsePhones(phones: readonly string[], { isLocal }: { readonly isLocal: boolean }): readonly string[] {
  const unreadable = new Set<string>();
  const byDigits = new Map<string, string>();
  for (const phone of phones) {
    const written = phone.trim();
    const bare = written.replace(PUNCTUATION, '');
    const digits = bare.replace('+', '');
    if (!(isLocal ? LOCAL_NUMBER.test(written) : NUMBER.test(bare))) unreadable.add(written);
    else if (!byDigits.has(digits)) byDigits.set(digits, isLocal ? written : bare);
  }
  if (unreadable.size > 0) throw toRefusal([...unreadable]);
  return [...byDigits.values()];
}

function toRefusal(phones: readonly string[]): AppError {
  return new AppError({
    code: 'validation',
    message: `${phones.length} of the recipients are not phone numbers`,
    outcome: 'not-accepted',
    fields: { phones: [toSentence(phones)] },
  });
}

function toSentence(phones: readonly string[]): string {
  const named = phones.slice(0, MOST_NAMED).map((phone) => `“${toShort(phone)}”`);
  const [only] = named;
  if (phones.length === 1) return `${only ?? ''} isn’t a phone number. Correct it or remove it.`;
  const more = phones.length - named.length;
  const list =
    more > 0 ? `${named.join(', ')} and ${more} more` : `${named.slice(0, -1).join(', ')} and ${named.at(-1) ?? ''}`;
  return `${list} aren’t phone numbers. Correct them or remove them.`;
}

function toShort(phone: string): string {
  return phone.length > LONGEST_NAME ? `${phone.slice(0, LONGEST_NAME)}…` : phone;
}
