import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { installFromDebian, isDebian, isRoot } from './debian.mjs';
import { inProject } from './paths.mjs';
import { runQuietly } from './run.mjs';
import { print } from './console.mjs';

const DOWNLOAD_STALL_MS = 120_000;
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge'];
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell'];
const FONTS = ['fonts-noto-core', 'fonts-noto-cjk', 'fonts-noto-color-emoji'];

/**
 * A Chromium for tests that need no window. The headless shell, which is the same engine without the browser around it
 * and takes less of the processor, where it is installed or we may install it; else any Chromium.
 * @returns {Promise<{ executable: string } | { reason: string }>}
 */
export async function ensureHeadlessChromium() {
  const present = process.env.SWITCHBOARD_CHROMIUM ?? findOnPath(SHELL_NAMES);
  if (present !== undefined) return { executable: present };
  await installFromDebian(['chromium-headless-shell', ...FONTS], 'Installing the Chromium headless shell with apt-get');
  const installed = findOnPath(SHELL_NAMES);
  return installed === undefined ? await ensureChromium() : { executable: installed };
}

/**
 * A Chromium for the browser tests: the one that is installed, else Playwright's own download, else Debian's
 * package where we may install it. Says in one line what it did.
 * @returns {Promise<{ executable: string } | { reason: string }>}
 */
export async function ensureChromium() {
  const present = process.env.SWITCHBOARD_CHROMIUM ?? findInstalled() ?? (await findDownloaded());
  if (present !== undefined) return { executable: present };
  const tried = [];
  const downloaded = await download(tried);
  if (downloaded !== undefined) return { executable: downloaded };
  const packaged = await installPackage(tried);
  if (packaged !== undefined) return { executable: packaged };
  return { reason: `no Chromium: ${tried.join('; ')}` };
}

function findInstalled() {
  return findOnPath(NAMES) ?? listUsualPlaces().find(isBrowser);
}

function findOnPath(names) {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders
    .flatMap((folder) => names.map((name) => path.join(folder, process.platform === 'win32' ? `${name}.exe` : name)))
    .find(isBrowser);
}

function isBrowser(file) {
  return fs.existsSync(file) && runs(file);
}

function listUsualPlaces() {
  if (process.platform === 'darwin') {
    return ['Chromium.app/Contents/MacOS/Chromium', 'Google Chrome.app/Contents/MacOS/Google Chrome'].map((name) =>
      path.join('/Applications', name),
    );
  }
  if (process.platform !== 'win32') return [];
  const folders = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
  return folders.flatMap((folder) =>
    folder === undefined
      ? []
      : ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'].map((name) =>
          path.join(folder, name),
        ),
  );
}

/** A name on PATH may be a stub that only says where to get the browser, and a download may miss system libraries. */
function runs(file) {
  // On Windows `--version` opens a window.
  if (process.platform === 'win32') return true;
  const asked = spawnSync(file, ['--version'], { encoding: 'utf8', timeout: 15_000 });
  return asked.status === 0 && /\d+\.\d+/.test(asked.stdout);
}

async function findDownloaded() {
  const { chromium } = await import(pathToFileURL(inProject('node_modules', 'playwright', 'index.mjs')).href);
  const file = chromium.executablePath();
  return fs.existsSync(file) && runs(file) ? file : undefined;
}

async function download(tried) {
  const cli = inProject('node_modules', 'playwright', 'cli.js');
  const result = await runQuietly([process.execPath, cli, 'install', 'chromium', '--no-shell'], {
    label: 'Downloading Chromium with Playwright',
    stallMs: DOWNLOAD_STALL_MS,
  });
  const file = await findDownloaded();
  if (file !== undefined) {
    print('Downloaded Chromium with Playwright for the browser tests.');
    return file;
  }
  if (result.stalled) tried.push('Playwright’s download made no progress for 120 s');
  else tried.push(result.code === 0 ? 'Playwright’s Chromium doesn’t run here' : 'Playwright’s download failed');
  return undefined;
}

async function installPackage(tried) {
  if (!isDebian()) return undefined;
  if (!isRoot()) {
    tried.push('only root can install the chromium package');
    return undefined;
  }
  await installFromDebian(['chromium', ...FONTS], 'Installing Chromium with apt-get');
  const file = findInstalled();
  if (file === undefined) tried.push('apt-get couldn’t install a working Chromium');
  else print('Installed Chromium and fonts with apt-get for the browser tests.');
  return file;
}
