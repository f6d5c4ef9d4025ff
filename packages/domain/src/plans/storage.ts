import type { Right } from './rights.ts'

/**
 * Storage quotas for a user's own content, in bytes as sent. The first entry whose right the user holds applies.
 */
const quotas: readonly { right: Right; bytes: number }[] = [
  { right: 'paid', bytes: 25_000_000 },
  { right: 'sunday-club', bytes: 25_000_000 },
  { right: 'signed-in', bytes: 5_000_000 },
]

export function storedBytes(rights: ReadonlySet<Right>): number {
  return quotas.find(({ right }) => rights.has(right))?.bytes ?? 0
}
