import type { SettingsView } from '#shared/contract/index.ts';
import { planZoom, type ZoomStep } from '#shared/domain/zoom.ts';
import type { LandmarkNavigation } from './landmark-navigation.ts';
import type { App } from '#renderer/app/app.svelte.ts';
import type { CommandId } from '#shared/domain/commands.ts';
import type { CommandHandler, CommandHandlers } from '#renderer/app/commands.svelte.ts';
import type { ScreenId } from '#renderer/app/routes.ts';
import type { Screen } from '#renderer/app/screens.ts';

const THEMES = ['system', 'light', 'dark'] as const satisfies readonly SettingsView['theme'][];

type Change = (changes: Partial<SettingsView>) => unknown;

/** What the commands of the whole window mean. `change` keeps a choice, and says where it could not be kept. */
export function toShellCommands(
  app: App,
  {
    walker,
    change,
    screens,
    show,
    bring,
  }: {
    walker: LandmarkNavigation;
    change: Change;
    screens: readonly Screen[];
    show: (screen: ScreenId) => void;
    /** Shows a screen, and resolves once its own commands can act; false where it does not come. */
    bring: (screen: ScreenId) => Promise<boolean>;
  },
): CommandHandlers {
  const { settings, router } = app;
  const canChange = (): boolean => settings.isKnown;
  const go = ({ id, command }: Screen): [CommandId, CommandHandler] => [
    command,
    {
      run: () => {
        app.overlays.closeAll();
        show(id);
      },
    },
  ];
  const walk = (direction: 1 | -1) => ({
    run: () => walker.walk(document, direction, document.activeElement),
  });
  return {
    ...toZoomCommands(app, change),
    ...(Object.fromEntries<CommandHandler>([
      ...screens.map(go),
      ...screens.flatMap((screen) => listBrought(app, screen, bring)),
    ]) satisfies CommandHandlers),
    'go-back': { can: () => router.canGoBack, run: () => router.back() },
    'go-forward': { can: () => router.canGoForward, run: () => router.forward() },
    'next-region': walk(1),
    'previous-region': walk(-1),
    'show-shortcuts': { run: () => app.guide.open() },
    'show-about': {
      run: () => {
        app.overlays.closeAll();
        router.go({ kind: 'settings', page: 'about' });
      },
    },
    'next-theme': {
      can: canChange,
      run: () => change({ theme: THEMES[(THEMES.indexOf(settings.view.theme) + 1) % THEMES.length] ?? 'system' }),
    },
    'change-density': {
      can: canChange,
      run: () => change({ density: settings.view.density === 'compact' ? 'comfortable' : 'compact' }),
    },
  };
}

/** What a screen does once it is shown; on screen it has its own handlers. */
function listBrought(
  { commands, router }: App,
  { id, brings = [] }: Screen,
  bring: (screen: ScreenId) => Promise<boolean>,
): readonly [CommandId, CommandHandler][] {
  return brings.map((command) => [
    command,
    {
      can: () => router.screen !== id,
      run: async (context) => {
        if (await bring(id)) commands.run(command, context);
      },
    },
  ]);
}

/** Where the size of the window is the browser's, so are its keys. */
function toZoomCommands({ host, settings }: App, change: Change): CommandHandlers {
  const can = (): boolean => settings.isKnown && host.info?.canZoom === true;
  const zoom = (step: ZoomStep) => ({
    can,
    run: () => change({ zoomPercent: planZoom(settings.view.zoomPercent, step) }),
  });
  return { 'zoom-in': zoom('in'), 'zoom-out': zoom('out'), 'zoom-reset': zoom('reset') };
}
