/**
 * Returns the address's query with changes; null removes a parameter. If a screen may change several parameters at the
 * same moment, it must pass the browser's own `location.search`, because the router only has the address that was
 * rendered last.
 */
export function changedQuery(query: string | URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}
