/** A cache that keeps the `capacity` values used last. */
export class MatcherCache<Value> {
  readonly #values = new Map<string, { readonly value: Value }>();

  constructor(readonly capacity: number) {}

  /** How many values are held. */
  get size(): number {
    return this.#values.size;
  }

  /** The value of a key, made by `make` when it is not held. */
  get(key: string, make: () => Value): Value {
    const held = this.#values.get(key) ?? { value: make() };
    // A Map keeps insertion order: put the entry back at the end, so that the first one is the one used longest ago.
    this.#values.delete(key);
    this.#values.set(key, held);
    if (this.#values.size > this.capacity) {
      this.#values.delete(this.#values.keys().next().value as string);
    }
    return held.value;
  }
}
