import { type RefObject, useEffect, useRef, useState } from 'react'
import { coloursOf, whenColoursChange } from './chart-colours.ts'
import type { Interval } from './chosen.ts'
import { drawNoMore, drawSoon } from './draw-soon.ts'
import { watchNear } from './near.ts'
import { type Line, paintSmall } from './paint.ts'
import type { SmallPicture } from './picture.ts'

type Given = { picture: SmallPicture; lines: readonly Line[]; interval: Interval; forPaper: boolean }

/** Device pixels per pixel of a chart that is printed. */
const paperRatio = 3

/**
 * Draws a small chart on the canvas while it is near the visible area, and again when its size or the colours change.
 * A canvas that is far away is emptied, because phones have little memory for them; one for paper is always drawn.
 */
export function usePicture({ picture, lines, interval, forPaper }: Given): RefObject<HTMLCanvasElement | null> {
  const place = useRef<HTMLCanvasElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => watchNear(place.current!, setNear), [])
  useEffect(() => {
    const canvas = place.current!
    if (!isNear && !forPaper) {
      canvas.width = 0
      return undefined
    }
    const draw = () => {
      const { clientWidth: width, clientHeight: height } = canvas
      const ratio = forPaper ? paperRatio : devicePixelRatio
      canvas.width = Math.round(width * ratio)
      canvas.height = Math.round(height * ratio)
      const colour = coloursOf(canvas)
      const { fontFamily: font } = getComputedStyle(canvas)
      paintSmall(canvas.getContext('2d')!, { picture, lines, interval, colour, width, height, ratio, font })
    }
    const redraw = forPaper ? draw : () => drawSoon(canvas, draw)
    const sizes = new ResizeObserver(redraw)
    sizes.observe(canvas)
    const stop = whenColoursChange(redraw)
    return () => {
      stop()
      sizes.disconnect()
      drawNoMore(canvas)
    }
  }, [picture, lines, interval, isNear, forPaper])
  return place
}
