/** Where the window's page lives: a scheme of our own, so that no other program on a port can stand in for it. */
export const PAGE_SCHEME = 'switchboard-app';
export const PAGE_ORIGIN = `${PAGE_SCHEME}://window`;
export const PAGE_URL = `${PAGE_ORIGIN}/index.html`;

/** Whether an address is our page or one of its parts. */
export function isPageUrl(address: string): boolean {
  const url = URL.parse(address);
  // A custom scheme has the opaque origin "null" for WHATWG URL, so scheme and host are compared themselves.
  return url?.protocol === `${PAGE_SCHEME}:` && url.host === 'window';
}
