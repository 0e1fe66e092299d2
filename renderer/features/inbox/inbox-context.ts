import { getContext, setContext } from 'svelte';
import type { Inbox } from './inbox.svelte.ts';
import type { InboxLayout } from './inbox-layout.svelte.ts';

const INBOX = Symbol('inbox');

interface InboxContext {
  readonly inbox: Inbox;
  readonly layout: InboxLayout;
}

/** Gives everything below this component the inbox. */
export function provideInbox(context: InboxContext): void {
  setContext(INBOX, context);
}

/** The inbox and its layout. Call while a component is created. */
export function useInbox(): InboxContext {
  return getContext<InboxContext>(INBOX);
}
