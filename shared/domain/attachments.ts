/** A file that the service keeps behind a link, to be put into a text. */
export interface Attachment {
  /** Relative: `click/<code>`. */
  readonly href: string;
  /** As the download page shows it. */
  readonly name: string;
  readonly sizeBytes: number | null;
}

/** A file that the service keeps for an MMS. */
export interface MmsResource {
  /** Internal name, by which a send asks for it. */
  readonly resource: string;
  readonly name: string;
  readonly sizeBytes: number | null;
}

/** The whole link to an attachment: below the web address of the service, unless the service told a whole one. */
export function toAttachmentLink(webUrl: string, href: string): string {
  if (/^https?:\/\//i.test(href)) return href;
  return `${webUrl.replace(/\/+$/, '')}/${href.replace(/^\/+/, '')}`;
}

/** The link as it stands in a text: the service lets `https://` be left out, which saves characters. */
export function toLinkInText(webUrl: string, href: string): string {
  return toAttachmentLink(webUrl, href).replace(/^https:\/\//i, '');
}

/** A text with the links of its files, each on a line of its own behind it; the links alone where there is no text. */
export function toTextWithLinks(text: string, links: readonly string[]): string {
  return [...(text === '' ? [] : [text]), ...links].join('\n');
}

/** Characters of the code at the end of a link, at most: the service tells no length, those that were seen have six. */
const LONGEST_CODE = 8;

/** How long the link of a file that was not uploaded yet will be in a text, in characters that every alphabet has. */
export function estimateLinkLength(webUrl: string): number {
  return toLinkInText(webUrl, 'click/').length + LONGEST_CODE;
}

/** As many characters as the text will have when it leaves with that many files: what its parts are predicted from. */
export function toEstimatedText(given: {
  readonly text: string;
  readonly filesCount: number;
  readonly webUrl: string;
}): string {
  const link = 'x'.repeat(estimateLinkLength(given.webUrl));
  return toTextWithLinks(given.text, Array<string>(given.filesCount).fill(link));
}

/** A link to an attachment, found in a text. */
export interface AttachmentLink {
  /** Where it begins in the text, in UTF-16 units. */
  readonly start: number;
  /** As it stands there. */
  readonly shown: string;
  readonly url: string;
}

/** Every link to a file that was uploaded with the web application at `webUrl`, in the order of the text. */
export function findAttachmentLinks(webUrl: string, text: string): readonly AttachmentLink[] {
  const place = webUrl.replace(/^https?:\/\//i, '').replace(/\/+$/, '');
  if (place === '') return [];
  const escaped = place.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  const pattern = new RegExp(
    String.raw`(?<![\w.@/-])(?:https?:\/\/)?${escaped}\/(click\/[a-z0-9_-]{1,64})(?![\w/?#=&%-])`,
    'gi',
  );
  return [...text.matchAll(pattern)].map((match) => ({
    ...{ start: match.index, shown: match[0], url: toAttachmentLink(webUrl, match[1] ?? '') },
  }));
}
