/** Texts of ours with files: the words, without the links that the files became. */
import { findAttachmentLinks, type AttachmentLink } from '#shared/domain/attachments.ts';

/**
 * `webUrl`: of the service's web application; '' where it is not known, then no link is told from the words. A link within
 * a sentence stays in it.
 */
export function splitAttachmentLinks(
  text: string,
  webUrl: string,
): { readonly text: string; readonly links: readonly AttachmentLink[] } {
  const links = findAttachmentLinks(webUrl, text);
  const words = links.reduceRight((rest, { start, shown }) => withoutLink(rest, start, start + shown.length), text);
  return { text: words, links };
}

/** A link that is a line of its own or ends the text is no part of the sentence; any other stays in it. */
function withoutLink(text: string, start: number, end: number): string {
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if (after.trim() === '') return before.trimEnd();
  const isLine = /(?:^|\n)[^\S\n]*$/.test(before) && /^[^\S\n]*\n/.test(after);
  return isLine ? before + after.replace(/^[^\S\n]*\n/, '') : text;
}
