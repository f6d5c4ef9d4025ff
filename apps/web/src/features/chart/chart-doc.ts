import { chartKinds } from '@finlist/domain/chart/chart-kinds'
import { type Drawing, longestText, mostDrawings, mostPoints, styleIn } from '@finlist/domain/chart/drawings'
import { timeframeIds } from '@finlist/domain/chart/first-view'
import {
  type Compared,
  comparedColours,
  mostCompared,
  type PriceScale,
  priceScales,
} from '@finlist/domain/chart/price-scale'
import { resolutions } from '@finlist/domain/chart/spans'
import { lineStyles, mostStudies, type Study, type StudyStyle, widestLine } from '@finlist/domain/chart/studies'
import * as z from 'zod/mini'
import { studyTypes } from './studies/study-types.ts'

/*
 * The content of a saved chart or study template. The server does not parse it: other charting programs save their own
 * formats there, so `v` identifies ours. The time range in view is not saved.
 */
const id = z.string().check(z.minLength(1), z.maxLength(60))
const style = z._default(z.record(z.string().check(z.maxLength(40)), z.unknown()), {})
/** The style may be from another program or a later version. Values that are not understood are left out. */
const studyStyle = z.object({
  colour: z.catch(z.optional(z.string().check(z.maxLength(20))), undefined),
  width: z.catch(z.optional(z.int().check(z.minimum(1), z.maximum(widestLine))), undefined),
  line: z.catch(z.optional(z.enum(lineStyles)), undefined),
  hidden: z.catch(z.optional(z.boolean()), undefined),
})
const study = z.object({
  id,
  type: z.enum(studyTypes as [string, ...string[]]),
  params: z.record(z.string().check(z.maxLength(40)), z.nullable(z.number())),
  style: z._default(studyStyle, {}),
  pane: z._default(z.string().check(z.maxLength(60)), ''),
})
const pane = z.object({ id, height: z.number().check(z.minimum(0.01), z.maximum(100)) })
const drawing = z.object({
  id,
  type: z.string().check(z.maxLength(40)),
  points: z.array(z.object({ time: z.number(), price: z.number() })).check(z.minLength(1), z.maxLength(mostPoints)),
  style,
  text: z.optional(z.string().check(z.maxLength(longestText))),
  locked: z.optional(z.boolean()),
  hidden: z.optional(z.boolean()),
  asTraded: z.optional(z.boolean()),
  /** The drawing's symbol, if it differs from the chart's. */
  symbol: z.optional(z.string().check(z.maxLength(40))),
})
const drawn = z.array(drawing).check(z.maxLength(mostDrawings))
const compared = z._default(
  z
    .array(z.object({ symbol: z.string().check(z.minLength(1), z.maxLength(40)), colour: z.enum(comparedColours) }))
    .check(z.maxLength(mostCompared)),
  [],
)
const chartDoc = z.object({
  v: z.literal(1),
  symbol: z.string().check(z.minLength(1), z.maxLength(40)),
  resolution: z.enum(resolutions),
  scale: z.enum(priceScales),
  compared,
  kind: z._default(z.enum(chartKinds), 'candles'),
  panes: z.array(pane).check(z.maxLength(mostStudies + 1)),
  studies: z.array(study).check(z.maxLength(mostStudies)),
  drawings: z.array(drawing).check(z.maxLength(mostDrawings * 10)),
})
const templateDoc = z.object({
  v: z.literal(1),
  studies: z.array(study).check(z.maxLength(mostStudies)),
  panes: z.array(pane).check(z.maxLength(mostStudies + 1)),
})
/** The state in which a chart was left, except its drawings. */
const boardDoc = z.object({
  v: z.literal(1),
  symbol: chartDoc.shape.symbol,
  resolution: chartDoc.shape.resolution,
  scale: chartDoc.shape.scale,
  compared,
  kind: chartDoc.shape.kind,
  wide: z._default(z.boolean(), false),
  timeframe: z.enum(timeframeIds),
  patterns: z._default(z.boolean(), true),
  panes: chartDoc.shape.panes,
  studies: chartDoc.shape.studies,
})
export type ChartDoc = z.output<typeof chartDoc>
export type BoardDoc = z.output<typeof boardDoc>
export type TemplateDoc = z.output<typeof templateDoc>

