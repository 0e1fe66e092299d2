/** Addresses of other programs: what `sms:`, `tel:` and the app's own scheme ask for. Only read here; nothing is sent by one. */
import { OWN_SCHEME } from './desktop.ts';
import { parsePhoneEntry } from './phone-entry.ts';

export type LinkAim =
  /** Of that number or sender, as the address has it. */
  | { readonly kind: 'chat'; readonly phone: string }
  | { readonly kind: 'new-message'; readonly phones: string[]; readonly text: string }
  | { readonly kind: 'refused-link'; readonly reason: 'no-number' | 'unknown' };

/** By which numbers without a country code are read. */
export interface LinkHome {
  readonly phone: string | null;
  /** ISO 3166 alpha-2. */
  readonly country: string | null;
}

/** What of an address is read; the longest text, all of it escaped, has room. */
const LONGEST_ADDRESS = 64_000;
/** As long as a draft may be. */
const LONGEST_TEXT = 5_000;
const MOST_PHONES = 20;
/** Longer ones are no numbers. */
const LONGEST_PHONE = 64;

const UNKNOWN = { kind: 'refused-link', reason: 'unknown' } as const;
const NO_NUMBER = { kind: 'refused-link', reason: 'no-number' } as const;

/** Total: every text has an answer. */
export function parseLink(address: string, home: LinkHome): LinkAim {
  const [, scheme = '', rest = ''] = /^\s*([a-z][a-z\d+.-]*):(.*)$/is.exec(address.slice(0, LONGEST_ADDRESS)) ?? [];
  // `sms:+1`, `sms://+1` and `sms:///+1` are all in use.
  const target = rest.replace(/^\/+/, '').trimEnd();
  switch (scheme.toLowerCase()) {
    case 'sms':
    case 'smsto':
      return readSms(target, home);
    case 'tel':
      return toNewMessage([decode(target)], '', home);
    case OWN_SCHEME:
      return readOwn(target, home);
    default:
      return UNKNOWN;
  }
}

/** A new message to those of these that are numbers. */
export function toNewMessage(
  written: readonly string[],
  text: string,
  home: LinkHome,
): Exclude<LinkAim, { kind: 'chat' }> {
  const phones = new Set<string>();
  for (const one of written) {
    if (phones.size === MOST_PHONES) break;
    const number = toLine(one).replace(AFTER_NUMBER, '');
    if (number.length > LONGEST_PHONE) continue;
    const entry = parsePhoneEntry(number, home.phone, home.country);
    if (entry.kind === 'possible') phones.add(entry.phone);
  }
  return phones.size === 0 ? NO_NUMBER : { kind: 'new-message', phones: [...phones], text: toText(text) };
}

/** Parameters of RFC 3966, what is dialled after a pause, and an extension. */
const AFTER_NUMBER = /[\s,;]*(?:[,;]|(?:ext\.?|[xpw])\s*\d).*$/is;

/** RFC 5724, and what phones made of it: `;` between numbers, `&body=` or `;body=` without a `?`, `open?addresses=`. */
function readSms(target: string, home: LinkHome): LinkAim {
  const { path, fields } = split(target, /[?&]|;(?=body=)/i);
  const written = path.replace(/\/+$/, '') === 'open' ? (fields.get('addresses') ?? '') : decode(path);
  return toNewMessage(toNumbers(written), fields.get('body') ?? '', home);
}

function readOwn(target: string, home: LinkHome): LinkAim {
  const { path, fields } = split(target, /\?/);
  const [place = '', phone = ''] = path.split('/');
  if (place.toLowerCase() === 'chat') {
    const wanted = toLine(decode(phone)).slice(0, LONGEST_PHONE).trim();
    return wanted === '' ? NO_NUMBER : { kind: 'chat', phone: wanted };
  }
  if (place.toLowerCase() !== 'new') return UNKNOWN;
  const to = fields.get('to') ?? '';
  const text = fields.get('body') ?? '';
  // Our own address may leave the choice of the person to the user.
  if (to === '') return { kind: 'new-message', phones: [], text: toText(text) };
  return toNewMessage(toNumbers(to), text, home);
}

/** Without parameters, which have a `=`. */
function toNumbers(written: string): string[] {
  return written.split(/[,;]/).filter((one) => !one.includes('='));
}

/** Path and fields; of a field that is there twice the first counts. A `+` stands for itself. */
function split(target: string, mark: RegExp): { readonly path: string; readonly fields: ReadonlyMap<string, string> } {
  const at = target.search(mark);
  const fields = new Map<string, string>();
  if (at < 0) return { path: target, fields };
  for (const field of target.slice(at + 1).split('&')) {
    const [name = '', ...value] = field.split('=');
    const key = name.toLowerCase();
    if (!fields.has(key)) fields.set(key, decode(value.join('=')));
  }
  return { path: target.slice(0, at), fields };
}

/** Escapes that are no UTF-8 stay as they are written. */
function decode(escaped: string): string {
  return escaped.replaceAll(/(?:%[\da-f]{2})+/gi, (run) => {
    try {
      return decodeURIComponent(run);
    } catch {
      return run;
    }
  });
}

/** Characters that turn the direction of what follows: a text could read otherwise than it is. */
const TURNS = /[\u202a-\u202e\u2066-\u2069]/g;

function toText(written: string): string {
  const text = written
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replaceAll('\t', ' ')
    .replaceAll(TURNS, '')
    .replaceAll(/[^\P{Cc}\n]/gu, '')
    .slice(0, LONGEST_TEXT);
  // Neither by the cut nor before is half of a character left.
  return text.replaceAll(/\p{Cs}/gu, '');
}

function toLine(written: string): string {
  return written
    .replaceAll(TURNS, '')
    .replaceAll(/[\p{Cc}\u2028\u2029]/gu, '')
    .replaceAll(/\p{Cs}/gu, '');
}
