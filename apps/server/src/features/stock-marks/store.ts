import type { MarkedStock } from '@finlist/contract/charts/stock-marks'
import { mostMarks } from '@finlist/domain/stock-marks/flag-colours'
import { sql } from 'kysely'
import type { Db, Tx } from '../../db/database.ts'
import { BadRequest, NotFound } from '../../http/client-errors.ts'

export async function marksOf(db: Db, userId: number): Promise<MarkedStock[]> {
  return await db
    .selectFrom('stock_mark as m')
    .innerJoin('stock as s', join =>
      join.onRef('s.exchange', '=', 'm.exchange').onRef('s.stock_code', '=', 'm.stock_code'),
    )
    .select(['m.exchange', 'm.stock_code as stockCode', 'm.flag', 'm.note'])
    .select(['s.stock_name as stockName', 's.stock_name_zh as stockNameZh'])
    .where('m.user_id', '=', userId)
    .orderBy('m.changed_at', 'desc')
    .orderBy('m.stock_code')
    .limit(mostMarks)
    .execute()
}

type Mark = Pick<MarkedStock, 'exchange' | 'stockCode'> & {
  flag?: MarkedStock['flag'] | undefined
  note?: string | undefined
}

/** Throws NotFound for an unknown stock, BadRequest if the user has marked the maximum number of stocks. */
export async function setMark(tx: Tx, userId: number, { exchange, stockCode, flag, note }: Mark): Promise<void> {
  const stock = await tx
    .selectFrom('stock')
    .select('stock_code')
    .where('exchange', '=', exchange)
    .where('stock_code', '=', stockCode)
    .executeTakeFirst()
  if (!stock) throw new NotFound()
  // Makes the marks of one user wait for each other, so that two tabs cannot exceed the limit together.
  await tx.selectFrom('users').select('user_id').where('user_id', '=', userId).forUpdate().execute()
  await tx
    .insertInto('stock_mark')
    .values({ user_id: userId, exchange, stock_code: stockCode, flag: flag ?? null, note: note ?? '' })
    .onConflict(conflict =>
      conflict.columns(['user_id', 'exchange', 'stock_code']).doUpdateSet({
        ...(flag !== undefined && { flag }),
        ...(note !== undefined && { note }),
        changed_at: sql<Date>`product_now()`,
      }),
    )
    .execute()
  await tx
    .deleteFrom('stock_mark')
    .where('user_id', '=', userId)
    .where('flag', 'is', null)
    .where('note', '=', '')
    .execute()
  const { count } = await tx
    .selectFrom('stock_mark')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count > mostMarks) throw new BadRequest('marks.full', { code: 'limit', values: { most: mostMarks } })
}
