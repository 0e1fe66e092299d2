import { defineMessages, plural } from '#renderer/lib/messages.ts';

/** The frame: title, steps, footer. */
export const frame = defineMessages({
  title: 'Import contacts',
  pasted: 'Pasted cells',
  rowsCount: plural({ one: '{count} row', other: '{count} rows' }),
  repairs: 'Fixing rows from an earlier import',
  close: 'Close import',
  steps: 'Import steps',
  stepDone: 'Done:',
  file: 'Choose file',
  columns: 'Match columns',
  rows: 'Check rows',
  run: 'Import',
  loading: 'Loading the import',
  failedTitle: 'The import didn’t load',
  failedText: 'We couldn’t read it from disk.',
  tryAgain: 'Try again',
  back: 'Back',
  check: plural({ one: 'Check {count} row', other: 'Check {count} rows' }),
  import: plural({ one: 'Import {count} contact', other: 'Import {count} contacts' }),
  nothingToImport: 'Nothing to import',
  staysHere: 'Nothing leaves this computer before step 4.',
  takes: 'The import will take {time}.',
  needsPhone: 'Choose the column with the phone numbers.',
  needsListName: 'Give the list a name.',
  stillCounting: 'We’re still checking the rows. Try again in a moment.',
  filling: 'We’ll know who’s new once your contacts have loaded.',
  refused: 'We couldn’t change that. {detail}',
});

export const duration = defineMessages({
  seconds: 'a few seconds',
  underMinute: 'less than a minute',
  minutes: plural({ one: 'about {count} minute', other: 'about {count} minutes' }),
  hours: plural({ one: 'about {count} hour', other: 'about {count} hours' }),
  hoursAndHalf: 'about {hours}½ hours',
});

/** Step 1. */
export const file = defineMessages({
  heading: 'Where are your contacts?',
  intro: 'Choose a CSV or Excel file, or drop it anywhere in this window.',
  choose: 'Choose file',
  chooseOther: 'Choose another file',
  paste: 'Or copy cells in a spreadsheet and paste them here.',
  input: 'File with contacts',
  dropTitle: 'Drop to import',
  dropText: 'CSV, XLS or XLSX. Nothing is sent yet.',
  current: 'Your file',
  currentText: '{rows} · {size}',
  goOn: 'Continue',
  remove: 'Remove file',
  removed: 'File removed. Nothing was sent.',
  sample: 'Get sample file',
  sampleText: 'Shows which columns you can use.',
  sampleSaved: 'Sample file saved',
  adding: 'Reading {name}, {percent}%',
  checking: 'Finding the rows in {name}',
  cancel: 'Cancel',
  failed: '{name}: {detail}',
  several: 'Choose one file at a time.',
  wrongType: 'We can’t import this type of file. Choose a CSV, XLS or XLSX file.',
  empty: 'This file is empty.',
  unreadable: 'We couldn’t read this. It may be a folder, or it may have been moved or changed.',
  notRead: 'We couldn’t read it. Try again.',
  nothingCopied: 'The clipboard has no text. Copy cells from a spreadsheet first.',
  help: 'Good to know',
  needsTitle: 'What does the file need?',
  needsText:
    'One row per person and a column of phone numbers. Everything else is optional. We match names, emails and your custom fields by their headers, and you can change any match.',
  zerosTitle: 'My numbers lost a zero or look like 4.4E+11',
  zerosText:
    'Spreadsheets drop leading zeros and round long numbers. A missing zero is fine: choose the country in the next step and we add its code. Rounded numbers have lost digits for good. We mark those rows so you can retype them. Or format the column as text in your spreadsheet, enter the numbers again and save the file.',
  safeTitle: 'Can I undo it?',
  safeText:
    'You see what happens to every row before anything is sent. After the import, you can undo it for 30 days: new contacts are deleted, and changed values are put back.',
  formatsTitle: 'Which files work?',
  formatsText:
    'CSV and other text files separated by commas, semicolons or tabs, in any common encoding, and Excel workbooks (XLSX and XLS). You choose the sheet in the next step. If a file has a password, save a copy without it first.',
});

/** Step 2. */
export const columns = defineMessages({
  region: 'Match columns',
  sheet: 'Sheet',
  sheetOf: '{name}, {place} of {all}',
  hiddenSheet: '{name}, hidden',
  encoding: 'Encoding',
  delimiter: 'Separator',
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 BE',
  'windows-1252': 'Western (Windows)',
  ',': 'Comma',
  ';': 'Semicolon',
  '\t': 'Tab',
  '|': 'Vertical bar',
  hasHeader: 'First row is a header',
  matched: '{count} matched',
  toChoose: '{count} to choose',
  leftOut: '{count} left out',
  column: 'Column',
  samples: 'Samples',
  field: 'Field',
  why: 'Why',
  noHeader: 'Column {letters}',
  blank: '(blank)',
  sameName: 'Matching name',
  phonePercent: '{percent}% look like phone numbers',
  emailPercent: '{percent}% look like emails',
  percent: '{percent}% match',
  lastTime: 'Same as last time',
  secondPhone: 'Looks like a second phone',
  chosen: 'Your choice',
  notMatched: 'Not matched yet',
  lostDigits: plural({
    one: '{count} number lost digits in the spreadsheet',
    other: '{count} numbers lost digits in the spreadsheet',
  }),
  otherKind: 'This isn’t really a .{named} file. We opened it based on its contents.',
  undecodable: plural({
    one: '{count} character can’t be read, in row {line}. Try another encoding.',
    other: '{count} characters can’t be read, the first in row {line}. Try another encoding.',
  }),
  nulCharacters: plural({
    one: 'We skipped {count} invisible character, in row {line}.',
    other: 'We skipped {count} invisible characters, the first in row {line}.',
  }),
});

