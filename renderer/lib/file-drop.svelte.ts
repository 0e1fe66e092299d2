interface Ports {
  /** Whether files can be dropped here now. */
  readonly isOpen: () => boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

/** Files that are dragged over a part of the window and dropped there. Anything else that is dragged is left alone. */
export class FileDrop {
  #isOver = $state(false);
  readonly #ports: Ports;

  constructor(ports: Ports) {
    this.#ports = ports;
  }

  get isOver(): boolean {
    return this.#isOver && this.#ports.isOpen();
  }

  /** Spread on the part. */
  readonly handlers = {
    ondragenter: (event: DragEvent): void => this.#follow(event),
    ondragover: (event: DragEvent): void => this.#follow(event),
    ondragleave: (event: DragEvent): void => {
      const { currentTarget, relatedTarget } = event;
      const isInside =
        currentTarget instanceof Node && relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      if (!isInside) this.#isOver = false;
    },
    ondrop: (event: DragEvent): void => {
      this.#isOver = false;
      if (!this.#isMeant(event)) return;
      event.preventDefault();
      this.#ports.onFiles([...(event.dataTransfer?.files ?? [])]);
    },
  };

  #follow(event: DragEvent): void {
    this.#isOver = this.#isMeant(event);
    if (!this.#isOver) return;
    event.preventDefault();
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
  }

  /** A part of this one may take the files itself. */
  #isMeant(event: DragEvent): boolean {
    return !event.defaultPrevented && hasFiles(event) && this.#ports.isOpen();
  }
}

/** A file, or an address, that is dropped beside every target would take the place of the whole page. */
export function refuseStrays(event: DragEvent): void {
  if (event.defaultPrevented || !(hasFiles(event) || isStrayAddress(event))) return;
  event.preventDefault();
  if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'none';
}

/** A field takes an address as words. */
function isStrayAddress({ dataTransfer, target }: DragEvent): boolean {
  const isField = target instanceof Element && target.matches('input, textarea');
  return !isField && dataTransfer?.types.includes('text/uri-list') === true;
}

function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes('Files') === true;
}
