/** Whether somebody wrote that: in whatever case and with whatever accents, as services look for it. */
export function isSaid(text: string, wanted: string): boolean {
  return fold(text).includes(fold(wanted.trim()));
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}
