/** The address of a page of the browser host, as the terminal prints it: this computer and one token, nothing else. */
const PAGE_ADDRESS = /^http:\/\/127\.0\.0\.1:\d{1,5}\/\?token=[\w-]{1,100}$/;

/** Checked before the app opens an address that another process sent. */
export function isPageAddress(address: string): boolean {
  return PAGE_ADDRESS.test(address);
}
