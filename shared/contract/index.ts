export * from './channels.ts';
export * from './chat-views.ts';
export * from './envelope.ts';
export * from './events.ts';
export * from './message-views.ts';
export * from './people-views.ts';
export * from './requests.ts';
export * from './views.ts';
