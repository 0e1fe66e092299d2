import { defineMessages } from '#renderer/lib/messages.ts';

/** The first screen: signing in to an account, or looking at the demo. */
export const signIn = defineMessages({
  title: 'Sign in to your texting account',
  intro: 'Use the username and API key from your account’s web settings. Passwords don’t work here.',
  addTitle: 'Add an account',
  addText: '{username} stays open until the service has accepted the new account.',
  keyTitle: 'Enter your API key',
  keyRefused: 'The service no longer accepts your API key. Nothing was lost.',
  keyUnread: 'Your key couldn’t be read from this computer’s keyring. Your chats are still here.',
  keyLeftBehind: 'You signed out, but your key couldn’t be taken out of this computer’s keyring. Try again below.',
  signedOut: 'You signed out. Your chats are still on this computer.',
  keyForgotten: 'The key was kept until the app closed. Your chats are still on this computer.',

  baseUrl: 'Service address',
  baseUrlHint: 'From your provider, for example rest.example.com',
  webUrl: 'Web address',
  webUrlHint: 'Where you sign in with a browser. Guessed from the service address.',
  username: 'Username',
  apiKey: 'API key',
  showKey: 'Show the key',
  hideKey: 'Hide the key',
  makeKey: 'Make a new one',

  keepSignedIn: 'Keep me signed in on this computer. The key stays in its keyring.',
  keyringLocked: 'This computer’s keyring is locked. Open it and try again, or the key is kept until the app closes.',
  keyringSilent:
    'This computer’s keyring is waiting for an answer. Example for its window. Until then the key is kept until the app closes.',
  keyringFailed: 'This computer’s keyring doesn’t work. The key is kept until the app closes, and nowhere on the disk.',
  keyringAbsent:
    'This computer has no keyring to keep the key in. It is kept until the app closes, and nowhere on the disk.',
  tryAgain: 'Try again',

  submit: 'Sign in',
  submitting: 'Signing in',
  back: 'Back to the inbox',
  backToSettings: 'Back to the settings',

  demoTitle: 'Just looking?',
  demoText:
    'The demo is a made-up vet clinic. It works without an account or a connection. Nothing is sent, nothing is charged.',
  demoAction: 'Try the demo',
  demoStarting: 'Starting the demo',
});
