/** Rounds to whole cents, halves away from zero. */
export function round(cents: number): number {
  return cents < 0 ? -Math.floor(-cents + 0.5) : Math.floor(cents + 0.5)
}

/** The part of the amount that corresponds to `part` of `whole` seconds, in exact arithmetic. */
export function share(cents: number, part: number, whole: number): number {
  if (whole <= 0) return 0
  const product = BigInt(Math.abs(cents)) * BigInt(part) * 2n + BigInt(whole)
  const rounded = Number(product / (BigInt(whole) * 2n))
  return cents < 0 ? -rounded : rounded
}

/** `percent` of an amount; percentages have up to four decimals. */
export function percentOf(cents: number, percent: number): number {
  return share(cents, Math.round(percent * 10_000), 1_000_000)
}

/** Formats an amount as `HK$16,800.00`. */
export function inWords(cents: number, currency: string): string {
  const [whole = '', fraction] = (Math.abs(cents) / 100).toFixed(2).split('.')
  const unit = currency === 'hkd' ? 'HK$' : currency === 'usd' ? '$' : `${currency.toUpperCase()} `
  return `${cents < 0 ? '-' : ''}${unit}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${fraction}`
}
