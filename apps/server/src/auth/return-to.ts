/** The path to return to after sign-in. If it is not on our own origin, or is one of the server's own routes, '/'. */
export function returnPath(returnTo: string | undefined, publicUrl: URL): string {
  if (!returnTo || returnTo.length > 1_000 || !/^\/(?![/\\])/.test(returnTo)) return '/'
  let url: URL
  try {
    url = new URL(returnTo, publicUrl)
  } catch {
    return '/'
  }
  if (url.origin !== publicUrl.origin || /^\/(api|auth|oidc|outbox)(\/|$)/i.test(url.pathname)) return '/'
  if (url.pathname.startsWith('//')) return '/'
  return url.pathname + url.search + url.hash
}
