import { kernelBase64 } from './generated/kernel.js';

/** The part of a WebAssembly memory that is used here; neither Node's types nor the language's know it. */
interface Memory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

/** The functions of assembly/kernel.ts; addresses and sizes are in bytes. */
export interface Kernel {
  readonly memory: Memory;
  configure(dimensions: number, scratch: number, slots: number): void;
  setValueAddresses(first: number, scales: number, block: number): void;
  queryAddress(): number;
  columnsAddress(): number;
  maskAddress(): number;
  listAddress(): number;
  resultsAddress(): number;
  scoreOf(slot: number): number;
  scanValues(block: number, threshold: number): number;
  scanListed(count: number, threshold: number): number;
  compareColumns(count: number): void;
  scanSketches(sketches: number, limit: number): number;
}

const pageBytes = 65536;
let compiled: object | undefined;

/** A kernel with a memory of its own; the code is compiled once a process. */
export function createKernel(): Kernel {
  compiled ??= new WebAssembly.Module(Buffer.from(kernelBase64, 'base64'));
  return new WebAssembly.Instance(compiled).exports as Kernel;
}

/** Makes the memory at least `bytes` long. Views of it go stale. */
export function reserveMemory(memory: Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) {
    // Some headroom, since growing detaches every view; but little, since it counts as memory held.
    memory.grow(Math.ceil((missing + Math.min(memory.buffer.byteLength / 64, 2 ** 24)) / pageBytes));
  }
}
