import { expect, type Page } from '@playwright/test';

/** What a browser itself writes where a request, or the line to main, is meant to fail. */
const OF_THE_NETWORK = /Failed to load resource|WebSocket connection to|net::ERR_/;

/** Collects what the app complains about in the console; what it returns fails the test where there is anything. */
export function watchConsole(page: Page): () => void {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isComplaint = message.type() === 'warning' || message.type() === 'error';
    if (isComplaint && !OF_THE_NETWORK.test(message.text())) complaints.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.stack ?? error.message}`));
  return () => expect(complaints, 'The console is silent').toEqual([]);
}
