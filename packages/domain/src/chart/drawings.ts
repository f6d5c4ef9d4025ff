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
  /** Stays where it is until it is unlocked. */
  locked?: boolean
}

/** How many points make one. */
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

/** A chart holds so many drawings, and a text so many characters. */
export const mostDrawings = 300
export const longestText = 200

/** What was drawn, what it was before, and what was undone: changes go on from where one is. */
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
