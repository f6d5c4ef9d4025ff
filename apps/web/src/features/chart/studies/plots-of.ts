import { inputsOf, type Study } from '@finlist/domain/chart/studies'
import type { Plot } from '../../../components/price-chart/picture.ts'
import RS from './kinds/RS.ts'
import SMA from './kinds/SMA.ts'
import VOL from './kinds/VOL.ts'
import { palette } from './palette.ts'
import type { StudyKind, StudySource } from './study-kind.ts'

export type Kinds = Readonly<Record<string, StudyKind>>
/** The kinds of study on a new chart. */
export const usualKinds: Kinds = { SMA, VOL, RS }

type Of = Pick<StudySource, 'bars' | 'index' | 'ranks' | 'resolution' | 't'> & {
  halfDays?: ReadonlySet<string> | undefined
  kinds?: Kinds
}

const inTurn = ['amber', 'purple', 'teal', 'rose', 'blue', 'green', 'red']

/** The plots of all visible studies whose kinds are loaded, in the order of the studies. */
export function plotsOf(studies: readonly Study[], { kinds = usualKinds, ...of }: Of): Plot[] {
  const closes = of.bars.map(({ close }) => close)
  const colours = coloursOf(studies, kinds)
  return studies.flatMap(study => {
    const kind = kinds[study.type]
    if (!kind || study.style?.hidden) return []
    return plotsOfOne(study, kind, { ...of, closes, colour: colours.get(study.id)! })
  })
}

/** The colour of each study: the one chosen for it, else the colour of its kind, else the palette's next colour. */
export function coloursOf(studies: readonly Study[], kinds: Kinds): ReadonlyMap<string, string> {
  let place = 0
  return new Map(
    studies.map(({ id, type, style }) => {
      const usual = kinds[type]?.colour ?? palette[inTurn[place++ % inTurn.length]!]!
      return [id, palette[style?.colour ?? ''] ?? usual]
    }),
  )
}

function plotsOfOne(
  { id, params, style }: Study,
  kind: StudyKind,
  of: Omit<Of, 'kinds'> & { closes: readonly number[]; colour: string },
): Plot[] {
  const line: StudySource['line'] = ({ part, ...plot }) => ({
    study: id,
    key: part ? `${id} ${part}` : id,
    kind: 'line',
    onPrice: kind.onPrice,
    unit: kind.onPrice ? 'price' : 'number',
    colour: of.colour,
    ...plot,
  })
  const inputs = inputsOf(kind.inputs, params, of.resolution)
  const plots = kind.plots({ ...of, halfDays: of.halfDays, id, inputs, line })
  const { width, line: stroke } = style ?? {}
  return plots.map(plot =>
    plot.kind === 'line' ? { ...plot, ...(width && { width }), ...(stroke && { line: stroke }) } : plot,
  )
}
