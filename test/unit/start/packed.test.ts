import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { findPacked, measurePacked, toScreenCommand, tryOut } from '#main/start/packed.mjs';
import { inProject } from '#main/start/paths.mjs';
import { runQuietly } from '#main/start/run.mjs';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'switchboard-packed-test-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

/** A program that does what this script says. */
function writeProgram(script: string): string {
  const file = path.join(folder, 'linux-unpacked/switchboard');
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `#!${process.execPath}\n${script}`, { mode: 0o755 });
  return file;
}

const limits = { windowWithinMs: 5_000, endWithinMs: 5_000 };
const SAY_OPEN = `process.stderr.write('The Switchboard window is open.\\n');`;

describe('the packed program', () => {
  it('is found where electron-builder leaves it, and nowhere else', () => {
    const file = writeProgram('');
    expect(findPacked(folder, 'linux')).toBe(file);
    expect(findPacked(folder, 'win32')).toBeUndefined();
    const ofMac = (name: string) => path.join(folder, name, 'Switchboard.app/Contents/MacOS/Switchboard');
    for (const name of ['mac', 'mac-arm64']) fs.cpSync(file, ofMac(name));
    expect(findPacked(folder, 'darwin', 'arm64')).toBe(ofMac('mac-arm64'));
    expect(findPacked(folder, 'darwin', 'x64')).toBe(ofMac('mac'));
    expect(findPacked(path.join(folder, 'nothing'), 'linux')).toBeUndefined();
  });

  it('is measured: the archive, what is beside it, and the whole', () => {
    const place = path.join(folder, 'measured/resources');
    fs.mkdirSync(path.join(place, 'app.asar.unpacked/node_modules'), { recursive: true });
    fs.writeFileSync(path.join(place, 'app.asar'), Buffer.alloc(30));
    fs.writeFileSync(path.join(place, 'app.asar.unpacked/node_modules/keytar.node'), Buffer.alloc(5));
    fs.writeFileSync(path.join(place, '../switchboard'), Buffer.alloc(100));
    expect(measurePacked(path.join(folder, 'measured'))).toEqual({ archive: 30, beside: 5, program: 135 });
  });

  it('starts under Xvfb on a Linux without a display, and says why where it cannot', () => {
    const here = { platform: 'linux', env: {}, uid: 1000, hasXvfb: true };
    expect(toScreenCommand('app', here)).toEqual({ command: ['xvfb-run', '--auto-servernum', 'app'] });
    expect(toScreenCommand('app', { ...here, env: { DISPLAY: ':0' } })).toEqual({ command: ['app'] });
    expect(toScreenCommand('app', { ...here, hasXvfb: false })).toEqual({
      reason: 'there is no display and xvfb-run is not installed',
    });
    expect(toScreenCommand('app', { ...here, uid: 0 })).toEqual({ reason: 'Electron doesn’t run as root' });
    expect(toScreenCommand('app', { ...here, platform: 'darwin', uid: 0 })).toEqual({ command: ['app'] });
  });

  it('is not started where it is not, in one line', async () => {
    const command = [process.execPath, inProject('main/start.mjs'), 'start:packed', path.join(folder, 'nothing')];
    const { code, output } = await runQuietly(command);
    expect(code).toBe(0);
    expect(output).toBe(
      `The packed program wasn’t started: none found in ${path.join(folder, 'nothing')}; make one with npm run dist -- --dir.\n`,
    );
  });
});

describe.skipIf(process.platform === 'win32')('a start of the packed program', () => {
  beforeEach(() => fs.rmSync(path.join(folder, 'arguments.json'), { force: true }));

  it('waits for the line about the window, and ends the program with SIGTERM', async () => {
    const noted = path.join(folder, 'arguments.json');
    const program = writeProgram(`
      require('node:fs').writeFileSync(${JSON.stringify(noted)}, JSON.stringify(process.argv.slice(2)));
      process.on('SIGTERM', () => process.exit(0));
      setInterval(() => {}, 1000);
      ${SAY_OPEN}`);
    expect(await tryOut([program], '/data', limits)).toEqual({ windowMs: expect.any(Number) as number });
    expect(JSON.parse(fs.readFileSync(noted, 'utf8'))).toEqual(['--demo', '--data', '/data']);
  });

  it('fails with the words of a program that ends by itself', async () => {
    const program = writeProgram(`process.stderr.write('no sandbox here\\n'); process.exit(3);`);
    expect(await tryOut([program], '/data', limits)).toEqual({
      failure: 'it exited on its own (exit code 3): no sandbox here',
    });
  });

  it('fails where no window comes, and where the program does not end', async () => {
    const silent = writeProgram('setInterval(() => {}, 1000);');
    expect(await tryOut([silent], '/data', { ...limits, windowWithinMs: 50 })).toEqual({
      failure: 'no window opened within 0.05 s: it printed nothing',
    });
    const stubborn = writeProgram(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); ${SAY_OPEN}`);
    expect(await tryOut([stubborn], '/data', { ...limits, endWithinMs: 50 })).toEqual({
      failure: 'it didn’t quit within 0.05 s of being asked to',
    });
  });
});
