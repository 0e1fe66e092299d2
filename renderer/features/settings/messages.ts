import { defineMessages } from '#renderer/lib/messages.ts';

/** Settings › Appearance: how the window looks. */
export const appearance = defineMessages({
  title: 'Appearance',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  system: 'Match system',
  density: 'Density',
  densityText: 'Rows in the chat list',
  comfortable: 'Comfortable',
  compact: 'Compact',
  textSize: 'Text size',
  percent: '{value}%',
  zoom: 'Zoom',
  zoomText: 'Scales everything in the window. {bigger} and {smaller} change it, {reset} resets it.',
  zoomBrowser: 'Use your browser’s zoom: {bigger} and {smaller}.',
  titleBar: 'Use the system title bar',
  titleBarText: 'Takes effect when you restart Switchboard.',
  motion: 'Reduce motion',
  motionSystem: 'Follows the system, unless you turn it on here',
  motionReduced: 'No animations',
});

/** Settings › Chats: when a chat is read, when somebody is there to answer, what stands above a thread. */
export const chatSettings = defineMessages({
  title: 'Chats',
  reading: 'Mark as read',
  seen: 'When I’ve seen it',
  byHand: 'Only when I mark it',
  seenText: 'A chat is marked as read once its newest text has been on screen for a second.',
  byHandText: 'Press {key}, use the menu, or reply.',
  field: 'Next to the number',
  fieldText: 'What else to show at the top of a chat',
  fieldNone: 'Nothing',
  fieldCompany: 'Company',
  fieldEmail: 'Email',
  hours: 'Business hours',
  hoursAlways: 'Around the clock',
  hoursOwn: 'Only these hours',
  hoursAlwaysText: 'Waiting time is counted around the clock.',
  hoursOwnText: 'Waiting time is counted only during these hours, in this computer’s time zone.',
  from: '{day}, from',
  to: '{day}, to',
  until: 'to',
  closed: 'Closed',
  wrongOrder: 'The end must be after the start. Until then the previous hours apply.',
});

/** Settings › Sending: hours in which no text is scheduled without a reason. */
export const quietHours = defineMessages({
  title: 'Quiet hours for recipients',
  text: 'You’ll be asked for a reason before scheduling a text for these hours in the recipient’s local time',
  off: 'Off. Texts can be scheduled for any time of day.',
  from: 'Quiet hours, from',
  to: 'Quiet hours, to',
  until: 'to',
  wrong: 'The end must differ from the start. Until then the previous hours apply.',
});
