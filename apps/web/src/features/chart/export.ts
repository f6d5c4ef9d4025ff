import type { Adjustment } from '@finlist/domain/adjust/kinds'
import { csvText } from '@finlist/domain/csv'
import type { View } from '../../components/price-chart/engine/open-chart.ts'
import type { Picture } from '../../components/price-chart/picture.ts'
import { saveFile } from '../../components/save-file.ts'

/**
 * The two lines above the picture. The first has `title` and `beside`. The second has `about`: other information that
 * readers need.
 */
type Caption = { name: string; title: string; beside: string; about: string }

/** Saves the chart as displayed, below two lines of caption. */
export function savePicture(chart: HTMLCanvasElement, { name, title, beside, about }: Caption) {
  const scale = devicePixelRatio
  const head = Math.round(56 * scale)
  const sheet = document.createElement('canvas')
  sheet.width = chart.width
  sheet.height = chart.height + head
  const pen = sheet.getContext('2d')!
  const style = getComputedStyle(document.documentElement)
  pen.fillStyle = style.backgroundColor
  pen.fillRect(0, 0, sheet.width, sheet.height)
  pen.fillStyle = style.color
  pen.textBaseline = 'middle'
  pen.font = `600 ${14 * scale}px ${style.fontFamily}`
  const [first, second] = [20 * scale, 41 * scale]
  pen.fillText(title, 12 * scale, first)
  const width = pen.measureText(title).width
  pen.font = `${12 * scale}px ${style.fontFamily}`
  pen.fillText(beside, 24 * scale + width, first)
  pen.fillText(about, 12 * scale, second, sheet.width - 24 * scale)
  pen.drawImage(chart, 0, head)
  sheet.toBlob(blob => blob && saveFile(`${name}.png`, blob, 'image/png'))
}

/** The part of the picture that is in view: its bars, with the values of their studies. */
export function inView({ bars, plots }: Picture, view: View | undefined): Picture {
  if (!view) return { bars, plots }
  const part = [Math.max(Math.round(view.from), 0), Math.round(view.to) + 1] as const
  return { bars: bars.slice(...part), plots: plots.map(plot => ({ ...plot, values: plot.values.slice(...part) })) }
}

/** The same bars with another adjustment. They fill additional columns. */
export type OtherBars = { adjustment: Adjustment; bars: Picture['bars'] }

const prices = ['open', 'high', 'low', 'close', 'volume'] as const
const endings: Record<Adjustment, string> = {
  'as-traded': 'AsTraded',
  splits: 'Splits',
  'splits-and-dividends': 'SplitsAndDividends',
}

/** Bars and studies, oldest first, as plain numbers with a decimal point. */
function csvOf({ bars, plots }: Picture, other?: OtherBars): string {
  const heads = ['date', ...prices, ...(other ? prices.map(name => name + endings[other.adjustment]) : [])]
  const others = new Map(other?.bars.map(bar => [bar.date, bar]))
  const studies = plots.filter(({ unit, kind }) => unit !== 'volume' || kind === 'line')
  const lines = bars.map((bar, at) => [
    bar.date,
    ...prices.map(name => bar[name]),
    ...(other ? prices.map(name => others.get(bar.date)?.[name] ?? '') : []),
    ...studies.map(({ values }) => values[at] ?? ''),
  ])
  return csvText([[...heads, ...studies.map(({ name }) => name)], ...lines])
}

export const saveCsv = (name: string, picture: Picture, other?: OtherBars) =>
  // Spreadsheets recognise UTF-8 by the byte order mark.
  saveFile(`${name}.csv`, `\uFEFF${csvOf(picture, other)}`, 'text/csv;charset=utf-8')
