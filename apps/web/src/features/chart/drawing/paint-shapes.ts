import { lineHeight, type Shape } from '@finlist/domain/chart/drawing-shapes'
import type { DrawingPoint } from '@finlist/domain/chart/drawings'
import type { Frame } from '../../../parts/price-chart/engine/layer.ts'

const font = () => `12px ${getComputedStyle(document.body).fontFamily}`
let measure: CanvasRenderingContext2D | undefined

/** The width of a painted text, in pixels. */
export function widthOf(text: string): number {
  measure ??= document.createElement('canvas').getContext('2d')!
  measure.font = font()
  return measure.measureText(text).width
}

/** Paints a drawing; with `handles` it is the selected one. */
export function paintShapes(
  { pen, colour, spotOf }: Frame,
  shapes: readonly Shape[],
  handles?: readonly DrawingPoint[],
) {
  pen.save()
  pen.lineWidth = handles ? 2 : 1.5
  pen.font = font()
  pen.textBaseline = 'middle'
  for (const shape of shapes) {
    if (shape.kind === 'area') {
      pen.fillStyle = colour('var(--accent)', 10)
      pen.beginPath()
      for (const { x, y } of shape.corners) pen.lineTo(x, y)
      pen.fill()
    } else if (shape.kind === 'line') {
      pen.strokeStyle = colour('var(--accent)', shape.faint ? 45 : 100)
      pen.setLineDash(shape.faint ? [4, 4] : [])
      pen.beginPath()
      pen.moveTo(shape.from.x, shape.from.y)
      pen.lineTo(shape.to.x, shape.to.y)
      pen.stroke()
    } else {
      pen.fillStyle = colour('var(--ink)')
      pen.fillText(shape.text, shape.at.x, shape.at.y + lineHeight / 2)
    }
  }
  pen.setLineDash([])
  for (const point of handles ?? []) {
    const { x, y } = spotOf(point)
    pen.beginPath()
    pen.arc(x, y, 5, 0, 2 * Math.PI)
    pen.fillStyle = colour('var(--raised)')
    pen.strokeStyle = colour('var(--accent)')
    pen.fill()
    pen.stroke()
  }
  pen.restore()
}
