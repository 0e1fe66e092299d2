import { describe, expect, it } from 'vitest';
import { LaterStarts, toRelaunch } from '#main/hosts/electron/lifecycle/later-starts.ts';
import type { QuitState } from '#main/hosts/electron/lifecycle/quit.ts';
import type { DesktopAct } from '#shared/domain/desktop.ts';
import { ElectronDouble } from '#test/support/electron/doubles.ts';
import { EventDouble } from '#test/support/electron/stand-in.ts';

const ARGV = ['/opt/switchboard', '--data', 'here', '--hidden', 'sms:1'];

function setup(environment: Readonly<Record<string, string>> = {}) {
  const double = new ElectronDouble();
  const acts: DesktopAct[] = [];
  const now = { state: 'open' as QuitState, isSessionEnding: false, reveals: 0 };
  const laterStarts = new LaterStarts({
    app: double.parts.app,
    acts: { tell: (act) => acts.push(act) },
    argv: ARGV,
    environment,
    findQuitState: () => now.state,
    isSessionEnding: () => now.isSessionEnding,
    reveal: () => (now.reveals += 1),
  });
  laterStarts.watch();
  const start = (...argv: string[]) =>
    double.app.emit('second-instance', new EventDouble(), ['/opt/switchboard', ...argv]);
  const relaunches = () => double.recorder.callsOf('app.relaunch').map(([, options]) => options);
  return { double, acts, now, laterStarts, start, relaunches };
}

describe('a second start', () => {
  it.each(['open', 'asking'] as const)('shows the window and hands over its links while quitting is %s', (state) => {
    const { acts, now, start, relaunches, laterStarts } = setup();
    now.state = state;
    start('--original-process-start-time=1', 'sms:+447700900318', 'tel:0800');
    expect(acts).toEqual([
      { kind: 'link', url: 'sms:+447700900318' },
      { kind: 'link', url: 'tel:0800' },
    ]);
    expect(now.reveals).toBe(1);
    laterStarts.leave();
    expect(relaunches()).toEqual([]);
  });

  it('with the session, where the app runs already, shows nothing', () => {
    const { now, start, laterStarts, relaunches } = setup();
    start('--hidden');
    now.state = 'closing';
    start('--hidden');
    laterStarts.leave();
    expect([now.reveals, relaunches()]).toEqual([0, []]);
  });

  it('while the app closes starts it again at the end, once, with all links and in sight', () => {
    const { acts, now, start, laterStarts, relaunches } = setup();
    now.state = 'closing';
    start('sms:2');
    start();
    start('tel:3');
    expect(relaunches()).toEqual([]);
    laterStarts.leave();
    laterStarts.leave();
    expect(relaunches()).toEqual([{ args: ['--data', 'here', 'sms:2', 'tel:3'] }]);
    expect([acts, now.reveals]).toEqual([[], 0]);
  });

  it('after the app has closed starts it again at once', () => {
    const { now, start, laterStarts, relaunches } = setup();
    now.state = 'closed';
    laterStarts.leave();
    start();
    start();
    expect(relaunches()).toEqual([{ args: ['--data', 'here'] }]);
  });

  it('while an installer starts the app anyway is left to it, and comes with its links where that fails', () => {
    const { now, start, laterStarts, relaunches } = setup();
    now.state = 'installing';
    start('sms:2');
    expect([laterStarts.isWanted, relaunches()]).toEqual([true, []]);
    laterStarts.startAgain();
    expect(relaunches()).toEqual([{ args: ['--data', 'here', 'sms:2'] }]);
  });

  it('starts nothing again while the session of the system ends', () => {
    const { now, start, laterStarts, relaunches } = setup();
    now.state = 'closing';
    start('sms:2');
    now.isSessionEnding = true;
    laterStarts.leave();
    expect(relaunches()).toEqual([]);
  });

  it('starts an AppImage by its own file', () => {
    expect(toRelaunch(ARGV, [], { APPIMAGE: '/home/ada/Switchboard.AppImage' })).toEqual({
      args: ['--data', 'here'],
      execPath: '/home/ada/Switchboard.AppImage',
    });
  });
});

describe('an address that macOS opens', () => {
  it('is taken as a link, and only of the schemes that the app opens', () => {
    const { double, acts, now } = setup();
    const event = new EventDouble();
    double.app.emit('open-url', event, 'switchboard:chat/447700900318');
    double.app.emit('open-url', new EventDouble(), 'https://elsewhere.example/');
    expect(acts).toEqual([{ kind: 'link', url: 'switchboard:chat/447700900318' }]);
    expect([event.defaultPrevented, now.reveals]).toEqual([true, 2]);
  });
});
