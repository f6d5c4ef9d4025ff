import { method } from '@finlist/domain/picking/method'
import { defineStudy } from '../study-kind.ts'

/** Number of days for which the rank from a list applies, unless a later list contains the stock. */
const standsDays = 7

/**
 * The stock's strength rank in its market, according to each list that contained it. No value where no list applies.
 * Drawn as columns, because a line would suggest values in between.
 */
export default defineStudy({
  name: 'study.RANK',
  group: 'strength',
  inputs: {},
  onPrice: false,
  isSingle: true,
  colour: 'var(--accent)',
  plots({ bars, ranks, colour, line, t }) {
    if (!ranks?.some(({ rank }) => rank !== null)) return []
    const told = ranks.toSorted((one, other) => (one.issueDate < other.issueDate ? -1 : 1))
    let next = 0
    const values = bars.map(({ date, until }) => {
      const day = until ?? date
      while (next < told.length && told[next]!.issueDate <= day) next++
      const list = told[next - 1]
      return list && Date.parse(date) - Date.parse(list.issueDate) < standsDays * 86_400_000 ? list.rank : null
    })
    return [
      line({ kind: 'columns', colour, name: t('name.rank'), values, unit: 'count', levels: [method.template.rank] }),
    ]
  },
})
