const beginning = '/api/tvchart/t/'

/** Replaces the token in logged URLs. */
const unnamed = '[token]'

/** The datafeed token in a request's URL, if there is one. */
export const inAddress = (url: string) =>
  url.startsWith(beginning) ? url.slice(beginning.length).split(/[/?]/, 1)[0] : undefined

/** The URL without its token. After this, only `originalUrl` has the token. */
export function withoutToken(url: string): string {
  const token = inAddress(url)
  return token === undefined ? url : `/api/tvchart${url.slice(beginning.length + token.length)}`
}

/** The URL for the log, without a token even if the URL is malformed. */
export const asLogged = (url: string) => url.split('?', 1)[0]!.replace(/[\w-]{40,}/g, unnamed)

/** The route for the log; requests with a token in the URL share one name. */
export const routeAsLogged = (route: string, originalUrl: string) =>
  inAddress(originalUrl) === undefined ? route : route.replace('/tvchart', `/tvchart/t/${unnamed}`)
