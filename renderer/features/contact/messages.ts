import { defineMessages } from '#renderer/lib/messages.ts';

/** The contact panel. */
export const contact = defineMessages({
  region: 'Contact',
  close: 'Close the contact panel',
  phone: 'Phone',
  email: 'Email',
  country: 'Country',
  countryAndTime: '{country}, {time}',
  lists: 'Lists',
  noLists: 'In no list',
  copyNumber: 'Copy the number',
  copied: 'Number copied',
  copyFailed: 'The number was not copied.',
  unknown: 'This number is not in your contacts.',
  unsubscribed: 'Unsubscribed',
  blocked: 'Blocked',
  failed: 'The contact didn’t load.',
  tryAgain: 'Try again',
  resizePanel: 'Width of the contact panel',
});
