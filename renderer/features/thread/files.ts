import type { FileView } from '#shared/contract/index.ts';

/** What the browser can draw; anything else is a file with a name. */
const DRAWABLE = /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/i;

export function isPicture({ mimeType, mediaId }: FileView): boolean {
  return mediaId !== null && DRAWABLE.test(mimeType);
}

/** What kind of file it is, in a few letters, as its name or the service has it; '' where nobody says. */
export function findFileType({ name, mimeType }: Pick<FileView, 'name' | 'mimeType'>): string {
  const ending = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1];
  return ending ?? /^[^/]+\/(?:x-)?([a-z0-9]{1,8})/i.exec(mimeType)?.[1] ?? '';
}
