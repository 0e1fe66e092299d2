import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** The side list and the head of the screen. */
export const places = defineMessages({
  title: 'Scheduled',
  region: 'Scheduled texts',
  showPlaces: 'Choose what to show',
  upcoming: 'Upcoming',
  recurring: 'Recurring',
  attention: 'Needs you',
  done: 'Done',
  timesIn: 'Times in {place} ({zone})',
  timesInPlace: 'Times in {place}',
  find: 'Find',
  findLabel: 'Find scheduled texts',
  clearFind: 'Clear',
  new: 'Schedule',
  newHint: 'Choose who it is for and write it. {keys} then chooses the time.',
  newHintNoKeys: 'Choose who it is for and write it. Then choose the time beside Send.',
  layout: 'Layout',
  list: 'List',
  week: 'Week',
  month: 'Month',
  next7: 'Next 7 days',
  texts: 'Messages',
  charged: 'Already charged',
});

/** The agenda. */
export const agenda = defineMessages({
  label: '{place}, by day',
  keys: 'Enter opens, F2 changes, Delete cancels, X selects.',
  loading: 'Scheduled texts are loading',
  failedTitle: 'The scheduled texts could not be read',
  failedText: 'Nothing of them is lost. Try again.',
  tryAgain: 'Try again',
  empty: 'Nothing is waiting to go out.',
  emptyText: 'A text can be scheduled from its chat, beside Send.',
  emptyRecurring: 'Nothing goes out again and again.',
  emptyAttention: 'Nothing needs you.',
  emptyDone: 'Nothing has gone out by a schedule yet.',
  nothingTitle: 'Nothing for “{text}”',
  nothingText: 'We looked in texts, names and numbers.',
  showAll: 'Show all',
  today: 'Today',
  tomorrow: 'Tomorrow',
  yesterday: 'Yesterday',
  noTime: 'No time',
  people: plural({ one: '{count} person', other: '{count} people' }),
  noOne: 'No recipient',
  menu: 'More for {name}',
  check: 'Select {name}',
  selected: plural({ one: '{count} selected', other: '{count} selected' }),
  bulk: 'Selected scheduled texts',
  cancelChecked: 'Cancel them',
  clear: 'Clear',
  offline: 'There is no connection. What you schedule, change or cancel waits here and leaves in order.',
  noService: 'This service keeps no schedules. Texts go out only while Switchboard is running on this computer.',
});

/** How things stand with one. */
export const states = defineMessages({
  computer: 'On this computer',
  service: 'On the service',
  waiting: 'Waiting',
  changing: 'Change waiting',
  cancelling: 'Cancellation waiting',
  sendingNow: 'Leaving now',
  checking: 'Checking',
  paused: 'Paused by the service',
  missed: 'Missed',
  passed: 'Time has passed',
  notMade: 'Not scheduled',
  unclear: 'Perhaps scheduled',
  refused: 'Not scheduled',
  done: 'Sent',
  stopped: 'Stopped by a reply',
  cancelled: 'Cancelled',
  dropped: 'Let go',
});

/** What can be done with one. */
export const acts = defineMessages({
  open: 'Open',
  change: 'Change',
  sendNow: 'Send now',
  copy: 'Copy to a new message',
  cancel: 'Cancel it',
  cancelShort: 'Cancel',
  openChat: 'Open chat',
  openSchedule: 'Open in Scheduled',
  keepHere: 'Keep on this computer instead',
  close: 'Close',
});

/** Told after something was done, or not done. */
export const told = defineMessages({
  cancelled: plural({ one: 'Cancelled. It won’t go out.', other: '{count} cancelled. They won’t go out.' }),
  changed: 'Changed to {time}',
  moved: 'Moved to {time}',
  keptHere: 'This computer keeps it now. Switchboard has to be running at its time.',
  sendingNow: 'It leaves now',
  dropped: 'Let go. It won’t go out.',
  droppedTime: 'Let go. The next one goes out at {time}.',
  again: 'It is scheduled again',
  cancelFailed: 'It was not cancelled. {detail}',
  changeFailed: 'It was not changed. {detail}',
  sendFailed: 'It was not sent. {detail}',
  decideFailed: 'Nothing was done. {detail}',
  gone: 'It is not there any more.',
  over: 'It has gone out, or is about to.',
  past: 'That time has passed.',
  quiet: 'That time is within their quiet hours. Say why in “Change”.',
  notHere: 'This service keeps no schedules.',
  several: 'It goes to several people. Give it a nearer time instead.',
  views: 'It goes to people that only the service’s own pages can choose. Change it there.',
  tooLong: 'The text is too long.',
  emptyText: 'The text is empty.',
});

