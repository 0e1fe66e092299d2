/** How a page names an account to main. The embedded demo service has another address in each run, and is the same account. */
export function toAccountName({
  isDemo,
  baseUrl,
  username,
}: {
  readonly isDemo: boolean;
  readonly baseUrl: string | null;
  readonly username: string | null;
}): string {
  return isDemo ? 'demo' : JSON.stringify([baseUrl, username, isDemo]);
}
