import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** What a click or a link outside the window came to, and notifications that the page offers. */
export const outside = defineMessages({
  offer: 'Show a notification when a text arrives?',
  offerText: 'Your browser will ask you once.',
  allow: 'Allow',
  notNow: 'Not now',
  noNumber: 'That link has no number you can text.',
  unknown: 'Switchboard can’t open that link.',
  waits: 'Finish or close this first. Then we’ll show what you opened.',
  joined: 'The link’s text was added below what you’d written.',
  keptDraft: 'Your text to {name} was saved as a draft.',
  leftOut: plural({
    one: 'You can text one person at a time. {count} other number in the link was left out.',
    other: 'You can text one person at a time. {count} other numbers in the link were left out.',
  }),
});
