type Routed = { method: string; path: string }
export type Matched<R> = { route: R; params: Record<string, string> }

/**
 * Returns a function that finds the route of a request. A literal segment takes precedence over a parameter:
 * `/v1/invoices/create_preview` over `/v1/invoices/:id`.
 */
export function matcher<R extends Routed>(
  routes: readonly R[],
): (method: string, path: string) => Matched<R> | undefined {
  const known = routes
    .map(route => ({ route, words: route.path.split('/') }))
    .toSorted((a, b) => freedom(a.words).localeCompare(freedom(b.words)))
  return (method, path) => {
    const input = path.split('/')
    for (const { route, words } of known) {
      if (route.method !== method || words.length !== input.length) continue
      const params = paramsOf(words, input)
      if (params) return { route, params }
    }
    return undefined
  }
}

/** A sort key that puts literal segments before parameters. The leftmost difference decides. */
function freedom(words: readonly string[]): string {
  return words.map(word => (word.startsWith(':') ? '1' : '0')).join('')
}

function paramsOf(words: readonly string[], input: readonly string[]): Record<string, string> | undefined {
  const params: Record<string, string> = {}
  for (const [at, word] of words.entries()) {
    const given = input[at] ?? ''
    if (!word.startsWith(':')) {
      if (word !== given) return undefined
      continue
    }
    const value = decoded(given)
    if (!value) return undefined
    params[word.slice(1)] = value
  }
  return params
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
