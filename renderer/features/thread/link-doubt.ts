/** Which links are asked about before they open: those that lead elsewhere than they seem to, or do not say where. */

/**
 * `address`: a bare number of the network instead of a name · `user`: a name or a password stands before the host ·
 * `foreign`: letters of the host look like others · `other`: it leads to another host than it shows · `hidden`: characters
 * that nobody sees stand in it · `elsewhere`: a file does not lie with the service.
 */
export type DoubtReason = 'address' | 'user' | 'foreign' | 'other' | 'hidden' | 'elsewhere';

export interface LinkDoubt {
  readonly reason: DoubtReason;
  /** The host that it really leads to, in the letters that the network uses. */
  readonly host: string;
}

/** Schemes that are opened at all, whatever is asked before. */
const OPENED = /^(?:https?|mailto|tel):/;
const IPV4 = /^\d{1,3}(?:\.\d{1,3}){3}$/;
/** Without width, or turning the direction of what follows. */
const HIDDEN =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0]/u;
/** What people read as a name before the host, also where the network does not. */
const SEEMS_USER = /^(?:https?:\/\/)?[^/?#]*@/iu;
/** Scripts that are at home beside each other in one word. */
const TOGETHER = /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}|\p{Script=Bopomofo}/u;
const SCRIPTS = [
  'Latin',
  'Cyrillic',
  'Greek',
  'Armenian',
  'Hebrew',
  'Arabic',
  'Thai',
  'Devanagari',
  'Georgian',
  'Cherokee',
];

/** Whether a link may be opened at all. */
export function isOpenable(url: string): boolean {
  return OPENED.test(url) && URL.canParse(url);
}

/** Why a link of a text, which shows `shown` and leads to `url`, is asked about; null where it opens at once. */
export function findLinkDoubt(shown: string, url: string): LinkDoubt | null {
  const link = new URL(url);
  if (!/^https?:$/.test(link.protocol)) return null;
  const host = link.hostname;
  if (HIDDEN.test(shown)) return { reason: 'hidden', host };
  if (IPV4.test(host) || host.startsWith('[')) return { reason: 'address', host };
  if (link.username !== '' || link.password !== '' || SEEMS_USER.test(shown)) return { reason: 'user', host };
  const shownHost = toShownHost(shown);
  if (host.split('.').some((label) => label.startsWith('xn--')) || isMixed(shownHost))
    return { reason: 'foreign', host };
  return shownHost === host ? null : { reason: 'other', host };
}

/** Why a file that does not lie with the service is asked about. */
export function toFileDoubt(url: string): LinkDoubt {
  const { host, hostname } = new URL(url);
  return findLinkDoubt(host, url) ?? { reason: 'elsewhere', host: hostname };
}

/** What a person takes for the host: what stands between the scheme and the first stroke. */
function toShownHost(shown: string): string {
  const rest = shown.replace(/^https?:\/\//iu, '');
  const host = /^[^/?#\\]*/u.exec(rest)?.[0] ?? '';
  return host.replace(/:\d*$/u, '').toLowerCase();
}

/** Whether letters of several scripts stand in one part of the host that do not belong together. */
function isMixed(host: string): boolean {
  return host.split('.').some((label) => {
    const letters = [...label].filter((letter) => /\p{L}/u.test(letter));
    const scripts = SCRIPTS.filter((script) =>
      letters.some((letter) => new RegExp(`\\p{Script=${script}}`, 'u').test(letter)),
    );
    const hasOthers = letters.some((letter) => TOGETHER.test(letter));
    return scripts.length > 1 || (hasOthers && scripts.some((script) => script !== 'Latin'));
  });
}
