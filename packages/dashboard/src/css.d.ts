// TypeScript 7 requires a declaration for side-effect imports.
declare module '*.css';
