/** Computes a vector of each string, in the same order. */
export interface Embedder {
  /** Model and version. Vectors of different ids are never compared. */
  readonly id: string;
  /** Length of every vector. It is 0 until the first response of a provider shows it. */
  readonly dimensions: number;
  /** Returns one vector per text. A vector that is empty or contains a number that is not finite counts as missing. */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
}
