import { defineMessages } from '#renderer/lib/messages.ts';

/** Settings › Appearance: how the window looks. */
export const appearance = defineMessages({
  title: 'Appearance',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'As system',
  density: 'Density',
  densityText: 'Rows in the chat list',
  comfortable: 'Comfortable',
  compact: 'Compact',
  textSize: 'Text size',
  percent: '{value} %',
  zoom: 'Zoom',
  zoomText: 'Everything in the window. {bigger} and {smaller} change it, {reset} sets it back.',
  zoomBrowser: 'Your browser does it: {bigger} and {smaller} there.',
  titleBar: 'Use the system title bar',
  titleBarText: 'Takes effect when you restart Switchboard.',
  motion: 'Reduce motion',
  motionSystem: 'As system, unless you turn it on here',
  motionReduced: 'Nothing moves that need not',
});

/** Settings › Chats: when a chat is read, when somebody is there to answer, what stands above a thread. */
export const chatSettings = defineMessages({
  title: 'Chats',
  reading: 'Mark as read',
  seen: 'When I have seen it',
  byHand: 'Only when I say so',
  seenText: 'When you’ve had its newest text on screen for a second while using this window.',
  byHandText: 'With {key}, from the menu, or by answering.',
  field: 'Beside the number',
  fieldText: 'What stands above a conversation, from the contact',
  fieldNone: 'Nothing',
  fieldCompany: 'Company',
  fieldEmail: 'Email',
  hours: 'Business hours',
  hoursAlways: 'At all times',
  hoursOwn: 'In our hours',
  hoursAlwaysText: 'How long somebody waits for an answer is counted round the clock.',
  hoursOwnText: 'How long somebody waits is counted in these hours only, in this computer’s time.',
  from: '{day}, from',
  to: '{day}, to',
  until: 'to',
  closed: 'Closed',
  wrongOrder: 'The end has to be later than the beginning. Until then the former hours count.',
});

/** Settings › Sending: hours in which no text is scheduled without a reason. */
export const quietHours = defineMessages({
  title: 'Quiet hours',
  text: 'A text that would arrive between these hours, on the recipient’s clock, is scheduled only with a reason',
  off: 'Texts can be scheduled for every hour of the day',
  from: 'Quiet hours, from',
  to: 'Quiet hours, to',
  until: 'to',
  wrong: 'The end has to differ from the beginning. Until then the former hours count.',
});
