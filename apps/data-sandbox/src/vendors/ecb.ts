import { addDays, weekday } from '@finlist/domain/calendar'
import type { Vendor } from '../answer.ts'

/** Units for one euro, around which the invented rates move. */
const levels: Record<string, number> = { CNY: 8.2, HKD: 9.1, JPY: 172, USD: 1.16 }

/** The ECB's reference rates as CSV, on weekdays until `today`. */
export function ecb(today: () => string): Vendor {
  return ({ path, query }) => {
    const [, keys] = /^EXR\/D\.([A-Z+]+)\.EUR\.SP00\.A$/.exec(path) ?? []
    const from = query.get('startPeriod') ?? ''
    if (!keys || query.get('format') !== 'csvdata' || !from) return { status: 404, body: 'No results found.' }
    const lines = ['KEY,FREQ,CURRENCY,CURRENCY_DENOM,EXR_TYPE,EXR_SUFFIX,TIME_PERIOD,OBS_VALUE']
    for (const currency of keys.split('+').toSorted())
      for (let day = from; day <= today(); day = addDays(day, 1))
        if (weekday(day) % 6 !== 0 && levels[currency] !== undefined)
          lines.push(
            `EXR.D.${currency}.EUR.SP00.A,D,${currency},EUR,SP00,A,${day},${rateOf(currency, levels[currency], day)}`,
          )
    return { status: 200, body: `${lines.join('\n')}\n`, headers: { 'content-type': 'text/csv' } }
  }
}

const rateOf = (currency: string, level: number, day: string) =>
  (level * (1 + 0.02 * Math.sin(Date.parse(day) / 86_400_000 / 11 + currency.charCodeAt(0)))).toPrecision(5)
