/** The three names that cross Electron's IPC. Everything else is inside the frames of the contract. */
export const REQUEST_CHANNEL = 'switchboard:request';
export const BYTES_CHANNEL = 'switchboard:bytes';
export const EVENT_CHANNEL = 'switchboard:event';
