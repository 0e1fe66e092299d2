/** What was shared in a chat, cut out of its messages. Pure. */
import type { MessageView } from '#shared/contract/index.ts';
import { listWebLinks } from '#renderer/lib/text-links.ts';
import { findFileType, isPicture, toMessageBody } from '#renderer/features/thread/message-text.ts';

interface Shared {
  /** Tells two of the same message apart. */
  readonly id: string;
  /** Of the message. */
  readonly key: string;
  readonly at: number;
}

export interface SharedPicture extends Shared {
  readonly mediaId: string;
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number | null;
}

export interface SharedFile extends Shared {
  /** '' where it is not known. */
  readonly name: string;
  readonly type: string;
  readonly sizeBytes: number | null;
  /** What came with a message, or the link of a file of ours; null: there is nothing to open. */
  readonly opens:
    | { readonly kind: 'media'; readonly mediaId: string }
    | { readonly kind: 'upload'; readonly url: string; readonly shown: string }
    | null;
}

export interface SharedLink extends Shared {
  readonly url: string;
  /** As it stands in the text. */
  readonly shown: string;
  readonly host: string;
  /** What stands behind the host; '' where that is nothing. */
  readonly rest: string;
}

export interface SharedItems {
  readonly pictures: readonly SharedPicture[];
  readonly files: readonly SharedFile[];
  readonly links: readonly SharedLink[];
}

/** In the order of the messages. `webUrl`: of the service's web application, by which files of ours are known. */
export function toSharedItems(messages: readonly MessageView[], webUrl: string): SharedItems {
  return {
    pictures: messages.flatMap(toPictures),
    files: messages.flatMap((message) => [...toFiles(message), ...toUploads(message, webUrl)]),
    links: messages.flatMap((message) => toLinks(message, webUrl)),
  };
}

function toPictures({ key, at, files }: MessageView): SharedPicture[] {
  return files.flatMap((file, index) => {
    const { name, sizeBytes, mediaId } = file;
    if (mediaId === null || !isPicture(file)) return [];
    return { id: `${key} ${String(index)}`, key, at, mediaId, name, type: findFileType(file), sizeBytes };
  });
}

function toFiles({ key, at, files }: MessageView): SharedFile[] {
  return files.flatMap((file, index) => {
    const { name, sizeBytes, mediaId } = file;
    if (isPicture(file)) return [];
    const opens = mediaId === null ? null : ({ kind: 'media', mediaId } as const);
    return { id: `${key} ${String(index)}`, key, at, name, type: findFileType(file), sizeBytes, opens };
  });
}

function toUploads(message: MessageView, webUrl: string): SharedFile[] {
  const { key, at } = message;
  return toMessageBody(message, webUrl).attached.map(({ key: own, name, sizeBytes, link }) => ({
    ...{ id: `${key} ${own}`, key, at, name, sizeBytes, type: findFileType({ name, mimeType: '' }) },
    opens: link === null ? null : { kind: 'upload', ...link },
  }));
}

function toLinks(message: MessageView, webUrl: string): SharedLink[] {
  const { key, at } = message;
  const seen = new Map(listWebLinks(toMessageBody(message, webUrl).text).map((link) => [link.url, link]));
  return [...seen.values()].map(({ url, shown }) => {
    const { hostname, pathname, search } = new URL(url);
    const rest = `${pathname}${search}`;
    return {
      id: `${key} ${url}`,
      key,
      at,
      url,
      shown,
      host: hostname.replace(/^www\./, ''),
      rest: rest === '/' ? '' : rest,
    };
  });
}
