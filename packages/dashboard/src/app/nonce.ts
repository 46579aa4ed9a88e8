/** The nonce of this page's inline styles; the server generates one per load. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
