/** How every act of writing to that number begins; the text follows. */
export function toWritingAct(phone: string): string {
  return `write\n${phone}\n`;
}

/** With its plus, so that nobody takes the country code for a part of a national number. */
export function toWritten(phone: string): string {
  return /^\d+$/.test(phone) ? `+${phone}` : phone;
}
