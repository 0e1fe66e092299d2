/** What leaves of a send with files: its text with their links, and what that comes to. */
import { toLinkInText, toTextWithLinks } from '#shared/domain/attachments.ts';
import { roundMoney } from '#shared/domain/money.ts';
import { measureText } from '#shared/domain/segments.ts';
import type { Send } from '#shared/domain/sends.ts';
import type { SendPatch } from './shapes.ts';

/** Whether the service has not got all of its files yet. */
export function needsUpload({ files }: Pick<Send, 'files'>): boolean {
  return files.some(({ href }) => href === null);
}

/** What is known once all links are; {} where there are no files: it was known from the start. */
export function planOutgoing(
  send: Pick<Send, 'text' | 'files' | 'partsPredicted' | 'pricePredicted'>,
  webUrl: string,
): Pick<SendPatch, 'sentText' | 'partsPredicted' | 'pricePredicted'> {
  if (send.files.length === 0) return {};
  const links = send.files.flatMap(({ href }) => (href === null ? [] : [toLinkInText(webUrl, href)]));
  const sentText = toTextWithLinks(send.text, links);
  const partsPredicted = measureText(sentText).parts;
  return { sentText, partsPredicted, pricePredicted: toPrice(send, partsPredicted) };
}

/** The price of a part is the one that was known when the send was written. */
function toPrice({ partsPredicted, pricePredicted }: Pick<Send, 'partsPredicted' | 'pricePredicted'>, parts: number) {
  if (pricePredicted === null || partsPredicted === 0) return pricePredicted;
  return roundMoney((pricePredicted / partsPredicted) * parts);
}
