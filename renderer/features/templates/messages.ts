import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** The list that opens while the user types, and its buttons. */
export const picker = defineMessages({
  templates: 'Templates',
  fields: 'Merge fields',
  insertTemplate: 'Insert template',
  insertField: 'Insert merge field',
  insert: 'insert',
  keep: 'keep “{typed}”',
  close: 'close',
  someHave: plural({ one: '{count} of {all} has a value', other: '{count} of {all} have a value' }),
  everyone: 'everyone',
  noOne: 'no one has a value',
  noValue: 'no value',
  loading: 'Loading…',
  noTemplates: 'No template by that name.',
  noTemplatesYet: 'No templates yet. Create them under Templates.',
  noFields: 'No field by that name.',
  inserted: '{name} inserted',
  notFilled: 'The template wasn’t inserted, because its fields couldn’t be looked up.',
});

/** Fields that are left in a text, under it. */
export const unfilled = defineMessages({
  label: 'Fields in the text',
  noValue: '{field} is empty for {name}.',
  noValueForAnyone: '{field} is filled in once you choose who it’s for.',
  notFilled: '{field} isn’t filled in.',
  write: 'Replace {field}',
  fill: 'Fill in',
  ask: 'Send with {fields} in the text?',
  send: 'Send as it is',
  askSchedule: 'Schedule with {fields} in the text?',
  schedule: 'Schedule as it is',
});

/** The list of templates at the side. */
export const side = defineMessages({
  title: 'Templates',
  region: 'Templates',
  list: 'All templates',
  search: 'Find templates',
  closeSearch: 'Close search',
  create: 'New template',
  service: 'In your account',
  computer: 'On this computer',
  draft: 'Not saved',
  unnamed: 'Unnamed',
  emptyTitle: 'No templates yet',
  emptyText: 'Save texts you type over and over.',
  nothingFound: 'Nothing for “{query}”',
  onlyComputer: 'This service doesn’t store templates, so they stay on this computer.',
  loading: 'Loading templates',
  failedTitle: 'The templates didn’t load',
  failedText: 'Nothing was lost. Try again.',
  tryAgain: 'Try again',
  back: 'Back to list',
  more: 'More for {name}',
});

/** One template. */
export const editor = defineMessages({
  newTitle: 'New template',
  none: 'Choose a template, or write a new one.',
  name: 'Name',
  shortcut: 'Shortcut',
  kept: 'Stored',
  text: 'Text',
  mergeField: 'Merge field',
  textTab: 'Text',
  previewTab: 'Preview',
  tabs: 'View',
  save: 'Save',
  saving: 'Saving…',
  saved: 'Saved {time}',
  notSaved: 'Not saved',
  discard: 'Revert',
  discardHint: 'Go back to the saved version',
  duplicate: 'Duplicate',
  copyName: '{name} copy',
  remove: 'Delete',
  use: 'Use',
  useHint: 'Start a new message with it',
  gone: 'This template was deleted. Saving creates it again.',
  newer: 'It was changed elsewhere in the meantime. Saving replaces that change.',
  showNewer: 'Show the newer version',
  offline: 'You’re offline. Your changes stay here until you can save them on the service.',
});

/** What is wrong with a template. */
export const faults = defineMessages({
  noName: 'Enter a name.',
  takenName: 'There’s already a template called “{name}”.',
  noText: 'Write something first.',
  badShortcut: 'Letters, digits and dashes only.',
  takenShortcut: 'Another template has this shortcut.',
  notSaved: 'Not saved. Your changes are still here. {detail}',
  unsure: 'We didn’t hear back. It may already be saved on the service, so check the list before you save again.',
  notDeleted: 'Nothing was deleted. {detail}',
  notDuplicated: 'Nothing was duplicated. {detail}',
  tryAgain: 'Try again.',
});

/** The question before one is deleted of which something is not saved. */
export const deletion = defineMessages({
  title: 'Delete “{name}”?',
  titleUnnamed: 'Delete this template?',
  text: 'Your unsaved changes will be lost. The saved version can be restored.',
  textUnsaved: 'It was never saved, so it can’t be restored.',
  confirm: 'Delete template',
  keep: 'Keep template',
});

/** What was done. */
export const done = defineMessages({
  deleted: '“{name}” deleted',
  duplicated: '“{name}” created',
});

/** How long the text is for all contacts. */
export const measures = defineMessages({
  counting: 'Counting…',
  unknown: 'We couldn’t work out the length.',
  characters: plural({ one: '{count} character', other: '{count} characters' }),
  range: '{shortest} to {longest} characters',
  partsForAll: plural({ one: '{count} part', other: '{count} parts' }),
  parts: plural({ one: '{count} part for {people}', other: '{count} parts for {people}' }),
  moreParts: '{count} for {people}',
  priceEach: '{price} each',
  either: '{one} or {other}',
  between: '{one} to {other}',
});

/** What stands where a contact has nothing. */
export const empties = defineMessages({
  title: 'If a field is empty',
  ofContacts: plural({ one: 'Out of {count} contact', other: 'Out of {count} contacts' }),
  fallback: 'Instead of {field}',
  people: plural({ one: '{count} person', other: '{count} people' }),
  noFallback: 'No fallback',
  isUsed: 'Used when the field is empty',
  isAsked: 'You’ll be asked to fill it in before sending',
  isFull: 'Everyone has a value',
  isUnknown: 'Unknown field. It’ll be sent exactly as typed.',
  isInText: 'From the text',
});

/** How the text looks for some contacts. */
export const previews = defineMessages({
  title: 'Preview',
  person: 'Show it for',
  personPlaceholder: 'Choose contact',
  people: 'Contacts',
  loading: 'Loading previews',
  none: 'There are no contacts to show it for.',
  noText: 'Write a text to see it filled in.',
  failed: 'We couldn’t load the previews.',
  length: '{length} characters · {parts}',
  unicode: '{length} characters, some special · {parts}',
  missing: '{field} is empty',
  isMissing: 'Value missing',
  fallbacksUsed: plural({ one: '{count} fallback used.', other: '{count} fallbacks used.' }),
  needsValue: '{fields} is empty. You’ll be asked to fill it in before the text is sent.',
  needValues: '{fields} are empty. You’ll be asked to fill them in before the text is sent.',
  openContact: 'Open contact',
  longest: plural({ one: 'Longest version: {count} character', other: 'Longest version: {count} characters' }),
});

/** How often it was used. */
export const usage = defineMessages({
  title: 'Usage',
  used: 'Used on this computer',
  times: plural({ one: '{count} time', other: '{count} times' }),
  lastUsed: 'Last used on this computer',
  lastChanged: 'Last changed',
  never: 'Never',
});
