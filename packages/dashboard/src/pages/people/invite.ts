/** The address at which a person who was invited to a workspace signs in, with a code that is mailed to them. */
export function signInLink(email: string, workspace: string): string {
  return `${window.location.origin}/sign-in?${new URLSearchParams({ email, workspace })}`;
}
