const price = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const two = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** Plain numbers with 2 to 4 decimals, no currency. */
export const formatPrice = (value: number) => price.format(value)
/** A computed level: finer than a price only below 1. */
export const formatLevel = (value: number) => (Math.abs(value) < 1 ? price : two).format(value)
/** As many decimals as it has, two at most. */
export const formatNumber = (value: number) => whole.format(value)

/** Millions or billions with two decimals, also below a million. */
export function formatVolume(value: number): string {
  const millions = value / 1e6
  return Math.abs(millions) < 999.995 ? `${two.format(millions)}M` : `${two.format(value / 1e9)}B`
}

/** A percentage with its sign and no percent mark: the column's head carries it. */
export const formatChange = (value: number) => `${value > 0 ? '+' : ''}${two.format(value === 0 ? 0 : value)}`

/** A change says which way by sign, arrow and colour; `format` writes the number. */
export function Change({ value, format = formatChange }: { value: number | null; format?: (value: number) => string }) {
  if (value === null) return '–'
  if (value === 0) return format(value)
  return <span className={value > 0 ? 'rise' : 'fall'}>{format(value)}</span>
}

/** An amount with two decimals, no currency. */
export const formatMoney = (value: number) => two.format(value === 0 ? 0 : value)
