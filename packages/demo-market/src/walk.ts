/** Four digits for the n-th of `room`. Codes are unique where `step` is coprime to `room` and n is below it. */
export function walk(ordinal: number, room: number, step: number, from: number): string {
  return String(from + ((ordinal * step) % room)).padStart(4, '0')
}
