// The compiler's own types also declare a global `console`, which would replace Node's in every test.

/** Compiles one AssemblyScript module. Declares only the part of `assemblyscript/asc` that this repository uses. */
export function compileString(
  source: string,
  options: Readonly<Record<string, unknown>>,
): Promise<{ error: Error | null; stderr: { toString(): string }; binary: Uint8Array | null }>;
