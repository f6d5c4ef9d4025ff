/**
 * The address's query with changes; null removes a name. A screen that may change several names at the same moment
 * passes the browser's own `location.search`, because the router knows only the address that was rendered last.
 */
export function changedQuery(query: string | URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}