/** What a column can become. */
export const fields = defineMessages({
  phone: 'Phone',
  firstName: 'First name',
  lastName: 'Last name',
  fullName: 'Full name',
  email: 'Email',
  leaveOut: 'Leave out',
  choose: 'Choose a field',
  needed: 'required',
  field: 'field',
  isNew: 'new field',
  existing: 'existing field',
  newField: 'New field “{name}”',
  gone: 'Deleted field',
  isTaken: 'column {column}',
  label: 'Field for {column}:',
  pick: 'Field for {column}',
  search: 'Find or name a field',
  options: 'Fields',
});

/** Numbers without a country code. */
export const phones = defineMessages({
  title: 'Numbers without a country code',
  country: 'Country of these numbers',
  allHaveOne: 'All have a country code',
  option: '{country} +{code}',
  valid: '{valid} of {all} valid',
  examples: 'Examples from the file',
  mobile: 'OK',
  landline: 'landline',
  digitsShort: '{digits} of {wanted} digits',
  digitsOver: '{digits} digits, {wanted} at most',
  tooShort: 'Too short',
  tooLong: 'Too long',
  noNumber: 'No number',
  noCountry: 'Needs a country',
  notANumber: 'Not a number',
  lostDigits: 'Lost digits',
  severalNumbers: 'More than one number',
  extensionOnly: 'Only an extension',
  noPhone: 'Choose the column with the phone numbers first.',
});

/** What will happen. */
export const counts = defineMessages({
  title: 'What will happen',
  counting: 'Checking',
  recounting: 'Recounting',
  new: 'New',
  update: 'Updates',
  unchanged: 'Unchanged',
  duplicate: 'Duplicates in the file',
  'lost-digits': 'Lost digits',
  invalid: 'Can’t import',
  'read-only': 'Shared by another user',
  landline: 'Landlines',
  'left-out': 'Left out by you',
  newText: 'Not in your contacts yet',
  changes: plural({ one: '{count} value will change', other: '{count} values will change' }),
  unchangedText: 'Same as the contact you have',
  addedText: plural({ one: '{count} will be added to the list', other: '{count} will be added to the list' }),
  duplicateText: 'The first row will be used',
  lostText: 'Rounded by the spreadsheet',
  invalidText: 'A number or value can’t be used',
  readOnlyText: 'Only they can change these',
  landlineText: 'Left out',
  was: 'was {count}',
  includes: 'Includes',
  landlines: plural({ one: '{count} landline', other: '{count} landlines' }),
  unsubscribed: plural({ one: '{count} unsubscribed', other: '{count} unsubscribed' }),
  blocked: plural({ one: '{count} blocked', other: '{count} blocked' }),
  needsPhone: 'Choose the column with the phone numbers to see this.',
});

/** Where to put them. */
export const target = defineMessages({
  title: 'Where to put them',
  list: 'List',
  newList: 'New list',
  name: 'Name',
  nameOfList: 'Name of the new list',
  nameMissing: 'Give the list a name.',
  nameTaken: 'You already have a list with this name. We’ll create a second one.',
  gone: 'Deleted list',
  existing: 'Existing contacts',
  update: 'Update',
  leave: 'Leave as they are',
  landlines: 'Leave out landlines',
  empty: 'Keep existing values where cells are empty',
});

/** Why main takes a choice, or a start, not as it is. */
export const refusals = defineMessages({
  listGone: 'This list was deleted. Choose another.',
  listReadOnly: 'This list belongs to another user. Choose one of yours.',
  fieldGone: 'This field was deleted. Choose another.',
  draftGone: 'This file is no longer open. Choose it again.',
});

/** The question before a file with changed rows goes. */
export const loss = defineMessages({
  replaceTitle: 'Replace “{name}”?',
  replace: 'Use new file',
  removeTitle: 'Remove “{name}”?',
  text: 'You’ve changed rows in it. Those changes will be lost. Nothing has been sent yet.',
  remove: 'Remove file',
  keep: 'Keep this file',
});

/** The question before step 4. */
export const start = defineMessages({
  title: plural({ one: 'Import {count} contact?', other: 'Import {count} contacts?' }),
  intoNew: 'They’ll be in the new list “{name}”.',
  intoList: 'They’ll be in the list “{name}”.',
  new: plural({ one: '{count} new contact', other: '{count} new contacts' }),
  update: plural({ one: '{count} contact will be updated', other: '{count} contacts will be updated' }),
  join: plural({
    one: '{count} contact will only be added to the list',
    other: '{count} contacts will only be added to the list',
  }),
  unchanged: plural({
    one: '{count} contact is already in the list',
    other: '{count} contacts are already in the list',
  }),
  skipped: plural({ one: '{count} row won’t be imported', other: '{count} rows won’t be imported' }),
  columns: plural({
    one: '{count} column won’t be imported: {names}',
    other: '{count} columns won’t be imported: {names}',
  }),
  takes: 'This will take {time}.',
  slow: plural({
    one: 'The service accepts five changes a second, so {count} changed row will take {time}.',
    other: 'The service accepts five changes a second, so {count} changed rows will take {time}.',
  }),
  goesOn: 'You can keep working while it runs, and pause, stop or undo it.',
  confirm: plural({ one: 'Import {count} contact', other: 'Import {count} contacts' }),
  cancel: 'Not yet',
  starting: plural({ one: 'Saving {count} row…', other: 'Saving {count} rows…' }),
  saving: 'We save the rows on this computer first. The import starts as soon as that’s done.',
  failed: 'The import didn’t start. {detail}',
  nothing: 'None of these rows can be imported. Fix one or choose another file.',
});
