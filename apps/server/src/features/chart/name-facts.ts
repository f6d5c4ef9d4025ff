import { symbolOf } from '@finlist/domain/chart/symbol'
import type { ExchangeId } from '@finlist/domain/markets'
import { sql } from 'kysely'
import type { Db } from '../../db/database.ts'
import { isOldSpelling } from '../../market-data/import/stock-code.ts'
import type { Former, NameFacts } from './symbol-search.ts'

/** The sounds of Chinese names, and the former names and codes of each stock, the newest first. */
export async function readNameFacts(db: Db): Promise<NameFacts> {
  const [sounds, names, codes] = await Promise.all([
    db.selectFrom('name_sound').select(['name', 'sounds']).where('sounds', '<>', '').execute(),
    db
      .selectFrom('former_name')
      .select(['exchange', 'stock_code', 'stock_name', 'stock_name_zh'])
      .orderBy('former_name_id', 'desc')
      .execute(),
    readFormerCodes(db),
  ])
  const formers = new Map<string, Former[]>()
  const add = (exchange: ExchangeId, stockCode: string, former: Former) => {
    const symbol = symbolOf({ exchange, stockCode })
    formers.set(symbol, [...(formers.get(symbol) ?? []), former])
  }
  for (const { exchange, stock_code, stock_name, stock_name_zh } of names)
    add(exchange, stock_code, { code: '', stockName: stock_name, stockNameZh: stock_name_zh })
  for (const { exchange, stock_code, from_code } of codes)
    add(exchange, stock_code, { code: from_code, stockName: '', stockNameZh: '' })
  return { sounds: new Map(sounds.map(({ name, sounds: own }) => [name, own])), formers }
}

/** Each former code with the present code of its stock. The same code spelled differently is not a former one. */
async function readFormerCodes(db: Db) {
  const rows = await db
    .selectFrom('stock_rename')
    .select(['exchange', 'from_code', sql<string>`code_since(exchange, from_code, renamed_on - 1)`.as('stock_code')])
    .orderBy('renamed_on', 'desc')
    .execute()
  return rows.filter(
    ({ exchange, from_code, stock_code }) => from_code !== stock_code && !isOldSpelling(exchange, from_code),
  )
}
