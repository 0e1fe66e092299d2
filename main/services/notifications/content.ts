/** What a notification says, by what the user wants shown. */
import type { SettingsView } from '#shared/contract/index.ts';
import type { NotificationContent } from '#shared/domain/desktop.ts';
import type { PhoneKey } from '#shared/domain/ids.ts';
import { toPhoneDisplay } from '#shared/domain/phone-display.ts';
import { isTextableNumber } from '#shared/domain/phones.ts';
import { TEST_ID, toNotificationId, toUnsentId } from './notification-id.ts';
import { toFilesText, words } from './words.ts';

/** Texts of one number that wait; those before the newest are only counted. */
export interface NewTexts {
  readonly phone: PhoneKey;
  /** '' where the number has none. */
  readonly name: string;
  readonly text: string;
  /** MIME types of its files. */
  readonly fileTypes: readonly string[];
  readonly count: number;
}

export interface ContentContext {
  readonly accountId: string;
  /** Names the account. */
  readonly accountTitle: string;
  readonly settings: SettingsView;
  /** Whether the desktop has a box for a reply. */
  readonly hasReply: boolean;
  readonly isMac: boolean;
}

const LONGEST_TITLE = 80;
const LONGEST_BODY = 400;

export function toContent(texts: NewTexts, context: ContentContext): NotificationContent {
  const { settings, accountId, hasReply, isMac } = context;
  const { notificationPreview: preview, repliesFromNotifications } = settings;
  // Who does not see whom a text is from cannot know whom a reply goes to; senders with letters take none.
  const isReplyOffered = hasReply && repliesFromNotifications && preview !== 'nothing' && isTextableNumber(texts.phone);
  return {
    id: toNotificationId({ accountId, phone: texts.phone }),
    group: toGroup(context),
    title: preview === 'nothing' ? words.app : toTitle(texts),
    body: preview === 'text' ? toBody(texts) : words.newTexts(texts.count),
    isSilent: !settings.notificationSound,
    reply: isReplyOffered ? { placeholder: words.reply } : null,
    buttons: { read: isMac ? words.readOnMac : words.read, open: words.openToReply },
  };
}

/** A reply did not leave. `toWords` gets the name; '' where the user wants none shown. */
export function toUnsentContent(
  who: Pick<NewTexts, 'phone' | 'name'>,
  toWords: (name: string) => string,
  context: ContentContext,
): NotificationContent {
  const name = context.settings.notificationPreview === 'nothing' ? '' : toTitle(who);
  return {
    ...toPlain(context),
    id: toUnsentId({ accountId: context.accountId, phone: who.phone }),
    body: toSafeText(toWords(name), LONGEST_BODY),
  };
}

/** What the user asks for to see how it looks. */
export function toTestContent(context: ContentContext): NotificationContent {
  return { ...toPlain(context), id: TEST_ID, body: words.test };
}

function toPlain(context: ContentContext): Omit<NotificationContent, 'body' | 'id'> {
  const isSilent = !context.settings.notificationSound;
  return { group: toGroup(context), title: words.app, isSilent, reply: null, buttons: null };
}

function toGroup({ accountId, accountTitle }: ContentContext): NotificationContent['group'] {
  return { id: accountId, title: toSafeLine(accountTitle, LONGEST_TITLE) };
}

function toTitle({ name, phone }: Pick<NewTexts, 'phone' | 'name'>): string {
  const title = toSafeLine(name, LONGEST_TITLE);
  return title === '' ? toSafeLine(toPhoneDisplay(phone), LONGEST_TITLE) : title;
}

function toBody({ text, fileTypes }: NewTexts): string {
  const body = toSafeText(text, LONGEST_BODY);
  return body === '' ? toFilesText(fileTypes) : body;
}

/** Marks that turn the direction of what stands after them, beyond the text itself. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
const CONTROLS = /(?!\n)[\p{Cc}\ufff9-\ufffb]/gu;

/** Harmless to a desktop, and no longer than that; lines stay. */
export function toSafeText(text: string, longest: number): string {
  const plain = text.toWellFormed().replace(LINE_ENDS, '\n').replace(DIRECTION_MARKS, '').replace(CONTROLS, ' ').trim();
  return shorten(plain, longest);
}

function toSafeLine(text: string, longest: number): string {
  return toSafeText(text.replace(/\s+/gu, ' '), longest);
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Cut between characters as people see them. */
function shorten(text: string, longest: number): string {
  if (text.length <= longest) return text;
  let cut = '';
  for (const { segment } of segmenter.segment(text.slice(0, longest))) {
    if (cut.length + segment.length > longest - 1) break;
    cut += segment;
  }
  return `${cut.trimEnd()}…`;
}
