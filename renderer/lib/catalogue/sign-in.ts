import { defineMessages } from '../messages.ts';

/** The first screen: signing in to an account, or looking at the demo. */
export const signIn = defineMessages({
  title: 'Sign in to your texting account',
  intro: 'Use the username and API key from your account’s web settings. Passwords don’t work here.',
  keyTitle: 'Enter your API key',
  keyRefused: 'The service no longer accepts your API key. Nothing was lost.',
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
  keyKept: 'The key is kept on this computer, in its keychain.',
  keyForgetting: 'The key is kept until the app closes, and nowhere on the disk.',

  submit: 'Sign in',
  submitting: 'Signing in',
  back: 'Back to the inbox',

  demoTitle: 'Just looking?',
  demoText:
    'The demo is a made-up vet clinic. It works without an account or a connection. Nothing is sent, nothing is charged.',
  demoAction: 'Try the demo',
  demoStarting: 'Starting the demo',
});
