// TypeScript 7 asks for a declaration of what is imported for its effect.
declare module '*.css';
