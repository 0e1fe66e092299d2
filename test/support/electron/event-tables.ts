/** What Electron's events carry. A table that says something else than Electron's declarations does not compile. */
import type {
  App,
  BrowserWindow,
  ContextMenuParams,
  Details,
  Display,
  DownloadItem,
  Event,
  KeyboardEvent,
  NativeTheme,
  Notification,
  NotificationActionEventParams,
  NotificationCloseEventParams,
  NotificationReplyEventParams,
  NotificationResponse,
  Point,
  PowerMonitor,
  Rectangle,
  RenderProcessGoneDetails,
  Screen,
  Session,
  Tray,
  UtilityProcess,
  WebContents,
  WebContentsWillFrameNavigateEventParams,
  WebContentsWillNavigateEventParams,
  WebContentsWillRedirectEventParams,
  WindowSessionEndEvent,
} from 'electron';

export type AppEvents = {
  activate: [event: Event];
  'before-quit': [event: Event];
  'browser-window-created': [event: Event, window: BrowserWindow];
  'browser-window-focus': [event: Event, window: BrowserWindow];
  'child-process-gone': [event: Event, details: Details];
  'open-url': [event: Event, url: string];
  ready: [event: Event, launchInfo: Record<string, unknown> | NotificationResponse];
  'render-process-gone': [event: Event, contents: WebContents, details: RenderProcessGoneDetails];
  'second-instance': [event: Event, argv: string[]];
  'web-contents-created': [event: Event, contents: WebContents];
  'window-all-closed': [];
};

export type ContentsEvents = {
  'context-menu': [event: Event, params: ContextMenuParams];
  destroyed: [];
  'did-finish-load': [];
  'will-attach-webview': [event: Event];
  'will-frame-navigate': [details: Event<WebContentsWillFrameNavigateEventParams>];
  'will-navigate': [details: Event<WebContentsWillNavigateEventParams>];
  'will-redirect': [details: Event<WebContentsWillRedirectEventParams>];
  'zoom-changed': [event: Event, direction: 'in' | 'out'];
};

export type WindowEvents = {
  blur: [];
  close: [event: Event];
  closed: [];
  'enter-full-screen': [];
  focus: [];
  hide: [];
  'leave-full-screen': [];
  maximize: [];
  minimize: [];
  move: [];
  'ready-to-show': [];
  resize: [];
  responsive: [];
  restore: [];
  'session-end': [event: WindowSessionEndEvent];
  show: [];
  unmaximize: [];
  unresponsive: [];
};
export type PowerEvents = { 'lock-screen': []; resume: []; shutdown: []; suspend: []; 'unlock-screen': [] };
export type NotificationEvents = {
  action: [details: Event<NotificationActionEventParams>, actionIndex: number, selectionIndex: number];
  click: [event: Event];
  close: [details: Event<NotificationCloseEventParams>];
  failed: [event: Event, error: string];
  reply: [details: Event<NotificationReplyEventParams>, reply: string];
  show: [event: Event];
};
export type TrayEvents = { click: [event: KeyboardEvent, bounds: Rectangle, position: Point] };
export type ScreenEvents = {
  'display-metrics-changed': [event: Event, display: Display, changed: string[]];
  'display-removed': [event: Event, display: Display];
};
export type ThemeEvents = { updated: [] };
export type SessionEvents = { 'will-download': [event: Event, item: DownloadItem, contents: WebContents] };
export type ProcessEvents = { exit: [code: number]; message: [message: unknown]; spawn: [] };

const ignore = (_values: readonly unknown[]): void => undefined;

