import type { Drawing, DrawingPoint } from '@finlist/domain/chart/drawings'
import type { DayBar, Resolution } from '@finlist/domain/chart/spans'
import { placeOf } from '@finlist/domain/chart/time-line'
import { useMemo } from 'react'
import { formatDay } from '../../../components/market-dates.ts'
import { formatLevel } from '../../../components/market-figures.tsx'
import { timeOf } from '../../../components/price-chart/picture.ts'
import { useIsPhone } from '../../../ui/is-phone.ts'
import { type Kind, placedBy } from './kind.ts'
import { kindOf } from './kinds.ts'
import { useWords } from './use-words.ts'

/** Describes in words: drawings, their points, and how to use a tool. */
export function useDescriptions(bars: readonly DayBar[], resolution: Resolution) {
  const { t, nameOf } = useWords()
  const phone = useIsPhone()
  const times = useMemo(() => bars.map(timeOf), [bars])
  const pointInWords = ({ time, price }: DrawingPoint) =>
    t('drawing.point', { date: formatDay(dayOf(time), 'short'), price: formatLevel(price) })
  const among = { bars, t, placeOf: (time: number) => placeOf(time, times, resolution) }
  const inWords = (drawing: Drawing) => {
    const its = kindOf(drawing.type)
    const where = its?.isStroke ? [drawing.points[0]!, drawing.points.at(-1)!] : drawing.points
    const told = drawing.points.length >= (its?.points ?? 0) && its?.told?.(drawing.points as never, among)
    const said = { name: drawing.text || nameOf(its), where: where.map(pointInWords).join(' – ') }
    return told ? t('drawing.in-words.told', { ...said, told }) : t('drawing.in-words', said)
  }
  const howOf = (tool: Kind) => {
    const name = nameOf(tool)
    return tool.isStroke ? t('tool.how.stroke', { name }) : t('tool.how', { name, count: placedBy(tool) })
  }
  /** A hint for the user: what to do next with the tool once `placed` points are set. */
  const hintOf = (tool: Kind, placed: number) => {
    const name = nameOf(tool)
    if (tool.isStroke) return t('tool.hint.stroke', { name })
    const count = placedBy(tool)
    const hint =
      placed > 0 && placed < count
        ? t('tool.hint.next', { name, at: placed + 1, all: count })
        : t('tool.hint', { name, count })
    return phone ? `${hint} ${t('tool.hint.touch')}` : hint
  }
  return { t, nameOf, pointInWords, inWords, howOf, hintOf }
}

const dayOf = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10)
