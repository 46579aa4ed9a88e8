/** The nonce for inline styles of this page. The server generates a new one for each load. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