/** Listens to each: it compiles as long as Electron carries at least what the tables say. */
export function compareWithElectron(
  real: { app: App; contents: WebContents; window: BrowserWindow; power: PowerMonitor; theme: NativeTheme },
  others: { session: Session; process: UtilityProcess; notification: Notification; tray: Tray; screen: Screen },
): void {
  const { app, contents, window, power, theme } = real;
  app.on('activate', (...values: AppEvents['activate']) => ignore(values));
  app.on('before-quit', (...values: AppEvents['before-quit']) => ignore(values));
  app.on('browser-window-created', (...values: AppEvents['browser-window-created']) => ignore(values));
  app.on('browser-window-focus', (...values: AppEvents['browser-window-focus']) => ignore(values));
  app.on('child-process-gone', (...values: AppEvents['child-process-gone']) => ignore(values));
  app.on('open-url', (...values: AppEvents['open-url']) => ignore(values));
  app.on('render-process-gone', (...values: AppEvents['render-process-gone']) => ignore(values));
  app.on('second-instance', (...values: AppEvents['second-instance']) => ignore(values));
  app.on('web-contents-created', (...values: AppEvents['web-contents-created']) => ignore(values));
  app.on('window-all-closed', (...values: AppEvents['window-all-closed']) => ignore(values));
  contents.on('destroyed', (...values: ContentsEvents['destroyed']) => ignore(values));
  contents.on('did-finish-load', (...values: ContentsEvents['did-finish-load']) => ignore(values));
  contents.on('will-attach-webview', (...values: ContentsEvents['will-attach-webview']) => ignore(values));
  contents.on('will-frame-navigate', (...values: ContentsEvents['will-frame-navigate']) => ignore(values));
  contents.on('will-navigate', (...values: ContentsEvents['will-navigate']) => ignore(values));
  contents.on('will-redirect', (...values: ContentsEvents['will-redirect']) => ignore(values));
  contents.on('zoom-changed', (...values: ContentsEvents['zoom-changed']) => ignore(values));
  window.on('close', (...values: WindowEvents['close']) => ignore(values));
  window.on('enter-full-screen', (...values: WindowEvents['enter-full-screen']) => ignore(values));
  window.on('hide', (...values: WindowEvents['hide']) => ignore(values));
  window.on('leave-full-screen', (...values: WindowEvents['leave-full-screen']) => ignore(values));
  window.on('maximize', (...values: WindowEvents['maximize']) => ignore(values));
  window.on('minimize', (...values: WindowEvents['minimize']) => ignore(values));
  window.on('move', (...values: WindowEvents['move']) => ignore(values));
  window.on('resize', (...values: WindowEvents['resize']) => ignore(values));
  window.on('restore', (...values: WindowEvents['restore']) => ignore(values));
  window.on('unmaximize', (...values: WindowEvents['unmaximize']) => ignore(values));
  window.on('closed', (...values: WindowEvents['closed']) => ignore(values));
  window.on('focus', (...values: WindowEvents['focus']) => ignore(values));
  window.on('ready-to-show', (...values: WindowEvents['ready-to-show']) => ignore(values));
  window.on('responsive', (...values: WindowEvents['responsive']) => ignore(values));
  window.on('session-end', (...values: WindowEvents['session-end']) => ignore(values));
  window.on('show', (...values: WindowEvents['show']) => ignore(values));
  window.on('unresponsive', (...values: WindowEvents['unresponsive']) => ignore(values));
  power.on('lock-screen', (...values: PowerEvents['lock-screen']) => ignore(values));
  power.on('resume', (...values: PowerEvents['resume']) => ignore(values));
  power.on('shutdown', (...values: PowerEvents['shutdown']) => ignore(values));
  power.on('suspend', (...values: PowerEvents['suspend']) => ignore(values));
  power.on('unlock-screen', (...values: PowerEvents['unlock-screen']) => ignore(values));
  theme.on('updated', (...values: ThemeEvents['updated']) => ignore(values));
  others.session.on('will-download', (...values: SessionEvents['will-download']) => ignore(values));
  others.process.on('exit', (...values: ProcessEvents['exit']) => ignore(values));
  others.process.on('message', (...values: ProcessEvents['message']) => ignore(values));
  others.process.on('spawn', (...values: ProcessEvents['spawn']) => ignore(values));
  others.notification.on('action', (...values: NotificationEvents['action']) => ignore(values));
  others.notification.on('click', (...values: NotificationEvents['click']) => ignore(values));
  others.notification.on('close', (...values: NotificationEvents['close']) => ignore(values));
  others.notification.on('failed', (...values: NotificationEvents['failed']) => ignore(values));
  others.notification.on('reply', (...values: NotificationEvents['reply']) => ignore(values));
  others.notification.on('show', (...values: NotificationEvents['show']) => ignore(values));
  others.screen.on('display-metrics-changed', (...values: ScreenEvents['display-metrics-changed']) => ignore(values));
  others.screen.on('display-removed', (...values: ScreenEvents['display-removed']) => ignore(values));
  others.tray.on('click', (...values: TrayEvents['click']) => ignore(values));
}
