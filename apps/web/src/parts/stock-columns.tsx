import type { FinListStock } from '@finlist/contract/finlist'
import { buyPointDistance } from '@finlist/domain/finlist/buy-point-distance'
import type { ListColumn } from '../ui/list-columns.tsx'
import { Change, formatChange, formatMoney, formatNumber, formatPrice, formatVolume } from './market-figures.tsx'

type Figures = Pick<FinListStock, 'close' | 'closeChange' | 'volume' | 'volumeChange'> & {
  /** Null for a stock that is not on the list. */
  percivalScore: number | null
}

/** A pick's figures in order, as every list of picks shows, sorts and exports them. */
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

/** Figures computed from prices rather than taken from the list; absent until they are loaded. */
export type BoardFigures = { volumeMultiple?: number | null; rank?: number | null; highDistance?: number | null }
type Placed = Pick<FinListStock, 'close' | 'buyPoint'> & BoardFigures

/** Figures that a user may add as columns. */
export const chosenFigures = {
  buyPointDistance: {
    isTerm: true,
    unit: 'percent',
    isFigure: true,
    isExtra: true,
    width: 6,
    value: buyPointDistance,
    cell: stock => signed(buyPointDistance(stock)),
  },
  volumeMultiple: {
    isTerm: true,
    unit: 'times',
    isFigure: true,
    isExtra: true,
    width: 6,
    value: ({ volumeMultiple = null }) => volumeMultiple,
    cell: ({ volumeMultiple = null }) => (volumeMultiple === null ? '–' : formatMoney(volumeMultiple)),
  },
  rank: {
    isTerm: true,
    isFigure: true,
    isExtra: true,
    width: 4.5,
    value: ({ rank = null }) => rank,
    cell: ({ rank = null }) => rank ?? '–',
  },
  highDistance: {
    isTerm: true,
    unit: 'percent',
    isFigure: true,
    isExtra: true,
    width: 6.5,
    value: ({ highDistance = null }) => highDistance,
    cell: ({ highDistance = null }) => signed(highDistance),
  },
} as const satisfies Record<string, ListColumn<Placed>>

/** A signed distance, without the colours of rise and fall, because neither direction is good or bad. */
const signed = (distance: number | null) => (distance === null ? '–' : formatChange(distance))

/** Figures that are loaded separately, once one of them is shown. */
export const askedFigures = ['volumeMultiple', 'rank', 'highDistance'] as const
