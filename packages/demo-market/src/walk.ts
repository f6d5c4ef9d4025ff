/** A code of four digits for the n-th stock. Codes are unique if `step` is coprime to `room` and n is below `room`. */
export function walk(ordinal: number, room: number, step: number, from: number): string {
  return String(from + ((ordinal * step) % room)).padStart(4, '0')
}
