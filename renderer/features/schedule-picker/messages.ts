import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** The choice of a time, and its buttons. */
export const picker = defineMessages({
  title: 'Schedule this text',
  titleChange: 'Change when it’s sent',
  cancel: 'Cancel',
  schedule: plural({ one: 'Schedule', other: 'Schedule {count} texts' }),
  scheduleEndless: 'Schedule',
  save: 'Save change',
  failed: 'It wasn’t scheduled. The text is still here. {detail}',
  failedChange: 'It wasn’t changed. {detail}',
  unreachable: 'Lost contact with Switchboard. Your choices are still here. Try again.',
});

/** In words, and the usual times. */
export const phrase = defineMessages({
  label: 'Type a time',
  placeholder: 'tue 9am, every month 10:00',
  unclear: 'No time recognised yet',
  presets: 'Suggested times',
  'in-1-hour': 'In 1 hour',
  'this-afternoon': 'This afternoon',
  'this-evening': 'This evening',
  tomorrow: 'Tomorrow',
  monday: 'Monday',
  'last-used': 'Last used',
});

/** Time of the day, and its zone. */
export const clock = defineMessages({
  time: 'Time',
  zone: 'Time zone',
  unread: 'Their time zone and the price aren’t known right now.',
  showZones: 'Show time zones',
  theirs: 'Theirs, {place}',
  mine: 'Mine, {place}',
  accounts: 'The account’s, {place}',
  suggested: 'For this text',
  all: 'All time zones',
  noZone: 'No time zone by that name',
  moreZones: plural({
    one: '{count} more. Type a place to find it.',
    other: '{count} more. Type a place to find them.',
  }),
  clocks: 'In other time zones',
  you: '{place}, you',
  otherDay: '{time}, {day}',
  fromNumber: 'From their number’s country code, +{code}.',
  severalZones: plural({
    one: 'Numbers starting with +{code} span {count} time zone.',
    other: 'Numbers starting with +{code} span {count} time zones.',
  }),
  allowedInAll: 'Outside quiet hours in all of them: {hours} ({place}).',
  allowedNowhere: 'Every hour falls in quiet hours in at least one of them.',
  hours: '{from}–{to}',
  twoZones:
    'Your account is set to {account}, this computer to {computer}. It’s {accountTime} there and {computerTime} here.',
  gap: 'The clocks in {place} go forward then, so {time} doesn’t exist that day. It’ll be sent at {shifted}.',
  overlap: 'The clocks in {place} go back then, so {time} happens twice.',
  overlapLabel: 'Which of the two',
  overlapFirst: 'The first',
  overlapSecond: 'The second, {later} later',
});

/** Again and again. */
export const repeat = defineMessages({
  repeat: 'Repeat',
  unit: 'Repeats',
  never: 'Doesn’t repeat',
  every: 'every',
  everyLabel: 'Repeat every',
  hour: plural({ one: 'hour', other: 'hours' }),
  day: plural({ one: 'day', other: 'days' }),
  week: plural({ one: 'week', other: 'weeks' }),
  month: plural({ one: 'month', other: 'months' }),
  year: plural({ one: 'year', other: 'years' }),
  on: 'On',
  weekdays: 'On which weekdays',
  monthDays: 'On which day of the month',
  dayNumber: 'Day {day}',
  first: 'First {weekday}',
  second: 'Second {weekday}',
  third: 'Third {weekday}',
  fourth: 'Fourth {weekday}',
  last: 'Last {weekday}',
  lastDay: 'Last day',
  skipsMonths: 'Skips months with fewer than {day} days.',
  skipsYears: 'Only in leap years: other years have no 29 February.',
  ends: 'Ends',
  endsLabel: 'When it ends',
  endsNever: 'Never',
  endsOn: 'On',
  endsAfter: 'After',
  lastDate: 'Last date',
  count: 'How many texts',
  texts: plural({ one: 'text', other: 'texts' }),
  kept: 'Repeats on a custom schedule that can’t be shown here. It won’t change.',
  repeatOtherwise: 'Repeat differently',
});

