export const drawingTypes = [
  'trend',
  'ray',
  'horizontal',
  'vertical',
  'rectangle',
  'channel',
  'fibonacci',
  'text',
] as const
export type DrawingType = (typeof drawingTypes)[number]

/** A moment (s) and a price, wherever the chart is looked at. */
export type DrawingPoint = { time: number; price: number }
export type Drawing = {
  id: string
  type: DrawingType
  points: readonly DrawingPoint[]
  text?: string
  /** A locked drawing cannot be moved until it is unlocked. */
  locked?: boolean
}

/** How many points a drawing of the type has. */
export const pointsOf: Record<DrawingType, number> = {
  trend: 2,
  ray: 2,
  horizontal: 1,
  vertical: 1,
  rectangle: 2,
  channel: 3,
  fibonacci: 2,
  text: 1,
}

/** The most drawings a chart holds, and the most characters a text holds. */
export const mostDrawings = 300
export const longestText = 200

/** The drawings with their undo and redo history; a new change continues from the present state. */
export type Drawn = {
  now: readonly Drawing[]
  before: readonly (readonly Drawing[])[]
  after: readonly (readonly Drawing[])[]
}

const steps = 100

export const nothingDrawn: Drawn = { now: [], before: [], after: [] }
export const drawnSoFar = (now: readonly Drawing[]): Drawn => ({ now, before: [], after: [] })

export const drawAnew = ({ now, before }: Drawn, next: readonly Drawing[]): Drawn => ({
  now: next.slice(0, mostDrawings),
  before: [...before, now].slice(-steps),
  after: [],
})

export function undo(drawn: Drawn): Drawn {
  const now = drawn.before.at(-1)
  return now ? { now, before: drawn.before.slice(0, -1), after: [drawn.now, ...drawn.after] } : drawn
}

export function redo(drawn: Drawn): Drawn {
  const [now, ...after] = drawn.after
  return now ? { now, before: [...drawn.before, drawn.now], after } : drawn
}
