// Compiles assembly/kernel.ts to src/scan/generated/kernel.ts. That file is committed, so that users need no build
// except `tsc -b`. Run with: npm run build:wasm -w packages/search-engine
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileString } from 'assemblyscript/asc';

const source = fileURLToPath(new URL('../assembly/kernel.ts', import.meta.url));
const target = fileURLToPath(new URL('../src/scan/generated/kernel.ts', import.meta.url));

/** The generated module's text for the current kernel source. */
export async function generateKernel() {
  const { error, stderr, binary } = await compileString(readFileSync(source, 'utf8'), {
    optimizeLevel: 3,
    shrinkLevel: 0,
    runtime: 'stub',
    noAssert: true,
    enable: ['simd'],
  });
  if (error || !binary) {
    throw new Error(`The kernel does not compile: ${stderr.toString()}`);
  }
  const lines =
    Buffer.from(binary)
      .toString('base64')
      .match(/.{1,100}/g) ?? [];
  const body = lines.map((line) => `  '${line}'`).join(' +\n');
  return `// Written by scripts/build-kernel.mjs from assembly/kernel.ts; do not edit.\nexport const kernelBase64 =\n${body};\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(target, await generateKernel());
}
