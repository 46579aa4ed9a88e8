/** A request that the page sends to the frame after the frame's message `ready`. */
export interface DrawRequest {
  readonly text: string;
  readonly scheme: 'light' | 'dark';
}

/** A message from the frame to the page. Heights are in pixels. */
export type FrameMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'drawn'; readonly height: number }
  | { readonly kind: 'failed'; readonly message: string };

/** Parses a message from a frame, whose content is untrusted. Undefined if it is not valid. */
export function frameMessageOf(data: unknown): FrameMessage | undefined {
  if (typeof data !== 'object' || data === null || !('kind' in data)) {
    return undefined;
  }
  if (data.kind === 'ready') {
    return { kind: 'ready' };
  }
  if (data.kind === 'drawn' && 'height' in data && typeof data.height === 'number' && Number.isFinite(data.height)) {
    return { kind: 'drawn', height: data.height };
  }
  return data.kind === 'failed' && 'message' in data ? { kind: 'failed', message: String(data.message) } : undefined;
}
