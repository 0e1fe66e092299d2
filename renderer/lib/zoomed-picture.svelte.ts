import { untrack } from 'svelte';
import Panzoom, { type PanzoomObject } from '@panzoom/panzoom';

/** As wide as it fits is 1; so many times that at most. */
const MOST = 8;
const STEP = 1.5;
/** What a double click leads to. */
const CLOSE = 2.5;
/** The logarithm of what one turn of the wheel changes the scale by. */
const WHEEL_STEP = 0.1;

/** One picture at a time that is zoomed and moved. `attach` goes to what is around the picture. */
export class ZoomedPicture {
  #scale = $state(1);
  /** Pixels on screen for one of the picture, while it fits. */
  #fitted = $state(1);
  #panzoom: PanzoomObject | null = null;

  /** Of its own size. */
  get percent(): number {
    return Math.round(this.#scale * this.#fitted * 100);
  }
  get isZoomed(): boolean {
    return this.#scale !== 1;
  }
  get canIn(): boolean {
    return this.#scale < MOST;
  }
  get canOut(): boolean {
    return this.#scale > 1;
  }

  readonly in = (): void => this.#zoomTo(this.#scale * STEP);
  readonly out = (): void => this.#zoomTo(this.#scale / STEP);
  readonly fit = (): void => void this.#panzoom?.reset();

  /** What it reads does not attach it anew. */
  readonly attach = (frame: HTMLElement): (() => void) => untrack(() => this.#attach(frame));

  #attach(frame: HTMLElement): () => void {
    const picture = frame.querySelector('img');
    if (picture === null) return () => undefined;
    const panzoom = Panzoom(picture, {
      ...{ minScale: 1, maxScale: MOST, panOnlyWhenZoomed: true, cursor: 'default' },
      animate: !matchMedia('(prefers-reduced-motion: reduce)').matches,
    });
    this.#panzoom = panzoom;
    this.#scale = 1;
    const measure = (): void => {
      this.#fitted = picture.naturalWidth === 0 ? 1 : picture.clientWidth / picture.naturalWidth;
    };
    const follow = (): void => {
      this.#scale = panzoom.getScale();
      picture.style.cursor = this.#scale > 1 ? 'grab' : 'zoom-in';
    };
    const turn = (event: WheelEvent): void => {
      event.preventDefault();
      const turned = event.deltaY === 0 ? event.deltaX : event.deltaY;
      const scale = panzoom.getScale() * Math.exp(turned < 0 ? WHEEL_STEP : -WHEEL_STEP);
      zoomAt({ panzoom, picture }, event, Math.max(1, Math.min(MOST, scale)));
    };
    const double = (event: MouseEvent): void => {
      if (this.#scale > 1) panzoom.reset();
      else zoomAt({ panzoom, picture }, event, CLOSE);
    };
    const size = new ResizeObserver(measure);
    size.observe(picture);
    picture.addEventListener('load', measure);
    picture.addEventListener('panzoomchange', follow);
    picture.addEventListener('dblclick', double);
    frame.addEventListener('wheel', turn, { passive: false });
    follow();
    return () => {
      size.disconnect();
      frame.removeEventListener('wheel', turn);
      panzoom.destroy();
      if (this.#panzoom === panzoom) this.#panzoom = null;
    };
  }

  #zoomTo(scale: number): void {
    const wanted = Math.max(1, Math.min(MOST, scale));
    // Where it fits again nothing of it lies outside.
    if (wanted < 1.05) this.fit();
    else this.#panzoom?.zoom(wanted);
  }
}

interface Zoomed {
  readonly panzoom: PanzoomObject;
  readonly picture: HTMLElement;
}

/**
 * What is under the pointer stays there. Panzoom's own zoom to a point takes the picture to begin where its frame does; this
 * one is in the middle of it.
 */
function zoomAt({ panzoom, picture }: Zoomed, { clientX, clientY }: MouseEvent, scale: number): void {
  const { left, top, width, height } = picture.getBoundingClientRect();
  const now = panzoom.getScale();
  const { x, y } = panzoom.getPan();
  /** From the middle of the picture, as it is when it fits. */
  const fromMiddle = { x: clientX - left - width / 2 + now * x, y: clientY - top - height / 2 + now * y };
  panzoom.zoom(scale, { animate: false, focal: { x: fromMiddle.x * scale, y: fromMiddle.y * scale } });
}
