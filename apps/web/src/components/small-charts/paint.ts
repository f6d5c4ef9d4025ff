import { currentLocale } from '../../api/language.ts'
import { formatLevel } from '../market-figures.tsx'
import type { Colours } from '../price-chart/engine/colours.ts'
import type { Interval } from './chosen.ts'
import type { SmallPicture } from './picture.ts'

/** A horizontal line at a price, with a short name. */
export type Line = { price: number; name: string; colour: string; dashed?: boolean }

type Pen = CanvasRenderingContext2D
type Given = {
  picture: SmallPicture
  lines: readonly Line[]
  interval: Interval
  colour: Colours
  /** In CSS pixels. */
  width: number
  height: number
  /** Device pixels per CSS pixel. */
  ratio: number
  font: string
}

const scaleWidth = 46
const scaleHeight = 16
/** The part of the height that columns of volume take. */
const volumePart = 0.18
/** Lines farther from the prices than this part of their range are left out. */
const reach = 0.25
const ticksWanted = 4
const leastBetweenMonths = 38
const leastBetweenNames = 12

/** Draws a small chart. The canvas must be `width × ratio` by `height × ratio` device pixels large. */
export function paintSmall(pen: Pen, given: Given) {
  const { picture, width, height, ratio, font } = given
  pen.setTransform(ratio, 0, 0, ratio, 0, 0)
  pen.clearRect(0, 0, width, height)
  if (picture.bars.length === 0) return
  pen.font = `10px ${font}`
  const plot = plotOf(given)
  paintScales(pen, given, plot)
  pen.save()
  pen.beginPath()
  pen.rect(0, 0, plot.right, plot.bottom)
  pen.clip()
  paintVolumes(pen, given, plot)
  paintBars(pen, given, plot)
  paintAverage(pen, given, plot)
  paintOutline(pen, given, plot)
  pen.restore()
  paintLines(pen, given, plot)
}

type Plot = ReturnType<typeof plotOf>

function plotOf({ picture, lines, width, height }: Given) {
  const { bars, average, outline } = picture
  const prices = [
    ...bars.flatMap(({ low, high }) => [low, high]),
    ...average.filter(value => value !== null),
    ...outline.flatMap(({ at, price }) => (at < 0 ? [] : [price])),
  ]
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const range = most - least || most || 1
  const near = lines.map(({ price }) => price).filter(it => it > least - range * reach && it < most + range * reach)
  const [low, high] = [Math.min(least, ...near), Math.max(most, ...near)]
  const margin = (high - low || high || 1) * 0.04
  const right = width - scaleWidth
  const bottom = height - scaleHeight
  const priceBottom = bottom * (1 - volumePart)
  const step = right / (bars.length + 1)
  const [from, to] = [low - margin, high + margin]
  return {
    right,
    bottom,
    priceBottom,
    step,
    low: from,
    high: to,
    xOf: (at: number) => (at + 1) * step,
    yOf: (price: number) => priceBottom * (1 - (price - from) / (to - from)),
  }
}

/** Puts a line of one device pixel between two rows of pixels, so that it is sharp. */
const sharp = (value: number, ratio: number) => (Math.round(value * ratio) + 0.5) / ratio

function paintScales(pen: Pen, { picture, colour, ratio, interval, height }: Given, plot: Plot) {
  const { right, bottom, low, high, xOf, yOf } = plot
  pen.fillStyle = colour('var(--faded)')
  pen.strokeStyle = colour('var(--line)')
  pen.lineWidth = 1 / ratio
  pen.textBaseline = 'middle'
  pen.textAlign = 'left'
  for (const price of ticksOf(low, high)) {
    const y = sharp(yOf(price), ratio)
    pen.beginPath()
    pen.moveTo(0, y)
    pen.lineTo(right, y)
    pen.stroke()
    if (y > 5) pen.fillText(formatLevel(price), right + 4, y)
  }
  pen.textAlign = 'center'
  const words = new Intl.DateTimeFormat(currentLocale(), {
    ...(interval === '1D' ? { month: 'short' } : { year: 'numeric' }),
    timeZone: 'UTC',
  })
  const spanLetters = interval === '1D' ? 7 : 4
  let last = -leastBetweenMonths
  for (const [at, { date }] of picture.bars.entries()) {
    const isFirst = at > 0 && date.slice(0, spanLetters) !== picture.bars[at - 1]!.date.slice(0, spanLetters)
    const x = xOf(at)
    if (!isFirst || x - last < leastBetweenMonths || x > right - 12) continue
    last = x
    pen.beginPath()
    pen.moveTo(sharp(x, ratio), 0)
    pen.lineTo(sharp(x, ratio), bottom)
    pen.stroke()
    pen.fillText(words.format(Date.parse(date)), x, height - scaleHeight / 2)
  }
}

