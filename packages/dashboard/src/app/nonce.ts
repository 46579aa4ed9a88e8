/** What allows this page's own inline styles: a value that the server makes anew for every load. */
export const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
