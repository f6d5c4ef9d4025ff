import { useTexts } from '../i18n/texts.ts'

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

/** A change says which way by sign, arrow and colour. `beyond` cuts what is past 9999 either way. */
export function Change({ value, beyond = false }: { value: number | null; beyond?: boolean }) {
  const t = useTexts('stock')
  if (value === null) return t('none')
  if (value === 0) return formatChange(value)
  const shown =
    beyond && value > 9999 ? t('beyond.above') : beyond && value < -9999 ? t('beyond.below') : formatChange(value)
  return (
    <span className={value > 0 ? 'text-up' : 'text-down'}>
      <svg aria-hidden viewBox="0 0 8 8" width="7" height="7" fill="currentColor" className="mr-1 inline-block">
        <path d={value > 0 ? 'M4 .5 8 7.5H0z' : 'M4 7.5 0 .5h8z'} />
      </svg>
      {shown}
    </span>
  )
}
