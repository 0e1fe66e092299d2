/** What the Account section says of accounts. */
import type { AccountContents, AccountView, RememberedAccountView, SessionView } from '#shared/contract/index.ts';
import type { Feature } from '#shared/domain/features.ts';
import { account as words } from './words/account.ts';
import type { FormatContext } from './format.ts';
import { canAskKeyring } from './key-keeping.ts';
import type { Message, Translator } from './messages.ts';

/** `rest.example.com` of `https://rest.example.com`. */
export function toHost(url: string): string {
  return url.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

const ROLES: Readonly<Record<AccountView['role'], Message | null>> = {
  parent: words.roleParent,
  administrator: words.roleAdministrator,
  regular: words.roleRegular,
  unknown: null,
};

/** `northgate-vets, administrator. Balance £214.60`. */
export function toWhoLine(session: SessionView, { texts, formats }: Omit<FormatContext, 'now'>): string {
  const { account } = session;
  const username = session.username ?? account?.username ?? '';
  if (account === null) return texts.text(words.unread);
  const role = ROLES[account.role];
  const who =
    role === null
      ? texts.text(words.who, { username })
      : texts.text(words.whoWithRole, { username, role: texts.text(role) });
  const { balance } = account;
  if (balance === null) return who;
  const money = formats.money(balance.amount, balance.currency);
  return `${who}. ${texts.text(words.balance, { money })}`;
}

/** How it stands with the key of the open account, and what can be done about it. */
export interface KeyRowView {
  readonly text: Message;
  readonly tone: 'plain' | 'danger';
  /** The key can be given or replaced. */
  readonly enter: Message | null;
  readonly canAskKeyring: boolean;
}

const UNKEPT: Readonly<Record<SessionView['keyring'], Message>> = {
  ready: words.keyHere,
  locked: words.keyHereLocked,
  silent: words.keyHereSilent,
  failed: words.keyHereFailed,
  absent: words.keyHereAbsent,
};

/** `isRefused`: the service said no to it. */
export function toKeyRow(session: SessionView, isRefused: boolean): KeyRowView {
  const asks = canAskKeyring(session);
  if (session.isDemo) return { text: words.keyDemo, tone: 'plain', enter: null, canAskKeyring: false };
  if (session.isKeyMissing)
    return { text: words.keyMissing, tone: 'danger', enter: words.enterKey, canAskKeyring: asks };
  if (isRefused) return { text: words.keyRefused, tone: 'danger', enter: words.enterKey, canAskKeyring: false };
  const text = session.isKeyKept ? words.keyKept : UNKEPT[session.keyring];
  return { text, tone: 'plain', enter: words.replaceKey, canAskKeyring: asks };
}

/** Only what this version of the app would offer: to name more would promise it. */
const NAMED: readonly (readonly [Feature, Message])[] = [['pinning', words.absentPinning]];

/** `Not at this service: pinning chats.`; null where everything is there. */
export function findAbsentLine(absent: readonly Feature[], texts: Translator): string | null {
  const features = NAMED.filter(([feature]) => absent.includes(feature)).map(([, name]) => texts.text(name));
  return features.length === 0 ? null : texts.text(words.absent, { features: features.join(', ') });
}

/** One account in the list of those on this computer. */
export interface AccountRowView {
  readonly accountId: string;
  readonly username: string;
  readonly host: string;
  readonly state: string;
  readonly tone: 'ok' | 'caution' | 'plain';
  /** When it was open last, or what is left to do; null for the open one, and where it was not noted. */
  readonly note: string | null;
  readonly canOpen: boolean;
}

function findState({ isActive, isSignedOut, isRemovedInPart, key }: RememberedAccountView): Pick<
  AccountRowView,
  'tone'
> & {
  readonly message: Message;
} {
  if (isRemovedInPart) return { message: words.stateRemovedInPart, tone: 'caution' };
  if (isSignedOut) return { message: words.stateSignedOut, tone: 'plain' };
  if (key === 'missing') return { message: words.stateKeyMissing, tone: 'caution' };
  return isActive ? { message: words.stateOpen, tone: 'ok' } : { message: words.stateClosed, tone: 'plain' };
}

export function toAccountRow(
  remembered: RememberedAccountView,
  { texts, formats, now }: FormatContext,
): AccountRowView {
  const { accountId, username, baseUrl, isActive, isRemovedInPart, lastOpenAt } = remembered;
  const { message, tone } = findState(remembered);
  const note = isRemovedInPart
    ? texts.text(words.removeAgain)
    : isActive || lastOpenAt === null
      ? null
      : texts.text(words.lastOpen, { time: formats.dateTime(lastOpenAt, now) });
  return {
    accountId,
    username,
    host: toHost(baseUrl),
    state: texts.text(message),
    tone,
    note,
    canOpen: !isActive && !isRemovedInPart,
  };
}

/** Those of one's own things that go with an account, each with its number, and then the copy. Zeros are left out. */
export function listWhatGoes(
  contents: AccountContents,
  { texts, formats }: Omit<FormatContext, 'now'>,
): readonly string[] {
  const { drafts, unsent, actions, ledger, imports, schedules, messages, bytes } = contents;
  const counted: readonly (readonly [number, Message<'count'>])[] = [
    [drafts, words.drafts],
    [unsent, words.unsent],
    [actions, words.actions],
    [ledger, words.ledger],
    [imports, words.imports],
    [schedules, words.schedules],
    [messages, words.messages],
  ];
  const some = counted.filter(([count]) => count > 0).map(([count, message]) => texts.text(message, { count }));
  return [...some, texts.text(words.size, { size: formats.bytes(bytes) })];
}
