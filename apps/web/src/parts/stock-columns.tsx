import type { FinListStock } from '@finlist/contract/finlist'
import type { ListColumn } from '../ui/list-columns.tsx'
import { Change, formatNumber, formatPrice, formatVolume } from './market-figures.tsx'

type Figures = Pick<FinListStock, 'close' | 'closeChange' | 'volume' | 'volumeChange' | 'percivalScore'>

/** A pick's figures, as every list of picks shows, sorts and exports them, in order. */
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
    isFigure: true,
    width: 5.5,
    card: 2,
    value: ({ percivalScore }) => percivalScore,
    cell: ({ percivalScore }) => formatNumber(percivalScore),
  },
} as const satisfies Record<string, ListColumn<Figures>>
