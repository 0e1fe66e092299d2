import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** Days and lengths of time. */
export const time = defineMessages({
  today: 'Today',
  yesterday: 'Yesterday',
  /** Inside a sentence: of today, and of any other day. */
  at: 'at {time}',
  onAt: 'on {date} at {time}',
  seconds: plural({ one: '{count} second', other: '{count} seconds' }),
  minutes: plural({ one: '{count} minute', other: '{count} minutes' }),
  hours: plural({ one: '{count} hour', other: '{count} hours' }),
  days: plural({ one: '{count} day', other: '{count} days' }),
});

/** A month in which a day is chosen. */
export const calendar = defineMessages({
  label: 'Day',
  previous: 'Previous month',
  next: 'Next month',
});
