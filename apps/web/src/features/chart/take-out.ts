import type { Adjustment } from '@finlist/domain/adjust/kinds'
import { failureText } from '../../components/failure-text.ts'
import { formatDay } from '../../components/market-dates.ts'
import { showAlert } from '../../components/notices/show-alert.ts'
import type { ChartEngine, View } from '../../components/price-chart/engine/open-chart.ts'
import type { Plot } from '../../components/price-chart/picture.ts'
import type { Translate } from '../../i18n/texts.ts'
import { linkTo } from './around/link-to.ts'
import { inView, saveCsv, savePicture } from './export.ts'
import type { Board } from './use-board.ts'
import type { useChartData } from './use-chart-data.ts'

export type TakenOut = 'picture' | 'csv' | 'link'
type Of = {
  t: Translate<'chart'>
  engine: ChartEngine | undefined
  /** The view at the time of the request. */
  view: View | undefined
  data: ReturnType<typeof useChartData>
  board: Pick<Board, 'symbol' | 'resolution'>
  code: string
  title: string
  /** The day of the newest prices, if known. */
  asAt: string | undefined
  adjustment: Adjustment
  brand: string
  demoData: boolean
  /** The lines of compared symbols. */
  compared: readonly Plot[]
}

/** Lazy-loaded. Exports the chart as displayed: as a picture, as a table of its bars, or as a link. */
export async function takeOut(what: TakenOut, of: Of): Promise<void> {
  const { t, engine, view, data, board, asAt, demoData } = of
  const { resolution } = board
  const { picture } = data
  if (what === 'link') return navigator.clipboard.writeText(linkTo({ ...board, bars: picture.bars }, view))
  const name = [of.code, resolution, asAt, demoData && t('demo.short')].filter(Boolean).join(' ')
  if (what === 'picture') {
    if (!engine) return
    const about = [
      t(`interval.long.${resolution}`),
      data.mayBeAdjusted && t(`adjustment.about.${of.adjustment}`),
      ...[...of.compared, ...picture.plots].filter(({ kind }) => kind === 'line').map(plot => plot.name),
      demoData && t('demo'),
      of.brand,
      t('picture.by'),
    ]
    return savePicture(engine.snapshot(), {
      name,
      title: of.title,
      beside: asAt ? t('as-at', { date: formatDay(asAt) }) : '',
      about: about.filter(Boolean).join(' · '),
    })
  }
  if (!data.info?.may_export) return showAlert(t('csv.not-allowed'))
  try {
    saveCsv(name, inView(picture, view), await data.otherBars())
  } catch (error) {
    void showAlert(failureText(error, t))
  }
}
