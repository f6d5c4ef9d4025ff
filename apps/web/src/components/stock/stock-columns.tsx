import type { FinListStock } from '@finlist/contract/finlist'
import {
  byFigure,
  type FigureView,
  figureOf,
  figureOfRow,
  figuresIn,
  type StoredFigures,
} from '@finlist/domain/finlist/board-figures'
import type { ListColumn } from '../../ui/list-columns.tsx'
import { Change, formatChange, formatMoney, formatNumber, formatPrice, formatVolume } from '../market-figures.tsx'

type Figures = Pick<FinListStock, 'close' | 'closeChange' | 'volume' | 'volumeChange'> & {
  /** Null for a stock that is not on the list. */
  percivalScore: number | null
}

/** The columns of a pick's figures, in the order in which every list of picks shows and exports them. */
export const stockFigures = {
  close: { isFigure: true, width: 5.5, value: ({ close }) => close, cell: ({ close }) => formatPrice(close) },
  closeChange: {
    unit: 'percent',
    isFigure: true,
    width: 5.75,
    cellClass: 'whitespace-nowrap',
    value: ({ closeChange }) => closeChange,
    cell: ({ closeChange }) => <Change value={closeChange} />,
  },
  volume: {
    unit: 'shares',
    isFigure: true,
    width: 6.25,
    card: 1,
    value: ({ volume }) => volume,
    cell: ({ volume }) => (volume === null ? '–' : formatVolume(volume)),
  },
  volumeChange: {
    unit: 'percent',
    isFigure: true,
    width: 6.25,
    cellClass: 'whitespace-nowrap',
    value: ({ volumeChange }) => volumeChange,
    cell: ({ volumeChange }) => <Change value={volumeChange} />,
  },
  percivalScore: {
    isTerm: true,
    isFigure: true,
    width: 5.5,
    card: 2,
    value: ({ percivalScore }) => percivalScore,
    cell: ({ percivalScore }) => (percivalScore === null ? '–' : formatNumber(percivalScore)),
  },
} as const satisfies Record<string, ListColumn<Figures>>

type Placed = Pick<FinListStock, 'close' | 'buyPoint'> & Partial<StoredFigures>
type FigureColumn = ListColumn<Placed> & { value: (row: Placed) => number | null }

/** The columns of the figures that a user may add to a list. */
export const figureColumns = <View extends FigureView>(view: View) =>
  byFigure(figuresIn(view), (name): FigureColumn => {
    const { unit, decimals, isSigned } = figureOf(name)
    const format = isSigned ? formatChange : decimals === 0 ? formatNumber : formatMoney
    const value = (row: Placed) => figureOfRow(name, row)
    return {
      isTerm: true,
      ...(unit && { unit }),
      isFigure: true,
      isExtra: true,
      width: unit ? widths[unit] : 4.5,
      value,
      cell: row => {
        const figure = value(row)
        return figure === null ? '–' : format(figure)
      },
    }
  })

const widths = { percent: 6.5, times: 6 }
