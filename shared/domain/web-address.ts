/** Addresses of the web as they stand in texts. Pure. */

// Every alternative starts at the beginning of a word and is bounded, so that no text makes the search slow.
export const DOMAIN = String.raw`(?:[a-z0-9][a-z0-9-]{0,61}\.){1,8}[a-z]{2,18}`;
/** With or without a scheme; without one it has a path or begins with `www`. */
export const WEB_ADDRESS = String.raw`https?:\/\/[^\s<>"“”]+|(?<![\w.-])www\.[^\s<>"“”]+|(?<![\w.-])${DOMAIN}\/[^\s<>"“”]*`;
const ANY = new RegExp(WEB_ADDRESS, 'iu');

/** Whether anything in the text looks like one. */
export function hasWebAddress(text: string): boolean {
  return ANY.test(text);
}
