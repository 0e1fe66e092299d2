import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** How often a scheduled text goes out. */
export const scheduleTimes = defineMessages({
  hours: plural({ one: 'Every hour', other: 'Every {count} hours' }),
  days: plural({ one: 'Every day', other: 'Every {count} days' }),
  weeks: plural({ one: 'Every week', other: 'Every {count} weeks' }),
  months: plural({ one: 'Every month', other: 'Every {count} months' }),
  years: plural({ one: 'Every year', other: 'Every {count} years' }),
  weekdays: 'Every weekday',
  at: '{rule} at {time}',
  onAt: '{rule} on {days} at {time}',
  hoursFrom: '{rule}, starting at {time}',
  monthDay: 'the {day}',
  nthWeekday: 'the {nth} {weekday}',
  lastDay: 'the last day',
  first: 'first',
  second: 'second',
  third: 'third',
  fourth: 'fourth',
  last: 'last',
  ordinalOne: '{day}st',
  ordinalTwo: '{day}nd',
  ordinalFew: '{day}rd',
  ordinalOther: '{day}th',
  times: plural({ one: '{rule}, once', other: '{rule}, {count} times' }),
  until: '{rule}, until {date}',
  /** A rule of another app that cannot be said in words. */
  raw: 'Custom rule: {rule}',
});
