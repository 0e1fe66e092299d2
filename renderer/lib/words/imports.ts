import { defineMessages } from '#renderer/lib/messages.ts';

/** An import that ended while the user was elsewhere. */
export const imports = defineMessages({
  finished: 'Import of {file} finished',
  stopped: 'Import of {file} stopped',
  undone: 'Import of {file} undone',
  pasted: 'pasted cells',
  show: 'Show',
});
