/** Shows the number of unread chats on the icon of the page, where a browser has installed it as an app. */
export function showCountOnIcon(count: number): void {
  // A browser that has no such icon, or does not let the page count on it, shows the number in the title only.
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined);
}
