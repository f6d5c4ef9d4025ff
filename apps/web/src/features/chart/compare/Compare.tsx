import '../../../i18n/seldom-texts.ts'
import type { Adjustment } from '@finlist/domain/adjust/kinds'
import type { Day } from '@finlist/domain/calendar'
import { baseOf, changesSince, closesAt } from '@finlist/domain/chart/compare'
import { type Compared } from '@finlist/domain/chart/price-scale'
import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { errorMessage } from '../../../api/call-error.ts'
import { currentLanguage } from '../../../api/language.ts'
import { formatDay } from '../../../components/market-dates.ts'
import { formatChange } from '../../../components/market-figures.tsx'
import type { ChartEngine } from '../../../components/price-chart/engine/open-chart.ts'
import type { Plot } from '../../../components/price-chart/picture.ts'
import { useTranslation } from '../../../i18n/texts.ts'
import { palette } from '../studies/palette.ts'
import { symbolTitle } from '../symbol-title.ts'
import { ComparedLegend } from './ComparedLegend.tsx'
import { codeOf } from './code-of.ts'
import { ComparedLines } from './compared-lines.ts'
import { type Known, Other } from './Other.tsx'

/** The parts of a comparison that the chart shows besides the lines. */
export type Comparison = {
  row: (at: number) => ReactNode
  said: (at: number) => string
  /** In percent of the first bar in view. */
  plots: Plot[]
}
type Props = {
  engine: ChartEngine | undefined
  compared: readonly Compared[]
  /** The chart's own symbol. */
  symbol: string
  bars: readonly DayBar[]
  resolution: Resolution
  adjustment: Adjustment
  asOf?: Day
  /** The index of the first bar in view. */
  first: number
  onRemove: (symbol: string) => void
  onShown: (comparison: Comparison | undefined) => void
}

const none: never[] = []

/**
 * Lazy-loaded. Compares other symbols with the chart's own: their lines, their legend, and their columns in the table.
 */
export default function Compare({ engine, compared, symbol, bars, resolution, adjustment, asOf, first, ...on }: Props) {
  const t = useTranslation('compare')
  const spoken = currentLanguage()
  const [known, setKnown] = useState<Readonly<Record<string, Known>>>({})
  const [onKnown] = useState(() => (of: string, now: Known) => setKnown(before => ({ ...before, [of]: now })))
  const lines = useMemo(
    () =>
      compared.map(({ symbol: of, colour }) => {
        const { bars: others, error, name } = known[of] ?? {}
        const code = codeOf(of, symbol)
        return {
          symbol: of,
          code,
          name: symbolTitle(code, name),
          colour: palette[colour]!,
          closes: others ? closesAt(bars, others, resolution) : none,
          trouble: others ? undefined : error ? (errorMessage(error) ?? t('failed')) : t('waiting'),
        }
      }),
    // oxlint-disable-next-line react/exhaustive-deps
    [compared, known, symbol, bars, resolution, spoken],
  )

  const [drawn, setDrawn] = useState<ComparedLines>()
  useEffect(() => {
    const part = engine?.addPart(lines => new ComparedLines(lines))
    setDrawn(part)
    return () => {
      if (part) engine?.removePart(part)
    }
  }, [engine])
  useEffect(() => drawn?.show(bars, lines), [drawn, bars, lines])
  useEffect(() => {
    const view = engine?.view()
    if (view) drawn?.setView(view.to - view.from)
  }, [engine, drawn, first])

  const { onRemove, onShown } = on
  const comparison = useMemo((): Comparison => {
    const code = codeOf(symbol, symbol)
    const own = { symbol, code, name: code, colour: 'var(--ink)', closes: bars.map(({ close }) => close) }
    const rows = [own, ...lines].map(line => ({ ...line, changes: changesSince(line.closes, first) }))
    const start = bars[Math.max(first, 0)]?.date
    const date = start ? formatDay(start, 'short') : ''
    const textOf = (change: number | null | undefined) => (change == null ? t('no-value') : `${formatChange(change)}%`)
    return {
      row: at => (
        <ComparedLegend
          since={date}
          rows={rows.map(row => ({
            ...row,
            text: ('trouble' in row && row.trouble) || textOf(row.changes[at]),
            ...(row.symbol !== symbol && { onRemove: () => onRemove(row.symbol) }),
          }))}
        />
      ),
      said: at => [t('since', { date }), ...rows.map(row => `${row.code} ${textOf(row.changes[at])}`)].join(', '),
      plots: rows
        .filter(row => baseOf(row.closes, 0) !== undefined)
        .map(({ symbol: of, name, colour, changes }) => ({
          key: `compared ${of}`,
          study: `compared ${of}`,
          onPrice: false,
          kind: 'line',
          colour,
          unit: 'percent',
          name: t('column', { name, date }),
          values: changes,
        })),
    }
    // oxlint-disable-next-line react/exhaustive-deps
  }, [lines, bars, symbol, first, onRemove, spoken])
  useEffect(() => {
    onShown(comparison)
    return () => onShown(undefined)
  }, [comparison, onShown])
  return compared.map(({ symbol: of }) => (
    <Other key={of} symbol={of} {...{ resolution, adjustment, asOf, onKnown }} first={bars[0]} />
  ))
}
