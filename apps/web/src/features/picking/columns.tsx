import type { ProposedPick } from '@finlist/contract/picking'
import { padded } from '@finlist/domain/chart/padded'
import type { ExchangeId } from '@finlist/domain/markets'
import { Change, formatChange, formatNumber, formatPrice } from '../../components/market-figures.tsx'
import { nameOf } from '../../components/stock-name.ts'
import { useTranslation } from '../../i18n/texts.ts'
import { headsOf, type ListColumn, type SortKeyOf, sortKeysOf } from '../../ui/list-columns.tsx'
import type { Editing } from './editing.ts'
import { PickMarks } from './PickMarks.tsx'
import { PickMenu } from './PickMenu.tsx'
import { PatternName } from './pattern-name.tsx'

/** A pick with its order in the proposal and its place on the list as published. A removed pick has no place. */
export type PlacedPick = ProposedPick & { order: number; place: number | null }
/** `onEdit` is omitted if nothing can be edited. */
export type Seen = { exchange: ExchangeId; onEdit?: (editing: Editing) => void }
type PickColumn = ListColumn<PlacedPick, Seen>

export const none = '–'
const priced = (price: number) => (price > 0 ? price : null)
const priceCell = (price: number) => (price > 0 ? formatPrice(price) : none)
const scoreChange = ({ percivalScore, before }: PlacedPick) => before && percivalScore - before.percivalScore
/** The buy point's distance above the close, in percent. */
export const distanceOf = ({ buyPoint, close }: Pick<ProposedPick, 'buyPoint' | 'close'>) =>
  buyPoint > 0 && close > 0 ? ((buyPoint - close) / close) * 100 : null

const signed = (value: number) => `${value > 0 ? '+' : ''}${formatNumber(value)}`

const picks = {
  place: { isFigure: true, width: 2.75, value: ({ order }) => order, cell: ({ place }) => place ?? none },
  stock: {
    isRowHead: true,
    value: ({ stockCode }) => stockCode,
    title: nameOf,
    cellClass: ({ isVetoed }) => `truncate ${isVetoed ? 'line-through' : ''}`,
    cell: (pick, { exchange }) => (
      <>
        <b className="font-strong">{padded(exchange, pick.stockCode)}</b> {nameOf(pick)}
      </>
    ),
  },
  marks: { width: 7, cellClass: 'py-1', cell: pick => <PickMarks pick={pick} /> },
  pattern: {
    width: 7.5,
    value: ({ patternType, variant }) => (patternType === 'NIL' ? null : `${patternType} ${variant}`),
    cell: pick => <PatternName pick={pick} />,
  },
  score: {
    isFigure: true,
    width: 4.5,
    card: 1,
    value: ({ percivalScore }) => percivalScore,
    cell: ({ percivalScore }) => formatNumber(percivalScore),
  },
  change: {
    isFigure: true,
    width: 5,
    card: 2,
    value: scoreChange,
    cell: pick => <Change value={scoreChange(pick)} format={signed} />,
  },
  rank: { isFigure: true, width: 4.25, card: 3, value: ({ rank }) => rank, cell: ({ rank }) => rank ?? none },
  template: {
    isFigure: true,
    width: 4.5,
    card: 4,
    value: ({ template }) => template,
    cell: ({ template }) => (template === null ? none : `${template}/8`),
  },
  close: {
    isFigure: true,
    width: 5,
    card: 5,
    value: ({ close }) => priced(close),
    cell: ({ close }) => priceCell(close),
  },
  buyPoint: {
    isFigure: true,
    width: 5.5,
    card: 6,
    cellClass: ({ buyPoint }) => (buyPoint > 0 ? 'font-strong' : ''),
    value: ({ buyPoint }) => priced(buyPoint),
    cell: ({ buyPoint }) => priceCell(buyPoint),
  },
  distance: {
    unit: 'percent',
    isFigure: true,
    width: 5.25,
    card: 7,
    value: distanceOf,
    cell: pick => {
      const distance = distanceOf(pick)
      return distance === null ? none : formatChange(distance)
    },
    cardCell: pick => {
      const distance = distanceOf(pick)
      return distance === null ? none : `${formatChange(distance)}%`
    },
  },
  stop: {
    isFigure: true,
    width: 6.25,
    card: 8,
    value: ({ stop }) => priced(stop),
    cell: ({ stop }) => priceCell(stop),
  },
} as const satisfies Record<string, PickColumn>

const editable = {
  ...picks,
  edit: {
    isControl: true,
    isFigure: true,
    width: 2.75,
    cellClass: '[&>*]:ml-auto',
    cell: (pick, { exchange, onEdit }) => onEdit && <PickMenu exchange={exchange} pick={pick} onEdit={onEdit} />,
  },
} as const satisfies Record<string, PickColumn>

export type SortKey = SortKeyOf<typeof picks>
export const sortKeys = sortKeysOf(picks)
export const valueOf = (by: SortKey) => picks[by].value

/** The columns, without the menu if nothing can be edited. */
export const columnsFor = ({ onEdit }: Seen): Record<string, PickColumn> => (onEdit ? editable : picks)

export function useHeads(seen: Seen) {
  const t = useTranslation('picking')
  return headsOf<keyof typeof editable>(
    columnsFor(seen) as typeof editable,
    key => t(`column.${key}`),
    () => '%',
  )
}
