/** What the bubbles of a message hold: its words, and apart from them the files that went as links at their end. */
import type { MessageView, OwnFileView } from '#shared/contract/index.ts';
import { findAttachmentLinks } from '#shared/domain/attachments.ts';
import { toTextPieces } from './links.ts';

/** A file of ours: added here, or known by its link alone. */
export interface Attached {
  readonly key: string;
  /** '' where nobody knows. */
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
  const links = findAttachmentLinks(webUrl, own.text);
  const unknown = links.map(({ start, shown, url }) => ({
    ...{ key: `${String(start)} ${url}`, name: '', sizeBytes: null, link: { url, shown }, isUploaded: true },
  }));
  const text = links.reduceRight((rest, { start, shown }) => withoutLink(rest, start, start + shown.length), own.text);
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

/** A link that is a line of its own or ends the text is no part of the sentence; any other stays in it. */
function withoutLink(text: string, start: number, end: number): string {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (after.trim() === '') return before.trimEnd();
  const isLine = /(?:^|\n)[^\S\n]*$/.test(before) && /^[^\S\n]*\n/.test(after);
  return isLine ? before + after.replace(/^[^\S\n]*\n/, '') : text;
}
