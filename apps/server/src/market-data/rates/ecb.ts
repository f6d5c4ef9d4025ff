import type { Day } from '@finlist/domain/calendar'
import type { Currency } from '@finlist/domain/markets'
import type { Config } from '../../config.ts'
import { SourceError } from '../vendors/source.ts'
import { type ClientSettings, SourceClient } from '../vendors/source-client.ts'
import { dayOf, numberOf, text } from '../vendors/vendor-rows.ts'

export const ecbName = 'ECB'
/** The currencies to read. The reference rates do not include the Taiwan dollar. */
const rated = ['CNY', 'JPY', 'USD'] as const satisfies Currency[]
/** Significant digits of a computed rate. The two published rates that it comes from have five or six. */
const digits = 8

export type Rate = { currency: Currency; date: Day; hkd: number }

/**
 * The European Central Bank's euro reference rates (data.ecb.europa.eu/help/api/data). For each business day the CSV
 * has the units of a currency for one euro: `CURRENCY`, `TIME_PERIOD`, `OBS_VALUE`.
 */
export function openEcb({ ECB_URL }: Pick<Config, 'ECB_URL'>, forTests: Pick<ClientSettings, 'pause'> = {}) {
  return {
    /** Hong Kong dollars for one unit, on every day from `from` on that has both rates. */
    async rates(from: Day): Promise<Rate[]> {
      const client = new SourceClient({
        ...forTests,
        name: ecbName,
        base: ECB_URL || 'https://data-api.ecb.europa.eu/service/data',
        query: { format: 'csvdata', detail: 'dataonly', startPeriod: from },
        secrets: [],
        perMinute: 30,
      })
      const path = `EXR/D.${[...rated, 'HKD'].join('+')}.EUR.SP00.A`
      const days = new Map<Day, Map<string, number>>()
      await client.rows(path, row => {
        const date = dayOf(row['TIME_PERIOD'])
        const value = numberOf(row['OBS_VALUE'])
        if (!date || date < from || value === undefined || value <= 0) return
        const ofDay = days.get(date) ?? new Map<string, number>()
        days.set(date, ofDay.set(text(row['CURRENCY'], 3), value))
      })
      const found = [...days].flatMap(([date, perEuro]) => {
        const hkd = perEuro.get('HKD')
        return rated.flatMap(currency => {
          const units = perEuro.get(currency)
          return hkd && units ? [{ currency, date, hkd: Number((hkd / units).toPrecision(digits)) }] : []
        })
      })
      if (found.length === 0) throw new SourceError('source.empty-list', { source: ecbName })
      return found
    },
  }
}
