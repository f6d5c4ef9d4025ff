/** A time (in seconds) and a price, independent of how the chart is viewed. */
export type DrawingPoint = { time: number; price: number }

/** Colours by name: each theme has its own shade of them. */
export const drawingColours = ['blue', 'ink', 'grey', 'green', 'red', 'amber', 'violet', 'teal'] as const
/** Line widths in pixels. */
export const lineWidths = [1, 1.5, 2.5, 4] as const
export const lineStyles = ['solid', 'dashed', 'dotted'] as const
/** Opacity of fills, in percent. */
export const fills = [0, 10, 20, 40] as const
export type DrawingStyle = {
  colour: (typeof drawingColours)[number]
  width: (typeof lineWidths)[number]
  line: (typeof lineStyles)[number]
  fill: (typeof fills)[number]
}

export type Drawing = {
  id: string
  /** A drawing of a type that this version does not support is kept, but not shown. */
  type: string
  points: readonly DrawingPoint[]
  text?: string
  /** Only the values that differ from the kind's default style. */
  style?: Partial<DrawingStyle>
  /** A locked drawing cannot be moved until it is unlocked. */
  locked?: boolean
  hidden?: boolean
  /**
   * Whether the drawing's prices are as traded on their days. If not, they have the adjustment that the chart had when
   * the drawing was made, which is unknown.
   */
  asTraded?: boolean
}

/** Maximum number of drawings per chart, of points per drawing, and of characters per text. */
export const mostDrawings = 300
export const mostPoints = 200
export const longestText = 200

/** The part of a stored style that this version supports. */
export const styleIn = (stored: Readonly<Record<string, unknown>>): Partial<DrawingStyle> =>
  Object.fromEntries(
    Object.entries(choices).flatMap(([name, values]) => {
      const value = values.find(it => it === stored[name])
      return value === undefined ? [] : [[name, value]]
    }),
  )

const choices: Record<keyof DrawingStyle, readonly unknown[]> = {
  colour: drawingColours,
  width: lineWidths,
  line: lineStyles,
  fill: fills,
}

/** The drawings with their undo and redo history. A new change discards the steps that could have been redone. */
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
