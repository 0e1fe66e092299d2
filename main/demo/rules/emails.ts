/** What can be said about an e-mail address by looking at it. */

const SHAPE = /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i;
const LONGEST = 254;

/** Domains that lend an address for ten minutes; invented, all but their habit. */
const DISPOSABLE = new Set([
  'tenminutes.example',
  'throwaway.example',
  'mailinator.com',
  'yopmail.com',
  'trashmail.com',
]);
const FREE = [
  ...['gmail.com', 'yahoo.com', 'yahoo.co.uk', 'hotmail.com', 'hotmail.co.uk', 'outlook.com', 'icloud.com'],
  ...['proton.me', 'aol.com', 'gmx.de', 'web.de', 'live.com'],
];
const ROLES = new Set([
  ...['abuse', 'accounts', 'admin', 'billing', 'contact', 'enquiries', 'help', 'hello', 'hr', 'info', 'jobs', 'mail'],
  ...['marketing', 'no-reply', 'noreply', 'office', 'postmaster', 'reception', 'sales', 'support', 'team', 'webmaster'],
]);
/** Top-level names that are promised never to exist. */
const NOWHERE = /\.(invalid|localhost|test)$/;

/** Whether a text has the shape of an address. */
export function isEmail(text: string): boolean {
  return text.length <= LONGEST && SHAPE.test(text) && !text.includes('..') && !/^\.|\.@/.test(text);
}

/** What a look-up of an address finds. */
export interface EmailFindings {
  readonly localPart: string;
  readonly domainPart: string;
  readonly isValid: boolean;
  readonly isDisposable: boolean;
  readonly isFree: boolean;
  /** The duty that the address stands for, such as `info`. */
  readonly role: string | null;
  /** The address that was probably meant. */
  readonly suggestion: string | null;
  /** Whether its domain takes mail. */
  readonly takesMail: boolean;
}

/** How many single letters are added, taken away, swapped or exchanged, at most 2. */
function countSlips(a: string, b: string): number {
  if (a === b) return 0;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  if (left.length <= 1 && right.length <= 1) return 1;
  const isSwap = left.length === 2 && left === [...right].reverse().join('');
  return isSwap ? 1 : 2;
}

/** Looks at an address; undefined where nothing of the kind can be found at all. */
export function findEmail(address: string): EmailFindings | undefined {
  const at = address.lastIndexOf('@');
  const localPart = address.slice(0, at);
  const domainPart = address.slice(at + 1).toLowerCase();
  if (NOWHERE.test(domainPart)) return undefined;
  const isValid = isEmail(address);
  const meant = FREE.includes(domainPart) ? undefined : FREE.find((free) => countSlips(domainPart, free) === 1);
  return {
    ...{ localPart, domainPart, isValid },
    isDisposable: DISPOSABLE.has(domainPart),
    isFree: FREE.includes(domainPart),
    role: ROLES.has(localPart.toLowerCase()) ? localPart.toLowerCase() : null,
    suggestion: meant === undefined ? null : `${localPart}@${meant}`,
    takesMail: isValid && meant === undefined,
  };
}
