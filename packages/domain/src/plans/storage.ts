import type { Right } from './rights.ts'

/** How much a person may keep of what is their own and of any size, in bytes as sent: the first right that is held counts. */
const quotas: readonly { right: Right; bytes: number }[] = [
  { right: 'paid', bytes: 25_000_000 },
  { right: 'sunday-club', bytes: 25_000_000 },
  { right: 'signed-in', bytes: 5_000_000 },
]

export function storedBytes(rights: ReadonlySet<Right>): number {
  return quotas.find(({ right }) => rights.has(right))?.bytes ?? 0
}
