export * from './channels.ts';
export * from './envelope.ts';
export * from './events.ts';
export * from './requests.ts';
export * from './views.ts';
