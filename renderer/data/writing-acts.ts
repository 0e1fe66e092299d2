/** How every act of writing to that number begins; the text follows. */
export function toWritingAct(phone: string): string {
  return `write\n${phone}\n`;
}

/** `act` and what goes make it the same act when it is asked again. */
export function toAct(act: string, what: { readonly text: string; readonly fileIds: readonly string[] }): string {
  return `${act}${what.fileIds.join(' ')}\n${what.text}`;
}

/** With its plus, so that nobody takes the country code for a part of a national number. */
export function toWritten(phone: string): string {
  return /^\d+$/.test(phone) ? `+${phone}` : phone;
}
