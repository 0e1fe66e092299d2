import { createRandom, hashText } from '../seed/random.ts';
import type { Random } from '../seed/random.ts';
import { Canvas } from './png.ts';
import type { Colour } from './png.ts';

const FURS: readonly Colour[] = [
  [181, 131, 90],
  [96, 78, 66],
  [222, 184, 135],
  [128, 128, 132],
  [60, 56, 58],
  [205, 127, 66],
];
const WALLS: readonly Colour[] = [
  [196, 226, 235],
  [246, 214, 206],
  [214, 232, 214],
  [238, 226, 196],
  [220, 216, 240],
];
const DARK: Colour = [34, 30, 32];
const PALE: Colour = [250, 244, 238];

/** Draws both halves of something that has two. */
function both(draw: (side: -1 | 1) => void): void {
  draw(-1);
  draw(1);
}

function drawFace(canvas: Canvas, random: Random, ears: 'hanging' | 'pointed'): void {
  const fur = random.pick(FURS);
  const shade: Colour = [fur[0] * 0.7, fur[1] * 0.7, fur[2] * 0.7];
  const ear = ears === 'hanging' ? { y: 0.5, width: 0.18, height: 0.44 } : { y: 0.3, width: 0.2, height: 0.3 };
  const apart = ears === 'hanging' ? 0.27 : 0.19;
  canvas.ellipse({ x: 0.5, y: 1.05, width: 0.7, height: 0.5, colour: shade });
  both((side) => canvas.ellipse({ x: 0.5 + side * apart, ...ear, colour: shade }));
  canvas.ellipse({ x: 0.5, y: 0.52, width: 0.52, height: 0.56, colour: fur });
  canvas.ellipse({ x: 0.5, y: 0.66, width: 0.28, height: 0.24, colour: PALE });
  both((side) => canvas.ellipse({ x: 0.5 + side * 0.11, y: 0.46, width: 0.07, height: 0.08, colour: DARK }));
  both((side) => canvas.ellipse({ x: 0.51 + side * 0.11, y: 0.445, width: 0.022, height: 0.025, colour: PALE }));
  canvas.ellipse({ x: 0.5, y: 0.6, width: 0.1, height: 0.07, colour: DARK });
}

function drawForm(canvas: Canvas): void {
  canvas.rectangle({ x: 0.22, y: 0.06, width: 0.56, height: 0.88, colour: PALE });
  canvas.rectangle({ x: 0.28, y: 0.13, width: 0.3, height: 0.05, colour: DARK });
  for (let line = 0; line < 9; line += 1) {
    const width = line % 3 === 2 ? 0.26 : 0.44;
    canvas.rectangle({ x: 0.28, y: 0.26 + line * 0.06, width, height: 0.012, colour: [150, 150, 150] });
  }
  canvas.ellipse({ x: 0.62, y: 0.86, width: 0.2, height: 0.05, colour: [40, 70, 150] });
}

/**
 * Draws the picture of that name: its first word chooses what it shows (a dog, a cat, a form), the rest how it looks.
 * The same name always gives the same bytes.
 */
export function drawPicture(name: string, size: { width: number; height: number }): Uint8Array {
  const random = createRandom(hashText(name));
  const canvas = new Canvas(size.width, size.height, random.pick(WALLS));
  if (name.startsWith('form-')) drawForm(canvas);
  else drawFace(canvas, random, name.startsWith('cat-') ? 'pointed' : 'hanging');
  return canvas.toPng();
}
