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
