/** Files on their way to the service: what an endpoint hands over. */

/** One file to upload, read while it leaves. `main/platform/upload-file.ts` makes one of a path. */
export interface UploadSource {
  /** Its name as the service gets it, with the extension. */
  readonly name: string;
  readonly sizeBytes: number;
  /**
   * The bytes from the start; reading stops, and the file is closed, when the iteration ends.
   * @throws AppError `validation` with `fields.file` when the file is not the one it was
   */
  open(): AsyncIterable<Uint8Array>;
}

/** A body of `multipart/form-data`: one file, and fields before it. */
export interface UploadForm {
  /** Name of the part that holds the file: `file`, and `image` for avatars. */
  readonly fileField: 'file' | 'image';
  readonly file: UploadSource;
  readonly fields?: readonly (readonly [name: string, value: string])[];
  /** Bytes of the file that left, of all that it has; comes while they leave, in rising order. */
  readonly onProgress?: ((sentBytes: number, totalBytes: number) => void) | undefined;
}
