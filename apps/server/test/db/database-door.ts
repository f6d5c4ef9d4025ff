/** Returns the socket or port of the tests' PostgreSQL, and its URL with another port. */
export function doorOf(url: string): {
  place: { path: string } | { host: string; port: number }
  urlAt(port: number): string
} {
  const { hostname, port, pathname, searchParams, username } = new URL(url)
  const folder = searchParams.get('host')
  const user = searchParams.get('user') ?? username
  return {
    place: folder ? { path: `${folder}/.s.PGSQL.${searchParams.get('port')}` } : { host: hostname, port: Number(port) },
    urlAt: at => `postgres://${user}@127.0.0.1:${at}${pathname}`,
  }
}
