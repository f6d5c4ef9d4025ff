import type { CorporateActionFacts } from '@finlist/contract/corporate-action'
import type { ActionKind } from '@finlist/domain/adjust/kinds'
import { type DayBar, type Resolution, startOfSpan } from '@finlist/domain/chart/spans'
import type { Sign } from '../../components/price-chart/engine/prices.ts'
import { actionInWords } from '../../components/stock/corporate-action.ts'
import type { Translate } from '../../i18n/texts.ts'

const letters: Record<ActionKind, string> = {
  split: 'S',
  consolidation: 'C',
  bonus: 'B',
  dividend: 'D',
  rights: 'R',
  'spin-off': 'O',
}

/**
 * Signs for corporate actions, each below the bar of its ex-date, or below the next bar if that day has none. Actions
 * before the first bar are omitted.
 */
export function actionSigns(
  bars: readonly DayBar[],
  actions: readonly CorporateActionFacts[],
  { resolution, t }: { resolution: Resolution; t: Translate<'stock'> },
): (Sign & { said: string })[] {
  const dates = bars.map(({ date }) => date)
  return actions.flatMap(action => {
    const span = startOfSpan(action.exDate, resolution)
    const date = dates.find(it => startOfSpan(it, resolution) >= span)
    if (date === undefined || span < startOfSpan(dates[0]!, resolution)) return []
    return [
      { date, letter: letters[action.kind], colour: 'var(--faded)', above: false, said: actionInWords(action, t) },
    ]
  })
}
