/** Formats cents as `HK$16,800`, with decimals only if the cents are not zero: `HK$1,100.50`. */
export const money = (cents: number): string => dollars(cents).replace(/\d/, first => `HK$${first}`)

/** The same without the currency, for a column that names it in its heading: `−1,100.50`. */
export function dollars(cents: number): string {
  const isWhole = cents % 100 === 0
  const amount = Math.abs(cents / 100).toLocaleString('en-HK', {
    minimumFractionDigits: isWhole ? 0 : 2,
    maximumFractionDigits: 2,
  })
  return `${cents < 0 ? '−' : ''}${amount}`
}