/** Round prices between two prices, about `ticksWanted` of them. */
export function ticksOf(low: number, high: number): number[] {
  const rough = (high - low) / ticksWanted
  if (!(rough > 0)) return []
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * ([1, 2, 5, 10].find(it => it * power >= rough) ?? 10)
  const first = Math.ceil(low / step)
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step)
}

const isRise = ({ bars }: SmallPicture, at: number) => bars[at]!.close >= (bars[at - 1] ?? bars[at]!).close

function paintVolumes(pen: Pen, { picture, colour }: Given, { bottom, step, xOf }: Plot) {
  const most = Math.max(...picture.bars.map(({ volume }) => volume)) || 1
  const room = bottom * volumePart - 2
  const width = Math.max(step * 0.6, 0.7)
  for (const rises of [true, false]) {
    pen.fillStyle = colour(rises ? 'var(--up)' : 'var(--down)', 45)
    for (const [at, { volume }] of picture.bars.entries()) {
      if (isRise(picture, at) !== rises) continue
      const height = (volume / most) * room
      pen.fillRect(xOf(at) - width / 2, bottom - height, width, height)
    }
  }
}

/** Draws each bar as a line from low to high and, if there is room, a tick at its close. */
function paintBars(pen: Pen, { picture, colour, ratio }: Given, { step, xOf, yOf }: Plot) {
  const width = Math.max(Math.min(step * 0.45, 1.6), 1 / ratio)
  for (const rises of [true, false]) {
    pen.strokeStyle = colour(rises ? 'var(--up)' : 'var(--down)')
    pen.lineWidth = width
    pen.beginPath()
    for (const [at, { high, low, close }] of picture.bars.entries()) {
      if (isRise(picture, at) !== rises) continue
      const x = xOf(at)
      const [top, foot] = [yOf(high), yOf(low)]
      pen.moveTo(x, top)
      // A day without a range still has a dot.
      pen.lineTo(x, Math.max(foot, top + width))
      pen.moveTo(x, yOf(close))
      pen.lineTo(x + step / 2, yOf(close))
    }
    pen.stroke()
  }
}

function paintAverage(pen: Pen, { picture, colour }: Given, { xOf, yOf }: Plot) {
  pen.strokeStyle = colour('var(--average)')
  pen.lineWidth = 1.4
  pen.lineJoin = 'round'
  pen.beginPath()
  for (const [at, value] of picture.average.entries()) if (value !== null) pen.lineTo(xOf(at), yOf(value))
  pen.stroke()
}

function paintOutline(pen: Pen, { picture, colour }: Given, { xOf, yOf }: Plot) {
  if (picture.outline.length === 0) return
  pen.strokeStyle = colour('var(--good)', 90)
  pen.lineWidth = 1.8
  pen.lineJoin = 'round'
  pen.beginPath()
  for (const { at, price } of picture.outline) pen.lineTo(xOf(at), yOf(price))
  pen.stroke()
}

/** Draws lines with their names. A name that would cover the one before it is put after it. */
function paintLines(pen: Pen, { lines, colour, ratio }: Given, { right, low, high, yOf }: Plot) {
  let last = { y: -leastBetweenNames, end: 0 }
  for (const { price, name, colour: own, dashed } of lines.toSorted((one, other) => other.price - one.price)) {
    if (price < low || price > high) continue
    const y = sharp(yOf(price), ratio)
    pen.strokeStyle = colour(own)
    pen.lineWidth = 1
    pen.setLineDash(dashed ? [4, 3] : [])
    pen.beginPath()
    pen.moveTo(0, y)
    pen.lineTo(right, y)
    pen.stroke()
    pen.setLineDash([])
    const isAbove = y > 14
    const place = { x: y - last.y < leastBetweenNames ? last.end + 6 : 2, y: isAbove ? y - 1 : y + 2 }
    pen.textAlign = 'left'
    pen.textBaseline = isAbove ? 'bottom' : 'top'
    pen.lineWidth = 3
    pen.strokeStyle = colour('var(--paper)', 85)
    pen.strokeText(name, place.x, place.y)
    pen.fillStyle = colour(own)
    pen.fillText(name, place.x, place.y)
    last = { y, end: place.x + pen.measureText(name).width }
  }
}
