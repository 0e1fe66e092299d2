/** The text of a message: its links and files, and what is copied of it. */
import type { MessageView, OwnFileView, FileView } from '#shared/contract/index.ts';
import { findAttachmentLinks } from '#shared/domain/attachments.ts';
import { splitAttachmentLinks } from '#renderer/lib/attachment-links.ts';
import { toTextPieces } from '#renderer/lib/text-links.ts';
import { thread } from '#renderer/lib/words/thread.ts';
import { messageActions, threadRows } from './messages.ts';
import type { Formats } from '#renderer/lib/format.ts';
import type { Translator } from '#renderer/lib/messages.ts';

/** A file of ours: added here, or known by its link alone. */
export interface Attached {
  readonly key: string;
  /** '' where it is not known. */
  readonly name: string;
  readonly sizeBytes: number | null;
  /** What opens on a click, and how it stands in the text; null where it has not become a link. */
  readonly link: { readonly url: string; readonly shown: string } | null;
  readonly isUploaded: boolean;
}

export interface MessageBody {
  readonly text: string;
  readonly attached: readonly Attached[];
}

type Link = NonNullable<Attached['link']>;

/** `webUrl`: of the service's web application; '' where it is not known, then only files added here are told from links. */
export function toMessageBody(message: MessageView, webUrl: string): MessageBody {
  if (message.direction === 'in' || message.kind !== 'text') return { text: message.text, attached: [] };
  const own = takeOwn(message, webUrl);
  const { text, links } = splitAttachmentLinks(own.text, webUrl);
  const unknown = links.map(({ start, shown, url }) => ({
    ...{ key: `${String(start)} ${url}`, name: '', sizeBytes: null, link: { url, shown }, isUploaded: true },
  }));
  return { text, attached: [...own.attached, ...unknown] };
}

/** The links of files that were added here are the last lines of the text, in the order of the files. */
function takeOwn({ text, send }: MessageView, webUrl: string): MessageBody {
  const files = send?.files ?? [];
  if (send === null || files.length === 0) return { text, attached: [] };
  const lines = text.split('\n');
  const hasLeft = send.state !== 'held' && send.state !== 'queued';
  const ends = lines.slice(-files.length).map((line) => findLink(line, webUrl, hasLeft));
  const links = ends.filter((link) => link !== null);
  if (links.length < files.length || !files.every(({ isUploaded }) => isUploaded)) {
    return { text, attached: files.map((file) => toAttached(file, null)) };
  }
  return {
    text: lines.slice(0, -files.length).join('\n'),
    attached: files.map((file, index) => toAttached(file, links[index] ?? null)),
  };
}

/**
 * What is sent again of a message: its text without the links of its files, and the send that has them. Where these links
 * are not in the text, all of it.
 */
export function toTextAgain(message: MessageView): { readonly text: string; readonly filesOf: string | null } {
  const { text, attached } = takeOwn(message, '');
  const isWhole = attached.length > 0 && attached.every(({ link }) => link !== null);
  return isWhole ? { text, filesOf: message.send?.id ?? null } : { text: message.text, filesOf: null };
}

/** The link that a whole line is. Before a text leaves it has none of its files: what is there was typed. */
function findLink(line: string, webUrl: string, hasLeft: boolean): Link | null {
  const [known] = findAttachmentLinks(webUrl, line);
  if (known?.shown === line) return { url: known.url, shown: line };
  const [piece, ...more] = toTextPieces(line);
  const url = piece?.url ?? null;
  return hasLeft && more.length === 0 && url !== null && /^https?:/.test(url) ? { url, shown: line } : null;
}

function toAttached({ id, name, sizeBytes, isUploaded }: OwnFileView, link: Link | null): Attached {
  return { key: id, name, sizeBytes, link, isUploaded };
}

/** What the browser can draw; anything else is a file with a name. */
const DRAWABLE = /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/i;

export function isPicture({ mimeType, mediaId }: FileView): boolean {
  return mediaId !== null && DRAWABLE.test(mimeType);
}

/** What kind of file it is, in a few letters, as its name or the service has it; '' where neither does. */
export function findFileType({ name, mimeType }: Pick<FileView, 'name' | 'mimeType'>): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return ending ?? /^[^/]+\/(?:x-)?([a-z0-9]{1,8})/i.exec(mimeType)?.[1] ?? '';
}

/** `PDF, 214 kB`, or what is known of that. `type`: see `findFileType`. */
export function toFileNote(
  file: { readonly type: string; readonly sizeBytes: number | null },
  { texts, formats }: { readonly texts: Translator; readonly formats: Formats },
): string {
  const type = file.type.toUpperCase();
  const size = file.sizeBytes === null ? '' : formats.bytes(file.sizeBytes);
  return type === '' || size === '' ? type + size : texts.text(threadRows.fileNote, { type, size });
}

export interface CopyContext {
  readonly texts: Translator;
  readonly formats: Formats;
  /** Of the other person. */
  readonly name: string;
  /** Of the user. */
  readonly ownName: string;
}

/** No message is of that year: dates always carry theirs. */
const ANOTHER_YEAR = 0;

/** What a message says, without its time: its text, else the names of its files. */
export function toPlainText({ text, files, send }: MessageView, texts: Translator): string {
  if (text.trim() !== '') return text;
  const names = files.map((file) => file.name || texts.text(isPicture(file) ? thread.picture : thread.file));
  return [...names, ...(send?.files ?? []).map(({ name }) => name)].join(', ');
}

/** `[20 Nov 2026, 09:52] Deborah Okonkwo: Can he have his breakfast?` */
export function toCopyLine(message: MessageView, { texts, formats, name, ownName }: CopyContext): string {
  return texts.text(messageActions.line, {
    date: formats.date(message.at, ANOTHER_YEAR),
    time: formats.time(message.at),
    name: message.direction === 'in' ? name : ownName,
    text: toPlainText(message, texts),
  });
}

/** One line for each, in the order of the thread. */
export function toCopyLines(messages: readonly MessageView[], context: CopyContext): string {
  return messages.map((message) => toCopyLine(message, context)).join('\n');
}

/** What goes into another message: the texts below each other. Empty where none of them has any. */
export function toForwardText(messages: readonly MessageView[]): string {
  return messages
    .filter(({ kind }) => kind === 'text')
    .map(({ text }) => text.trim())
    .filter((text) => text !== '')
    .join('\n');
}

/**
 * `address`: a bare number of the network instead of a name · `user`: a name or a password stands before the host ·
 * `foreign`: letters of the host look like others · `other`: it leads to another host than it shows · `hidden`: characters
 * that are invisible stand in it · `elsewhere`: a file does not lie with the service.
 */
export type LinkWarningReason = 'address' | 'user' | 'foreign' | 'other' | 'hidden' | 'elsewhere';

export interface LinkWarning {
  readonly reason: LinkWarningReason;
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
export function findLinkWarning(shown: string, url: string): LinkWarning | null {
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
export function toFileWarning(url: string): LinkWarning {
  const { host, hostname } = new URL(url);
  return findLinkWarning(host, url) ?? { reason: 'elsewhere', host: hostname };
}

/** What a reader takes for the host: what stands between the scheme and the first slash. */
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
