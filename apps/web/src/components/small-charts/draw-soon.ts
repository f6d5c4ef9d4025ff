/** How long one frame may draw, in ms. What is left over is drawn in the next frame, so that scrolling stays smooth. */
const budget = 6

const due = new Map<HTMLCanvasElement, () => void>()
let frame = 0

/** Draws in the next frame; a later request for the same canvas replaces an earlier one. */
export function drawSoon(canvas: HTMLCanvasElement, draw: () => void) {
  due.set(canvas, draw)
  frame ||= requestAnimationFrame(drawDue)
}

export const drawNoMore = (canvas: HTMLCanvasElement) => void due.delete(canvas)

function drawDue() {
  const end = performance.now() + budget
  for (const [canvas, draw] of due) {
    due.delete(canvas)
    draw()
    if (performance.now() > end) break
  }
  frame = due.size > 0 ? requestAnimationFrame(drawDue) : 0
}
