/**
 * Returns the address's query with changes; null removes a parameter. A screen that may change several parameters at
 * the same moment must pass the browser's `location.search`, because the router only has the address that was last
 * rendered.
 */
export function changedQuery(query: string | URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}
