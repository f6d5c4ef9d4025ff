import { byFigure, type FigureName, figuresIn, isStored } from '@finlist/domain/finlist/board-figures'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, forMarket, isoDate } from './finlist.ts'

/** A figure is null if the stock's history is too short, or if the figure has not been computed yet. */
export const figureShape = <Name extends FigureName>(names: readonly Name[]) =>
  byFigure(names, () => z.nullable(z.number()))

/**
 * Figures of each pick of an issue, as of the issue's day: the day's volume as a multiple of the 50-day average, the
 * relative strength from 1 to 99 (`rank`), and the distance from the 52-week high in percent. A figure is null if the
 * stock's history is too short, or if the figure has not been computed yet.
 */
export const finListFigures = call({
  method: 'GET',
  path: '/finlist/:exchange/figures',
  topics: ['finlist', 'board'],
  needs: { right: forMarket, fresh: 'never' },
  params: exchangeParams,
  query: z.object({ issueDate: isoDate }),
  data: z.array(z.object({ stockCode: z.string(), ...figureShape(figuresIn('finlist').filter(isStored)) })),
})