/** The pane of one. */
export const pane = defineMessages({
  label: 'Scheduled text',
  loading: 'The scheduled text is loading',
  goneTitle: 'This scheduled text is gone',
  goneText: 'It was deleted here or on the service.',
  failedTitle: 'It could not be read',
  to: 'To',
  from: 'From',
  size: 'Size',
  price: 'Price',
  kept: 'Kept',
  made: 'Made',
  parts: plural({ one: '{count} part', other: '{count} parts' }),
  each: '{price} each time',
  keptService: 'On the service. Goes out even if this computer is off',
  keptComputer: 'On this computer. Needs Switchboard running',
  stopsOnReply: 'Stops when they reply',
  quietReason: 'Goes out in quiet hours: {reason}',
  listAndCount: plural({ one: '{names}, {count} person', other: '{names}, {count} people' }),
  defaultSender: 'The account’s usual sender',
  next: 'Next',
  nextThere: '{time} in {place}',
  noEnd: '{rule}, no end',
  byRule: 'Repeats',
  oftenOn: '{rule}, {days}',
  inPlace: '{when} ({place})',
  shifted: 'The clocks go forward then',
  lastAt: 'Last time, {time}',
  happened: 'What happened',
  serviceNote:
    'The service can’t edit a schedule. We delete the old one first and then make the new one, so that no text goes twice.',
  computerNote: 'Switchboard has to be running and connected at its time. If it is closed, it asks you afterwards.',
  leaving: 'It waits on this computer until the service has it, and leaves in order.',
  leavingWhy: 'It waits on this computer until the service has it, and leaves in order. {why}',
});

/** What only the user decides. */
export const questions = defineMessages({
  label: 'It needs you',
  missed: 'It was due {time}, while Switchboard was closed or had no connection. Send it now, or let it go?',
  missedNoTime: 'Its time passed while Switchboard was closed or had no connection. Send it now, or let it go?',
  passed: 'Its time, {time}, passed before the service had it. Send it now, or let it go?',
  passedNoTime: 'Its time passed before the service had it. Send it now, or let it go?',
  notMade:
    'The answer got lost when the service was asked to schedule it. We have looked since, and the service doesn’t have it.',
  unclear:
    'The answer got lost when the service was asked to schedule it, and we can’t find out whether it has it. If it does, scheduling it again sends it twice.',
  refused: 'The service doesn’t take it. The text is kept here.',
  refusedWhy: 'The service doesn’t take it: {why} The text is kept here.',
  refusedCancel: 'The service doesn’t delete it, so it still goes out. {why}',
  refusedSend: 'The service doesn’t delete it, so it wasn’t sent now and goes out at its time. {why}',
  paused: 'The service has paused it. Nothing goes out until the service goes on with it.',
  send: 'Send now',
  drop: 'Let it go',
  dropTime: 'Skip this time',
  again: 'Schedule it again',
  tryAgain: 'Try again',
  againAnyway: 'Schedule it again anyway',
});

export const events = defineMessages({
  made: 'Scheduled',
  changed: 'Changed',
  'at-service': 'The service has it',
  fired: 'Went out',
  missed: 'Missed its time',
  'sent-late': 'Sent late, as you decided',
  dropped: 'Let go',
  stopped: 'Stopped: they replied',
  cancelled: 'Cancelled',
  refused: 'Refused by the service',
  asked: 'Asked you how to go on',
  'sent-now': 'Sent before its time',
  again: 'Tried again, as you decided',
  elsewhere: 'Deleted on the service',
  beforeChange: 'Went out before it was changed',
  beforeCancel: 'Went out before it was cancelled',
  beforeSend: 'Went out at its time, before it was sent',
  missedMore: plural({ one: '{time}, and {count} time before it', other: '{time}, and {count} times before it' }),
});

/** Week and month. */
export const calendar = defineMessages({
  mini: 'Calendar',
  previous: 'Previous month',
  next: 'Next month',
  previousWeek: 'Previous week',
  nextWeek: 'Next week',
  today: 'Today',
  monthLabel: 'Scheduled texts in {month}',
  weekLabel: 'Scheduled texts from {from} to {to}',
  more: '+{count} more',
  dayCount: plural({ one: '{day}, {count} text', other: '{day}, {count} texts' }),
  dayNone: '{day}, nothing scheduled',
  dayEmpty: 'Nothing goes out on that day.',
  dayShown: plural({
    one: 'The first {count} of {all} are shown.',
    other: 'The first {count} of {all} are shown.',
  }),
  close: 'Close',
  cut: 'Only the first 5,000 texts of this time are shown.',
  failed: 'The calendar could not be read.',
  keys: 'Arrows move between days, Enter opens a day, Page Up and Page Down turn the page.',
  itemLabel: '{time}, {name}: {text}',
});

/** The dialog that changes one. */
export const changing = defineMessages({
  title: 'Change the scheduled text',
  titleTo: 'Change the text to {name}',
  text: 'Text',
  cancel: 'Keep as it is',
  empty: 'Write the text that shall go out.',
});

/** Beside the messages of its chat. */
export const bubbles = defineMessages({
  list: 'Scheduled texts to this person',
  decide: 'Decide how it goes on',
  moreHidden: plural({ one: '{count} more is scheduled', other: '{count} more are scheduled' }),
  showAll: 'Show in Scheduled',
});
