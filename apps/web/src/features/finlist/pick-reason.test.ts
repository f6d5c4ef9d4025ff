import type { FinListStock } from '@finlist/contract/finlist'
import { expect, test } from 'vitest'
import listTexts from '../../i18n/locales/en/finlist.json' with { type: 'json' }
import texts from '../../i18n/locales/en/stock.json' with { type: 'json' }
import { reasonFor } from './pick-reason.ts'

const t = (key: string, values: Record<string, string | number> = {}) =>
  (texts as Record<string, string>)[key]!.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]))
const reason = (stock: Partial<FinListStock>) =>
  reasonFor(
    { patternType: 'NIL', buyPoint: -1, close: 10, percivalScore: 91, ...stock } as FinListStock,
    t,
    kind => listTexts[`pattern.${kind}`],
  )

test.each([
  [{ patternType: 'CWH', buyPoint: 10.32 }, 'Cup with handle, buy point 10.32, 3.2% above the close'],
  [{ patternType: 'FB', buyPoint: 9.5 }, 'Flat base, buy point 9.50, 5.0% below the close'],
  [{ patternType: 'DB', buyPoint: 10.001 }, 'Double bottom, buy point 10.001, at the close'],
  [{ buyPoint: 11 }, 'Buy point 11.00, 10.0% above the close'],
  [{ patternType: 'CUP' }, 'Cup, no buy point in this issue'],
  [{}, 'Listed for its strength and trend (Percival Score 91). No base is complete yet, so it has no buy point.'],
] as [Partial<FinListStock>, string][])('the reason %j reads %s', (stock, words) => expect(reason(stock)).toBe(words))
