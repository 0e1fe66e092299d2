import { defineMessages } from '#renderer/lib/messages.ts';

/** Pictures shown large. */
export const viewer = defineMessages({
  title: 'Picture',
  place: '{place} of {count}',
  said: '{name}, picture {place} of {count}',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fit: 'Fit to window',
  percent: '{percent}%',
  previous: 'Previous picture',
  next: 'Next picture',
  save: 'Save picture',
  close: 'Close',
  failed: 'This picture isn’t available.',
  tryAgain: 'Try again',
});

/** The picture of a contact or of a list. */
export const pictures = defineMessages({
  button: 'Picture of {name}',
  choose: 'Choose picture…',
  chooseNote: 'PNG or JPG, up to 10 MB',
  remove: 'Remove picture',
  removeTitle: 'Remove the picture of {name}?',
  removeText: 'This can’t be undone.',
  removeNo: 'Keep picture',
  offline: 'You’re offline.',
  isUploading: 'Uploading the picture…',
  uploading: 'Uploading {percent}%',
  saving: 'Saving the picture…',
  saved: 'Picture changed',
  removing: 'Removing the picture…',
  removed: 'Picture removed',
  wrongType: 'This isn’t a PNG or JPG picture. Choose one of those.',
  tooLarge: 'This picture is {size}. The limit is 10 MB.',
  unreadable: 'We couldn’t read this. It may be a folder, or it may have been moved or changed.',
  several: 'Choose one picture.',
  isOffline: 'You’re offline. Choose the picture again once you’re back online.',
  failed: 'The picture couldn’t be uploaded. Try again.',
  notChanged: 'The picture wasn’t changed. {detail}',
});
