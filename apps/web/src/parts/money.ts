/** Cents as `HK$16,800`, with decimals only where cents are not zero: `HK$1,100.50`. */
export function money(cents: number): string {
  const isWhole = cents % 100 === 0
  const amount = Math.abs(cents / 100).toLocaleString('en-HK', {
    minimumFractionDigits: isWhole ? 0 : 2,
    maximumFractionDigits: 2,
  })
  return `${cents < 0 ? '−' : ''}HK$${amount}`
}
