import { kernelBase64 } from './generated/kernel.js';

/** The used part of WebAssembly's memory type, which the types of Node.js and TypeScript do not declare. */
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
  selectSketches(blocks: number, sketches: number, state: number, wanted: number): void;
}

const pageBytes = 65536;
let compiled: object | undefined;

/** Creates a kernel with a memory of its own. The code is compiled once per process. */
export function createKernel(): Kernel {
  compiled ??= new WebAssembly.Module(Buffer.from(kernelBase64, 'base64'));
  return new WebAssembly.Instance(compiled).exports as Kernel;
}

/** Grows the memory to at least `bytes`. Existing views of it become invalid. */
export function reserveMemory(memory: Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) {
    // Adds spare capacity, because growing detaches every view. It is small, because it counts as used memory.
    memory.grow(Math.ceil((missing + Math.min(memory.buffer.byteLength / 64, 2 ** 24)) / pageBytes));
  }
}
