const beginning = '/api/tvchart/t/'

/** What stands for a secret wherever an address is written down. */
const unnamed = '[token]'

/** The token in the address of a call that comes by one. */
export const inAddress = (url: string) =>
  url.startsWith(beginning) ? url.slice(beginning.length).split(/[/?]/, 1)[0] : undefined

/** The address of the call itself. From here on nobody sees the token but who asks for the original address. */
export function withoutToken(url: string): string {
  const token = inAddress(url)
  return token === undefined ? url : `/api/tvchart${url.slice(beginning.length + token.length)}`
}

/** As a log may have it: a token stands nowhere, though its address be written wrong. */
export const asLogged = (url: string) => url.split('?', 1)[0]!.replace(/[\w-]{40,}/g, unnamed)

/** A call that came by a token is logged as one. */
export const routeAsLogged = (route: string, originalUrl: string) =>
  inAddress(originalUrl) === undefined ? route : route.replace('/tvchart', `/tvchart/t/${unnamed}`)
