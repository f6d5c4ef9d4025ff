import { byFigure, type FigureName, figuresIn, isStored } from '@finlist/domain/finlist/board-figures'
import * as z from 'zod/mini'
import { call } from './call.ts'
import { exchangeParams, forMarket, isoDate } from './finlist.ts'

/** Each null where the history is too short, or not counted yet. */
export const figureShape = <Name extends FigureName>(names: readonly Name[]) =>
  byFigure(names, () => z.nullable(z.number()))

/** The figures of `domain/finlist/board-figures` that are stored, for each pick of an issue, on the issue's day. */
export const finListFigures = call({
  method: 'GET',
  path: '/finlist/:exchange/figures',
  topics: ['finlist', 'board'],
  needs: { right: forMarket, fresh: 'never' },
  params: exchangeParams,
  query: z.object({ issueDate: isoDate }),
  data: z.array(z.object({ stockCode: z.string(), ...figureShape(figuresIn('finlist').filter(isStored)) })),
})
