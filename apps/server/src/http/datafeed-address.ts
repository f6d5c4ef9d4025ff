const beginning = '/api/tvchart/t/'

/** Written in place of a token wherever an address is written down. */
const unnamed = '[token]'

/** The datafeed token in a call's address, if there is one. */
export const inAddress = (url: string) =>
  url.startsWith(beginning) ? url.slice(beginning.length).split(/[/?]/, 1)[0] : undefined

/** The address without its token. From here on only the original address has the token. */
export function withoutToken(url: string): string {
  const token = inAddress(url)
  return token === undefined ? url : `/api/tvchart${url.slice(beginning.length + token.length)}`
}

/** The address as it may be logged: without any token, even in a malformed address. */
export const asLogged = (url: string) => url.split('?', 1)[0]!.replace(/[\w-]{40,}/g, unnamed)

/** The route as it is logged; a call with a token in its address is logged as one. */
export const routeAsLogged = (route: string, originalUrl: string) =>
  inAddress(originalUrl) === undefined ? route : route.replace('/tvchart', `/tvchart/t/${unnamed}`)
