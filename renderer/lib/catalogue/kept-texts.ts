import { defineMessages, plural } from '../messages.ts';

/** Texts that the window keeps because Switchboard itself is away. */
export const keptTexts = defineMessages({
  oneChat: plural({
    one: 'Your text to {name} hasn’t reached Switchboard yet.',
    other: 'Your {count} texts to {name} haven’t reached Switchboard yet.',
  }),
  twoChats: 'Your texts to {first} and {second} haven’t reached Switchboard yet.',
  moreChats: plural({
    one: 'Your texts to {first}, {second} and {count} other person haven’t reached Switchboard yet.',
    other: 'Your texts to {first}, {second} and {count} other people haven’t reached Switchboard yet.',
  }),
  bannerText: plural({
    one: 'Lost contact with Switchboard. Your text is kept here and goes out once it’s back.',
    other: 'Lost contact with Switchboard. Your texts are kept here and go out once it’s back.',
  }),
  openChat: 'Open the chat with {name}',
  list: 'Not yet with Switchboard',
  waitingLost: 'Lost contact with Switchboard. Kept here until it’s back.',
  waiting: 'Waiting for Switchboard',
  takeBack: 'Undo',
  listHint: 'They go out once Switchboard is back.',
});
