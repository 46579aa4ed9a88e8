/** Turns texts into vectors, in the order given. */
export interface Embedder {
  /** Names the model and its version: vectors of two ids are never compared. */
  readonly id: string;
  /** Length of every vector; 0 when it is learnt from the first answer. */
  readonly dimensions: number;
  /** One vector per text; one that is empty or holds anything but finite numbers counts as none. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}