/** Who keeps it until then. */
export const keeper = defineMessages({
  label: 'Where it’s stored',
  service: 'On the service',
  serviceText: 'Sent even if this computer is off',
  computer: 'On this computer',
  computerText: 'Can stop if they reply. Switchboard must be running.',
  computerStops: 'Stops if they reply. Switchboard must be running.',
  endsOnReply: 'Stop if they reply',
  serviceAbsent: 'This service doesn’t store schedules. Switchboard has to be running and connected at that time.',
});

/** Quiet hours of the recipient. */
export const quiet = defineMessages({
  clash: 'That’s {time} for them. Quiet hours for recipients are {from}–{to}.',
  clashIn: 'That’s {time} in {place}. Quiet hours for recipients are {from}–{to}.',
  clashOn: 'On {date} that’s {time} in {place}. Quiet hours for recipients are {from}–{to}.',
  move: 'Move to {time}',
  moveIn: 'Move to {time} in {place}',
  anyway: 'Keep this time',
  reason: 'Reason',
  reasonHint: 'Saved with the text.',
  respect: 'Respect quiet hours',
});

/** The next texts of a repetition. */
export const coming = defineMessages({
  title: plural({ one: 'Next text', other: 'Next {count} texts' }),
  none: 'No text would be sent.',
  date: 'Date',
  there: 'There',
  here: 'Here',
  time: 'Time',
  skipped: 'No such day, skipped',
  changeMark: '{place} clocks change',
  shifted: '{time} doesn’t exist',
  forward: '{place} clocks go forward on {date}. The text is still sent at {time} in {own}.',
  back: '{place} clocks go back on {date}. The text is still sent at {time} in {own}.',
  more: plural({ one: 'and {count} more', other: 'and {count} more' }),
  endless: 'and so on, until you cancel it',
});

/** What it costs. */
export const price = defineMessages({
  once: 'You’ll be charged {price} when you schedule it.',
  onceHere: 'You’ll be charged {price} when it’s sent.',
  onceChange: '{price}. The service charges again for a changed text.',
  all: '{price} a text. You’ll be charged {sum} when you schedule it.',
  allChange: '{price} a text, {sum} in all. The service charges again for a changed text.',
  allHere: '{price} a text, {sum} in all, each charged when it’s sent.',
  endless: '{price} a text, charged by the service.',
  endlessHere: '{price} a text, each charged when it’s sent.',
});

/** What is wrong, and what to do. */
export const faults = defineMessages({
  empty: 'Write the text first.',
  'too-long': 'The text is too long. The limit is 6 parts.',
  'not-understood': 'That isn’t a time we recognise. Try “tue 9am” or “every monday 10:00”, or choose below.',
  'no-clock': 'Enter a time like 10:00 or 2:30pm.',
  'unknown-zone': 'This time zone isn’t known here. Choose another.',
  'not-at-service': 'The service doesn’t accept this time zone. Choose another, or keep the text on this computer.',
  'bad-number': 'Enter a number from 1 to 999.',
  'no-last-day': 'Choose the last date.',
  'ends-before': 'The last date is before the first. Choose a later one.',
  past: 'That’s in the past, or less than a minute ahead. Choose a later time.',
  'bad-rule': 'We can’t work out when this repeats. Choose another option.',
  'no-times': 'No text would ever be sent. Choose another day or a later end date.',
  quiet: 'That’s during their quiet hours. Move it, or choose “Keep this time”.',
  'no-reason': 'Enter a reason for sending during their quiet hours.',
  several: 'A text to several people can’t be scheduled on this computer. Choose the service.',
  keeper: 'This service doesn’t store schedules. Choose this computer.',
  over: 'It’s been sent, or is about to be.',
  views: 'Its recipients can only be chosen on the service’s website. Change it there.',
  gone: 'It’s no longer there.',
});
