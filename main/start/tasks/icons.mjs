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

const SETS = [
  { drawing: APP, sizes: [16, 24, 32, 48, 64, 96, 128, 256, 512], toName: (size) => `linux/${size}x${size}.png` },
];

const CONTAINERS = [
  { drawing: APP, sizes: [16, 20, 24, 32, 40, 48, 64, 256], name: 'app.ico', toFile: toIco },
  { drawing: APP, sizes: ICNS_SIZES, name: 'app.icns', toFile: toIcns },
];

/** `icons`: renders the drawings in main/hosts/electron/icons by Chromium, at every size; the results are committed. */
export async function run() {
  const chromium = await ensureHeadlessChromium();
  if (chromium.executable === undefined) throw new UserError(`Icons are rendered by Chromium: ${chromium.reason}.`);
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
  for (const { drawing, sizes, toName } of SETS) {
    for (const size of sizes) {
      const { png } = await render(page, drawing(size), size);
      write(toName(size), png);
    }
  }
  for (const { drawing, sizes, name, toFile } of CONTAINERS) {
    const pictures = [];
    for (const size of sizes) pictures.push(await render(page, drawing(size), size));
    write(name, toFile(pictures));
  }
}

async function render(page, name, size) {
  const svg = fs.readFileSync(path.join(FOLDER, name), 'utf8');
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
