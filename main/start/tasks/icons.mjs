import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureHeadlessChromium } from '../chromium.mjs';
import { print, UserError } from '../console.mjs';
import { ICNS_SIZES, toIcns, toIco } from '../icon-files.mjs';
import { inProject } from '../paths.mjs';

const FOLDER = inProject('main', 'hosts', 'electron', 'icons');

/** The app's icon: a drawing of its own where dots of less than three pixels would blur. */
const APP = (size) => (size <= 16 ? 'app-16.svg' : 'app.svg');

/**
 * The tray icon: black and the lamp in the drawing, other colours on each background. A panel of Linux does not tell
 * whether it is light or dark: a grey that can be seen on both.
 */
const TRAY_SHAPES = ['read', 'unread', 'paused', 'offline'];
const INKS = {
  'on-light': { ink: '#1b2326', lamp: '#c9651b' },
  'on-dark': { ink: '#ffffff', lamp: '#f4a050' },
  'on-any': { ink: '#7c868a', lamp: '#d9762b' },
};
const paint =
  ({ ink, lamp }) =>
  (svg) =>
    svg.replaceAll('#000', ink).replaceAll('#f4a050', lamp);

/** Electron takes the picture for the screen's scale by its name. */
const toScaled = (name, base) => (size) => `${name}${size === base ? '' : `@${size / base}x`}.png`;

const COUNTS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '9+'];
const writeCount = (text) => (svg) =>
  svg.replace('>0<', `>${text}<`).replace('font-size="12"', `font-size="${text.length === 1 ? 12 : 9}"`);

const SETS = [
  { drawing: APP, sizes: [16, 24, 32, 48, 64, 96, 128, 256, 512], toName: (size) => `linux/${size}x${size}.png` },
  ...TRAY_SHAPES.map((shape) => ({
    drawing: () => `tray/${shape}.svg`,
    change: paint(INKS['on-any']),
    sizes: [24, 48],
    toName: toScaled(`tray/${shape}`, 24),
  })),
  ...COUNTS.map((text) => ({
    drawing: () => 'overlay/count.svg',
    change: writeCount(text),
    sizes: [16, 24, 32],
    toName: toScaled(`overlay/${text === '9+' ? 'more' : text}`, 16),
  })),
];

const CONTAINERS = [
  { drawing: APP, sizes: [16, 20, 24, 32, 40, 48, 64, 256], name: 'app.ico', toFile: toIco },
  { drawing: APP, sizes: ICNS_SIZES, name: 'app.icns', toFile: toIcns },
  ...TRAY_SHAPES.flatMap((shape) =>
    ['on-light', 'on-dark'].map((background) => ({
      drawing: () => `tray/${shape}.svg`,
      change: paint(INKS[background]),
      sizes: [16, 20, 24, 32, 40, 48],
      name: `tray/${shape}-${background}.ico`,
      toFile: toIco,
    })),
  ),
];

/** `icons`: renders the drawings in main/hosts/electron/icons by Chromium, at every size; the results are committed. */
export async function run() {
  const chromium = await ensureHeadlessChromium();
  if (chromium.executable === undefined) throw new UserError(`Rendering icons needs Chromium: ${chromium.reason}.`);
  const playwright = await import(pathToFileURL(inProject('node_modules', 'playwright', 'index.mjs')).href);
  const browser = await playwright.chromium.launch({ executablePath: chromium.executable, args: ['--no-sandbox'] });
  try {
    await renderAll(await browser.newPage());
  } finally {
    await browser.close();
  }
  return 0;
}

async function renderAll(page) {
  for (const set of SETS) {
    for (const size of set.sizes) {
      const { png } = await render(page, set, size);
      write(set.toName(size), png);
    }
  }
  for (const container of CONTAINERS) {
    const pictures = [];
    for (const size of container.sizes) pictures.push(await render(page, container, size));
    write(container.name, container.toFile(pictures));
  }
}

async function render(page, { drawing, change }, size) {
  const drawn = fs.readFileSync(path.join(FOLDER, drawing(size)), 'utf8');
  const svg = change === undefined ? drawn : change(drawn);
  const { png, rgba } = await page.evaluate(drawInPage, { svg, size });
  return { size, png: Buffer.from(png, 'base64'), rgba: Uint8Array.from(rgba) };
}

/** Runs in the page. */
async function drawInPage({ svg, size }) {
  const picture = new Image();
  picture.src = `data:image/svg+xml;utf8,${encodeURIComponent(svg)}`;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = size;
  canvas.height = size;
  const context = canvas.getContext('2d');
  context.drawImage(picture, 0, 0, size, size);
  return {
    png: canvas.toDataURL('image/png').split(',')[1],
    rgba: [...context.getImageData(0, 0, size, size).data],
  };
}

function write(name, bytes) {
  const file = path.join(FOLDER, name);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, bytes);
  print(`${name} ${bytes.length} bytes`);
}
