import type { IncomingMessage } from 'node:http'

/** The path of a cookie, and whether it is sent over https only. */
export type CookieAt = { path: string; secure: boolean }

/** A `Set-Cookie` header. It deletes the cookie if `seconds` is 0. `cookieIn` finds the cookie by the same name. */
export function cookieLine(name: string, value: string, seconds: number, { path, secure }: CookieAt): string {
  const until = seconds === 0 ? '; Expires=Thu, 01 Jan 1970 00:00:00 GMT' : ''
  return `${prefix(secure)}${name}=${value}; Path=${path}; Max-Age=${seconds}${until}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
}

/** The value of the cookie in the request; empty if there is none. */
export function cookieIn(request: IncomingMessage, name: string, secure: boolean): string {
  const start = `${prefix(secure)}${name}=`
  const pairs = (request.headers.cookie ?? '').split(/;\s*/)
  return pairs.find(pair => pair.startsWith(start))?.slice(start.length) ?? ''
}

// Not __Host-, because that requires the path /, and these cookies have the provider's path.
const prefix = (secure: boolean) => (secure ? '__Secure-' : '')
