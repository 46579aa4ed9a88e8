const textOverheadBytes = 60;
const holderOverheadBytes = 40;

/** Which cells offer a text to equality, by their codes. Most texts are of one cell only, which then takes no set. */
export class TextHolders {
  private readonly codesByText = new Map<string, number | Set<number>>();
  private inSets = 0;

  add(text: string, code: number): void {
    const held = this.codesByText.get(text);
    if (held === undefined) {
      this.codesByText.set(text, code);
    } else if (held instanceof Set) {
      this.inSets += held.has(code) ? 0 : 1;
      held.add(code);
    } else if (held !== code) {
      this.codesByText.set(text, new Set([held, code]));
      this.inSets += 2;
    }
  }

  delete(text: string, code: number): void {
    const held = this.codesByText.get(text);
    if (held instanceof Set) {
      this.inSets -= held.delete(code) ? 1 : 0;
      if (held.size === 0) {
        this.codesByText.delete(text);
      }
    } else if (held === code) {
      this.codesByText.delete(text);
    }
  }

  /** Visits the codes of the cells that offer a text. */
  forEach(text: string, visit: (code: number) => void): void {
    const held = this.codesByText.get(text);
    if (held instanceof Set) {
      held.forEach(visit);
    } else if (held !== undefined) {
      visit(held);
    }
  }

  /** Memory in bytes, estimated. */
  get bytes(): number {
    return this.codesByText.size * textOverheadBytes + this.inSets * holderOverheadBytes;
  }
}
