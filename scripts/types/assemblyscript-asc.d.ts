// The compiler's own types declare a global `console` and more, which would replace Node's in every test.

/** Compiles one module of AssemblyScript; the part of `assemblyscript/asc` that this repository uses. */
export function compileString(
  source: string,
  options: Readonly<Record<string, unknown>>,
): Promise<{ error: Error | null; stderr: { toString(): string }; binary: Uint8Array | null }>;
