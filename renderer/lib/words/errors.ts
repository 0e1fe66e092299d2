import { defineMessages } from '#renderer/lib/messages.ts';

/** What can go wrong, each in its own sentence: what happened, what to do. */
export const errors = defineMessages({
  usernameMissing: 'The username is missing.',
  keyMissing: 'The API key is missing.',
  addressMissing: 'The service address is missing.',
  notAnAddress: 'This isn’t a web address. It looks like rest.example.com.',
  httpsRequired: 'The address must start with https://, or the key could be read on its way.',

  keyRefused: 'The service didn’t accept this key for this username. Keys from version 1 no longer work.',
  keyForbidden: 'The service knows this key but doesn’t let it in. Ask whoever runs the account.',
  noNetwork: '{host} can’t be reached from this computer. Check the connection and the address, then try again.',
  notThisService: 'Something answers at {host}, but it is not the service. Check the address.',
  maintenance: 'The service is closed for maintenance. Try again in a few minutes.',
  timeout: '{host} didn’t answer in time. Try again in a moment.',
  slowDown: 'The service asks us to slow down. Try again in a minute.',
  serviceFault: 'The service answered with an error. Try again in a moment.',
  textTooLong: 'The text has more than 6 parts, the links of its files included. Make it shorter.',
  usedId: 'We took it for an earlier one. Try again.',
  fileGone: 'A file of this text isn’t on this computer any more. Take it out and add it again.',
  fileRefused: 'The service didn’t take a file of this text. Choose another one.',
  unsure: 'The answer didn’t arrive, so it may have been done.',
  disk: 'Switchboard couldn’t write to its folder on this computer. Check that the disk isn’t full.',
  diskNewer:
    'A newer version of Switchboard has worked with this account’s files. They were left as they are. Use that version, or update this one.',
  diskDamaged:
    'Switchboard’s files on this computer are damaged. Restart Switchboard: it then mends what can be mended.',
  reopening: 'Switchboard is reopening its data. Try again in a moment.',
  diskUnsteady:
    'Switchboard had to reopen its data several times in a minute, and has stopped. Nothing saved was lost. Restart Switchboard; if it happens again, restart the computer.',
  disconnected: 'Switchboard itself doesn’t answer. It may have been closed.',
  cancelled: 'This was stopped before it was done.',
  bug: 'Something went wrong inside Switchboard. What you typed is still here.',
});

/** Why an act of the settings did not work, and what to do. */
export const settingsErrors = defineMessages({
  offline: 'You’re offline. Try again when the connection is back.',
  timeout: 'The service didn’t answer in time. Try again in a moment.',
  unauthorized: 'The service doesn’t accept your API key. Enter a new one.',
  unknown: 'Try again in a moment.',
});
