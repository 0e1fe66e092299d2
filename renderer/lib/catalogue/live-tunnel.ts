import { defineMessages, plural } from '../messages.ts';

/** How the service finds this computer: the ways to choose from, and their fields. */
export const tunnelChoice = defineMessages({
  title: 'How the service finds this computer',
  none: 'Only check on a timer',
  noneText: 'Nothing to set up. New texts and results are asked for {pace}.',
  direct: 'Straight to this computer',
  directText: 'The service runs on this computer too, so it needs no public address.',
  manual: 'My own address',
  manualText: 'An address on the internet that already forwards to this computer.',
  command: 'A program on this computer',
  commandText: 'It is started and ended with Switchboard, and makes a public address.',
  ssh: 'My own server, by SSH',
  sshText: 'A server on the internet passes on what comes to its address.',

  program: 'Program',
  other: 'Another program',
  foundAt: 'Found at {path}',
  lookingFor: 'Looking for it on this computer',
  getCloudflared:
    'Not found on this computer. Cloudflare offers it for every system, and for a passing address it wants no account.',
  getNgrok: 'Not found on this computer. ngrok.com offers it; it wants an account, and to be signed in to it once.',
  otherCommand: 'Start it another way',
  commandLine: 'Command line',
  commandLineHint:
    'As in a terminal. {port} and {url} stand for where this computer listens. Leave it empty for the usual one.',
  commandLineHintOther: 'As in a terminal. {port} and {url} stand for where this computer listens.',
  pattern: 'Pattern of its address',
  patternHint:
    'A regular expression that finds the public address in what the program prints. Leave it empty for the usual one.',

  host: 'Server',
  hostPlaceholder: 'server.example.com',
  port: 'SSH port',
  user: 'User on it',
  remotePort: 'Port on it to forward',
  remotePortHint: 'On the server itself. Its web server passes on the public address to it.',
  key: 'Sign in with',
  keyAgent: 'The SSH agent',
  keyFile: 'A key file',
  keyPath: 'Path of the key file',
  keyPathHint: 'The private key, without a passphrase.',

  noAddress: 'Enter the public address.',
  commandEmpty: 'Enter the command that starts the program.',
  unclosedQuote: 'A quotation mark in it is not closed.',
  notAPattern: 'This isn’t a regular expression.',
  notAName: 'Enter a name or a path without spaces at its ends or line breaks.',
  noHost: 'Enter the name or address of the server.',
  noUser: 'Enter the name of the user on the server.',
  notAPort: 'A port is a number from 1 to 65535.',
  noKeyPath: 'Enter the path of the key file.',
  notThere: 'It was not found.',
});

/** How the tunnel stands, as its station says it. */
export const tunnelState = defineMessages({
  station: 'Tunnel',
  up: 'up',
  upMinutes: plural({ one: 'up {count} min', other: 'up {count} min' }),
  upHours: 'up {hours} h {minutes} min',
  upDays: 'up {days} d {hours} h',
  starting: 'starting',
  againSeconds: 'tried again in {seconds} s',
  againMinutes: 'tried again in {minutes} min',
  againNow: 'tried again now',
  stopped: 'stopped',
  notRunning: 'not running',
});

/** What is wrong with the tunnel: what happened, what is kept, what to do. */
export const tunnelFault = defineMessages({
  kept: 'Nothing gets lost: new texts and results are asked for {pace} meanwhile.',
  itSaid: 'It said: “{words}”',

  notFound: '{program} was not found on this computer.',
  notFoundDo: 'Install it, or choose another way.',
  notStarted: '{program} could not be started.',
  notStartedDo: 'Check its command line in a terminal.',
  ended: '{program} ended by itself at {time}.',
  endedDo: 'It is started again by itself. Where that goes on, try its command line in a terminal.',
  noAddress: '{program} runs, but told no public address in time.',
  noAddressDo: 'See whether it wants to be signed in, and check the pattern of its address.',
  notReached: '{host} could not be reached at {time}.',
  notReachedDo: 'It is tried again by itself. Where that goes on, check the name of the server and its SSH port.',
  keyUnknown: 'This computer has not met {host} before. So that nobody poses as your server, compare its fingerprint.',
  keyUnknownDo: 'On the server, “ssh-keygen -lf /etc/ssh/ssh_host_ed25519_key.pub” or the like shows the same.',
  keyChanged: '{host} no longer has the key that you trusted. We did not sign in to it.',
  keyChangedDo:
    'Either the server was set up anew, or somebody poses as it. Ask whoever looks after it before you go on.',
  notAdmitted: '{host} did not let {user} in with this key.',
  notAdmittedDo: 'Add the public key to the authorized keys of that user on the server, or choose another key.',
  keyUnreadable: 'The key file could not be read as a private key.',
  keyUnreadableDo: 'Check its path, and that you may read it.',
  keyEncrypted: 'The key file is locked with a passphrase, which is not asked for here.',
  keyEncryptedDo: 'Add the key to the SSH agent and choose the agent, or choose a key without a passphrase.',
  noAgent: 'No SSH agent answers on this computer.',
  noAgentDo: 'Start it and add your key, or choose a key file.',
  forwardRefused: '{host} does not let its port {port} be forwarded.',
  forwardRefusedDo:
    'Something else may use that port: choose another. Or the server forbids forwarding: allow it in its SSH settings.',

  fingerprint: 'Fingerprint that {host} shows',
  trustedFingerprint: 'Fingerprint that you trusted',
  trust: 'This is my server',
  trusting: 'Connecting',
  trustFailed: 'The server was not trusted. {why}',
  replace: 'Remove the trust…',
  replaceTitle: 'Trust another key of {host}?',
  replaceText:
    'Switchboard then no longer trusts the key that it knows. To make sure that you have seen the new one on the server itself, enter its fingerprint as the server shows it there.',
  replaceField: 'Fingerprint on the server',
  replaceWrong: 'This is not the key that the server showed. Nothing was changed, and you should not trust it.',
  replaceConfirm: 'Remove the old key and trust this one',
  replaceKeep: 'Keep the trusted key',
});
