/** Parses a typed amount of HK dollars into cents: `1,234.50` becomes 123450. Undefined unless it is above zero. */
export function typedCents(text: string): number | undefined {
  const plain = text.trim().replace(/^(HK)?\$\s*/i, '')
  if (!/^(\d{1,9}|\d{1,3}(,\d{3}){1,2})(\.\d{1,2})?$/.test(plain)) return undefined
  const cents = Math.round(Number(plain.replaceAll(',', '')) * 100)
  return cents > 0 ? cents : undefined
}

/** Formats cents as they would be typed: `1234.50`, `500`. */
export const asTyped = (cents: number) => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))
