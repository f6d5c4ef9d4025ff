/**
 * What an address asks for, with changes; null takes a name away. A screen that may change several names in one moment
 * gives the browser's own `location.search`: what the router knows of is the address that was drawn last.
 */
export function changedQuery(query: string | URLSearchParams, changes: Record<string, string | null>): URLSearchParams {
  const next = new URLSearchParams(query)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) next.delete(name)
    else next.set(name, value)
  }
  return next
}
