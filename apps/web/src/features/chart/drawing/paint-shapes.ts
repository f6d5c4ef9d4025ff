import { lineHeight, type Shape, type Spot } from '@finlist/domain/chart/drawing-shapes'
import type { DrawingPoint, DrawingStyle } from '@finlist/domain/chart/drawings'
import type { Frame } from '../../../components/price-chart/engine/layer.ts'

export const cssColours: Record<DrawingStyle['colour'], string> = {
  blue: 'var(--accent)',
  ink: 'var(--ink)',
  grey: 'var(--faded)',
  green: 'light-dark(#0b6b3f, #4cc38a)',
  red: 'light-dark(#b3261e, #ff8a80)',
  amber: 'var(--average)',
  violet: 'light-dark(#7a3b9a, #cf9bea)',
  teal: 'light-dark(#0a6470, #5cc8d6)',
}
const toneColours = { gain: 'var(--up)', loss: 'var(--down)' }
const dashes = (width: number): Record<DrawingStyle['line'], number[]> => ({
  solid: [],
  dashed: [4 + width * 2, 3 + width * 2],
  dotted: [width, width * 2 + 1],
})

let family = ''
const font = () => `12px ${(family ||= getComputedStyle(document.body).fontFamily)}`
let measure: CanvasRenderingContext2D | undefined
const widths = new Map<string, number>()
const mostWidths = 1_000

/** The width of a painted text, in pixels. */
export function widthOf(text: string): number {
  const known = widths.get(text)
  if (known !== undefined) return known
  measure ??= document.createElement('canvas').getContext('2d')!
  measure.font = font()
  const { width } = measure.measureText(text)
  if (widths.size >= mostWidths) widths.clear()
  widths.set(text, width)
  return width
}

type Manner = { style: DrawingStyle; isSelected?: boolean }

export function paintShapes(frame: Frame, shapes: readonly Shape[], { style, isSelected = false }: Manner) {
  const { pen, colour } = frame
  const css = cssColours[style.colour]
  const width = style.width + (isSelected ? 0.5 : 0)
  pen.save()
  pen.lineWidth = width
  pen.lineJoin = 'round'
  pen.font = font()
  pen.textBaseline = 'middle'
  for (const shape of shapes) {
    if (shape.kind === 'area') {
      if (style.fill === 0) continue
      pen.fillStyle = colour(shape.tone ? toneColours[shape.tone] : css, style.fill)
      pen.beginPath()
      for (const { x, y } of shape.corners) pen.lineTo(x, y)
      pen.fill()
    } else if (shape.kind === 'label') paintLabel(frame, shape)
    else {
      const isFaint = shape.kind === 'line' && shape.faint
      pen.strokeStyle = colour(css, isFaint ? 45 : 100)
      pen.setLineDash(isFaint ? [4, 4] : dashes(width)[style.line])
      pen.beginPath()
      if (shape.kind === 'line') {
        pen.moveTo(shape.from.x, shape.from.y)
        pen.lineTo(shape.to.x, shape.to.y)
      } else for (const { x, y } of shape.spots) pen.lineTo(x, y)
      if (shape.kind === 'path' && shape.closed) pen.closePath()
      pen.stroke()
      if (shape.kind === 'line' && shape.arrow) paintArrow(frame, shape)
    }
  }
  pen.restore()
}

function paintLabel({ pen, colour }: Frame, { at, text, middle, paper }: Shape & { kind: 'label' }) {
  const width = middle || paper ? widthOf(text) : 0
  const x = middle ? at.x - width / 2 : at.x
  if (paper) {
    pen.fillStyle = colour('var(--raised)', 88)
    pen.fillRect(x - 3, at.y, width + 6, lineHeight)
  }
  pen.fillStyle = colour('var(--ink)')
  pen.fillText(text, x, at.y + lineHeight / 2)
}

const head = 5

function paintArrow({ pen }: Frame, { from, to }: { from: Spot; to: Spot }) {
  const turn = Math.atan2(to.y - from.y, to.x - from.x)
  pen.setLineDash([])
  pen.beginPath()
  for (const side of [-1, 1]) {
    pen.moveTo(to.x, to.y)
    pen.lineTo(to.x - head * Math.cos(turn + (side * Math.PI) / 5), to.y - head * Math.sin(turn + (side * Math.PI) / 5))
  }
  pen.stroke()
}

/** The radius of a handle, which is larger for fingers. */
const radius = () => (matchMedia('(pointer: coarse)').matches ? 8 : 5)

/** `chosen`: the handle that arrow keys move. */
export function paintHandles({ pen, colour, spotOf }: Frame, points: readonly DrawingPoint[], chosen?: number) {
  pen.save()
  pen.lineWidth = 2
  for (const [at, point] of points.entries()) {
    const { x, y } = spotOf(point)
    pen.beginPath()
    pen.arc(x, y, radius(), 0, 2 * Math.PI)
    pen.fillStyle = colour(at === chosen ? 'var(--accent)' : 'var(--raised)')
    pen.strokeStyle = colour('var(--accent)')
    pen.fill()
    pen.stroke()
  }
  pen.restore()
}

/** Draws a cross at the position of the next point. */
export function paintAim({ pen, colour, spotOf, width, height }: Frame, point: DrawingPoint) {
  const { x, y } = spotOf(point)
  pen.save()
  pen.lineWidth = 1
  pen.setLineDash([4, 4])
  pen.strokeStyle = colour('var(--ink)', 70)
  pen.beginPath()
  pen.moveTo(0, y)
  pen.lineTo(width, y)
  pen.moveTo(x, 0)
  pen.lineTo(x, height)
  pen.stroke()
  pen.setLineDash([])
  pen.beginPath()
  pen.arc(x, y, 4, 0, 2 * Math.PI)
  pen.fillStyle = colour('var(--accent)')
  pen.fill()
  pen.restore()
}
