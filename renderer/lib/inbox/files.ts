import type { FileView } from '#shared/contract/index.ts';

/** What the browser can draw; anything else is a file with a name. */
const DRAWABLE = /^image\/(?:png|jpe?g|gif|webp|avif|bmp)$/i;

export function isPicture({ mimeType, mediaId }: FileView): boolean {
  return mediaId !== null && DRAWABLE.test(mimeType);
}