/** Parses a saved chart; undefined if the content is not in our format. */
export const readChart = (content: string) => read(chartDoc, content)
export const readBoard = (content: string) => read(boardDoc, content)
export const readTemplate = (content: string) => read(templateDoc, content)
/** Parses drawings; empty if the content is not in our format. */
export const readDrawings = (content: unknown): Drawing[] => (z.safeParse(drawn, content).data ?? []).map(asDrawing)

function read<S extends z.ZodMiniType>(schema: S, content: string): z.output<S> | undefined {
  try {
    return z.safeParse(schema, JSON.parse(content)).data
  } catch {
    return undefined
  }
}

type Chart = Pick<ChartDoc, 'symbol' | 'resolution' | 'kind'> & {
  scale: PriceScale
  compared: readonly Compared[]
  studies: readonly Study[]
  heights: Readonly<Record<string, number>>
  /** The drawings by symbol. */
  drawings: Readonly<Record<string, readonly Drawing[]>>
}

export function writeChart({ symbol, resolution, scale, compared, kind, studies, heights, drawings }: Chart): string {
  const doc: ChartDoc = {
    v: 1,
    symbol,
    resolution,
    scale,
    compared: [...compared],
    kind,
    ...writeStudies(studies, heights),
    drawings: Object.entries(drawings).flatMap(([of, drawn]) =>
      drawn.map(({ points, ...it }) => ({
        ...it,
        points: points.map(point => ({ ...point })),
        style: { ...it.style },
        ...(of !== symbol && { symbol: of }),
      })),
    ),
  }
  return JSON.stringify(doc)
}

type LeftBoard = Pick<BoardDoc, 'wide' | 'timeframe' | 'patterns'> & Omit<Chart, 'drawings'>

export const writeBoard = ({
  symbol,
  resolution,
  scale,
  compared,
  kind,
  wide,
  timeframe,
  patterns,
  studies,
  heights,
}: LeftBoard) =>
  JSON.stringify({
    v: 1,
    symbol,
    resolution,
    scale,
    compared: [...compared],
    kind,
    wide,
    timeframe,
    patterns,
    ...writeStudies(studies, heights),
  } satisfies BoardDoc)

export const writeTemplate = (studies: readonly Study[], heights: Readonly<Record<string, number>>): string =>
  JSON.stringify({ v: 1, ...writeStudies(studies, heights) } satisfies TemplateDoc)

const writeStudies = (studies: readonly Study[], heights: Readonly<Record<string, number>>) => ({
  studies: studies.map(({ style = {}, ...it }) => ({ ...it, style, pane: it.id in heights ? it.id : 'price' })),
  panes: Object.entries(heights)
    .filter(([pane]) => pane === 'price' || studies.some(({ id }) => id === pane))
    .map(([pane, height]) => ({ id: pane, height })),
})

export const studiesIn = ({ studies }: Pick<ChartDoc, 'studies'>): Study[] =>
  studies.map(({ id: own, type, params, style: given }) => ({ id: own, type, params, ...styled(given) }))

function styled(style: z.output<typeof studyStyle>): Pick<Study, 'style'> {
  const said = Object.fromEntries(Object.entries(style).filter(([, value]) => value !== undefined))
  return Object.keys(said).length === 0 ? {} : { style: said as StudyStyle }
}

export const heightsIn = ({ panes }: Pick<ChartDoc, 'panes'>): Record<string, number> =>
  Object.fromEntries(panes.map(it => [it.id, it.height]))

export function drawingsIn({ symbol, drawings }: ChartDoc): Record<string, Drawing[]> {
  const bySymbol: Record<string, Drawing[]> = {}
  for (const it of drawings) (bySymbol[it.symbol ?? symbol] ??= []).push(asDrawing(it))
  return bySymbol
}

const asDrawing = (content: z.output<typeof drawing>): Drawing => {
  const { symbol: _, style: stored, ...plain } = content
  const own = styleIn(stored)
  // Does not add properties that the content omits.
  return { ...(plain as Drawing), ...(Object.keys(own).length > 0 && { style: own }) }
}
