import { defineMessages } from '#renderer/lib/messages.ts';

/** The first screen: signing in to an account, or looking at the demo. */
export const signIn = defineMessages({
  title: 'Sign in to your texting account',
  intro: 'Use the username and API key from your account’s web settings. Passwords don’t work here.',
  addTitle: 'Add account',
  addText: 'You’ll stay in {username} until the new account is connected.',
  keyTitle: 'Enter your API key',
  keyRefused: 'The service no longer accepts your API key. Nothing was lost.',
  keyUnread: 'Your key couldn’t be read from this computer’s keyring. Your chats are still here.',
  keyLeftBehind: 'You signed out, but your key couldn’t be removed from this computer’s keyring. Try again below.',
  signedOut: 'You’re signed out. Your chats are still on this computer.',
  keyForgotten: 'Your API key was only saved until you quit Switchboard. Your chats are still on this computer.',

  baseUrl: 'Service address',
  baseUrlHint: 'From your provider, for example rest.example.com',
  webUrl: 'Web address',
  webUrlHint: 'Where you sign in with a browser. Filled in from the service address.',
  username: 'Username',
  apiKey: 'API key',
  showKey: 'Show key',
  hideKey: 'Hide key',
  makeKey: 'Create new key',

  keepSignedIn: 'Keep me signed in on this computer. Your API key is stored in its keyring.',
  keyringLocked:
    'This computer’s keyring is locked. Unlock it and try again, or you’ll need to enter the key again next time.',
  keyringSilent:
    'This computer’s keyring is waiting for you. Look for its window. Otherwise, the key is only saved until you quit Switchboard.',
  keyringFailed: 'This computer’s keyring isn’t working. You’ll need to enter the key again next time.',
  keyringAbsent: 'This computer has no keyring. You’ll need to enter the key again next time.',
  tryAgain: 'Try again',

  submit: 'Sign in',
  submitting: 'Signing in',
  back: 'Back to inbox',
  backToSettings: 'Back to settings',

  demoTitle: 'Just looking?',
  demoText:
    'The demo is a made-up vet clinic. It works without an account or a connection. Nothing is sent and nothing is charged.',
  demoAction: 'Try the demo',
  demoStarting: 'Starting the demo',
});
