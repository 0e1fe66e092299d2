import { defineMessages } from '#renderer/lib/messages.ts';

/** What can go wrong, each in its own sentence: what happened, what to do. */
export const errors = defineMessages({
  usernameMissing: 'Enter your username.',
  keyMissing: 'Enter your API key.',
  addressMissing: 'Enter the service address.',
  notAnAddress: 'That isn’t a valid address. It should look like rest.example.com.',
  httpsRequired: 'The address must start with https:// to keep your key safe.',

  keyRefused: 'The service didn’t accept this username and key. Version 1 keys no longer work.',
  keyForbidden: 'This key doesn’t have access. Ask whoever manages the account.',
  noNetwork: '{host} can’t be reached from this computer. Check the connection and the address, then try again.',
  notThisService: '{host} answered, but it isn’t the service. Check the address.',
  maintenance: 'The service is down for maintenance. Try again in a few minutes.',
  timeout: '{host} didn’t answer in time. Try again in a moment.',
  slowDown: 'The service is asking us to slow down. Try again in a minute.',
  serviceFault: 'The service had a problem. Try again in a moment.',
  textTooLong: 'With its file links, the text is over 6 parts. Make it shorter.',
  notTextable: 'This isn’t a number you can text.',
  unknownZone: 'This computer doesn’t know its time zone. Choose another.',
  badRule: 'We can’t work out when it repeats. Choose another time.',
  usedId: 'We mistook this for an earlier text. Try again.',
  fileGone: 'One of the files can’t be found. Remove it, or attach it again from where it is now.',
  fileRefused: 'The service didn’t accept one of the files. Choose another one.',
  unsure: 'We didn’t hear back. Check whether it worked before you try again.',
  disk: 'Switchboard couldn’t write to its folder on this computer. Check that the disk isn’t full.',
  diskNewer:
    'A newer version of Switchboard has used this account’s files, so we left them alone. Use that version, or update this one.',
  diskDamaged: 'Switchboard’s files on this computer are damaged. Restart Switchboard to repair them.',
  reopening: 'Switchboard is reopening its data. Try again in a moment.',
  diskUnsteady:
    'Switchboard had to reopen its data several times in a minute, so it stopped. Nothing you saved is lost. Restart Switchboard. If it happens again, restart the computer.',
  disconnected: 'Lost contact with Switchboard. Is it still running?',
  cancelled: 'This was stopped before it finished.',
  bug: 'Something went wrong inside Switchboard. What you typed is still here.',
});

/** Why an act of the settings did not work, and what to do. */
export const settingsErrors = defineMessages({
  offline: 'You’re offline. Try again once you’re back online.',
  timeout: 'The service didn’t answer in time. Try again in a moment.',
  unauthorized: 'The service doesn’t accept your API key. Enter a new one.',
  unknown: 'Try again in a moment.',
});
