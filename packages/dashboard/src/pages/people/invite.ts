/** The address at which an invited person signs in, with a code that is mailed to them. */
export function signInLink(email: string): string {
  return `${window.location.origin}/sign-in?${new URLSearchParams({ email })}`;
}
