import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** What a click or a link outside the window came to, and notifications that the page offers. */
export const outside = defineMessages({
  offer: 'Show a notification when a text arrives?',
  offerText: 'Your browser asks you once.',
  allow: 'Allow',
  notNow: 'Not now',
  noNumber: 'That link has no phone number that can be texted.',
  unknown: 'Switchboard cannot open that link.',
  waits: 'Finish or close this first. What you opened comes up then.',
  joined: 'What you had written is still here. The text of the link is below it.',
  keptDraft: 'What you wrote to {name} is kept as a draft.',
  leftOut: plural({
    one: 'A message goes to one person. {count} other number of the link was left out.',
    other: 'A message goes to one person. {count} other numbers of the link were left out.',
  }),
});
