import { gameLevelColumns } from '@finlist/contract/staff/upload-columns'
import { mostLevels, playlistIds } from '@finlist/domain/fintrainer/playlists'
import { exchangeIds } from '@finlist/domain/markets'
import type { Tx } from '../../../db/database.ts'
import { compare, replaced, tuple } from '../compare.ts'
import { clip, readNumber, readText, readVolume } from '../files/cell.ts'
import { columnsOf, type NameIn } from '../files/column-aliases.ts'
import { dayOrSeconds, type ReadDate } from '../files/date.ts'
import { CellError, type ImportErrors, type Reason } from '../import-errors.ts'
import { byReplacedRows, type Importer } from '../importer.ts'
import { isPlayed } from '../replaced-rows.ts'
import type { Incoming } from '../stage.ts'
import { readStockCode } from '../stock-code.ts'

type Name = NameIn<typeof gameLevelColumns>

const largestLevelId = 1_000_000
const multipliers = { least: 0.0001, most: 10_000 }
const spaces = [...exchangeIds, 'GAME'] as const

/** A file of levels of the game's playlists. A blank exchange means GAME, a blank multiplier 1. */
function incomingGameLevels(readDate: ReadDate): Incoming<Name> {
  return {
    field: 'gameLevelCsv',
    table: 'incoming_level',
    shape: `playlist_id smallint not null, level_id integer not null, stock_code text not null, exchange text not null,
      start_date date not null, end_date date not null, multiplier double precision not null, stock_name text not null,
      stock_name_zh text not null`,
    key: ['playlist_id', 'level_id'],
    twice: 'import.same-level-twice',
    columns: columnsOf(gameLevelColumns),
    values(cells) {
      const exchange = readSpace(cells.of('exchange'))
      const [start, end] = [cells.of('startTime'), cells.of('endTime')]
      const startDate = dayOrSeconds(start, 'startTime', readDate)
      const endDate = dayOrSeconds(end, 'endTime', readDate)
      if (endDate <= startDate) throw new CellError('import.level-ends', { start: clip(start), end: clip(end) })
      return [
        readPlaylist(cells.of('playlistId')),
        readLevelId(cells.of('levelId')),
        readStockCode(cells.of('stockCode'), 'stockCode', exchange),
        exchange,
        startDate,
        endDate,
        readMultiplier(cells.of('multiplier')),
        readText(cells.of('stockName'), 'stockName', 200),
        readText(cells.of('stockNameZh'), 'stockNameZh', 200),
      ]
    },
  }
}

function readSpace(cell: string) {
  const found = spaces.find(it => it === (cell.toUpperCase() || 'GAME'))
  if (!found) throw new CellError('import.level-exchange', { cell: clip(cell), known: spaces.join(', ') })
  return found
}

function readPlaylist(cell: string): number {
  const found = playlistIds.find(id => id === readVolume(cell, 'playlistId'))
  if (found === undefined) throw new CellError('import.playlist', { cell: clip(cell) })
  return found
}

function readLevelId(cell: string): number {
  const id = readVolume(cell, 'levelId')
  if (id < 1 || id > largestLevelId) throw new CellError('import.too-big', { column: 'levelId', cell: clip(cell) })
  return id
}

function readMultiplier(cell: string): number {
  if (cell === '') return 1
  const multiplier = readNumber(cell, 'multiplier')
  if (multiplier < multipliers.least || multiplier > multipliers.most)
    throw new CellError('import.too-big', { column: 'multiplier', cell: clip(cell) })
  return multiplier
}

const columns = ['stock_code', 'exchange', 'start_date', 'end_date', 'multiplier', 'stock_name', 'stock_name_zh']
/** Columns that must not change after a user has started the level. */
const keptOnceStarted = columns.slice(0, 5)

async function planGameLevels(tx: Tx, rows: number) {
  const key = ['playlist_id', 'level_id']
  const counts = await compare(tx, { came: 'incoming_level', rows, known: 'game_level', key, values: columns })
  return {
    counts,
    notes: await withoutPrices(tx),
    async write() {
      await tx.query(
        `insert into game_level (playlist_id, level_id, ${columns.join(', ')})
         select playlist_id, level_id, ${columns.join(', ')} from incoming_level
         on conflict (playlist_id, level_id) do update set ${replaced(columns)}`,
      )
    },
  }
}

/** Locks the levels in the file, so that none can be started before they are written. */
async function holdLevels(tx: Tx): Promise<void> {
  await tx.query(
    `select from game_level join incoming_level using (playlist_id, level_id)
     order by playlist_id, level_id for update of game_level`,
  )
}

async function refuseStarted(tx: Tx, faults: ImportErrors): Promise<void> {
  const { rows } = await tx.query<{ line: number }>(
    `select i.line from incoming_level i join game_level l using (playlist_id, level_id)
     where ${tuple('i', keptOnceStarted)} is distinct from ${tuple('l', keptOnceStarted)}
       and exists (select from game_play p where (p.playlist_id, p.level_id) = (l.playlist_id, l.level_id))
     order by i.line`,
  )
  for (const { line } of rows) faults.add('gameLevelCsv', line, { text: 'import.level-started' })
}

async function refuseOverfull(tx: Tx, faults: ImportErrors): Promise<void> {
  const { rows } = await tx.query<{ playlist_id: number }>(
    `select playlist_id from (select playlist_id, level_id from game_level
       union select playlist_id, level_id from incoming_level) levels
     group by playlist_id having count(*) > $1 order by 1`,
    [mostLevels],
  )
  for (const { playlist_id: playlist } of rows)
    faults.add('gameLevelCsv', 1, { text: 'import.playlist-full', values: { playlist, count: mostLevels } })
}

/** A note on levels without prices. They become available once their prices are loaded. */
async function withoutPrices(tx: Tx): Promise<Reason[]> {
  const { rows } = await tx.query<{ count: number }>(
    `select count(*) as count from incoming_level l
     where (select count(*) from (select from bars_between(l.exchange, l.stock_code, l.start_date, l.end_date) limit 2) two) < 2`,
  )
  const { count } = rows[0]!
  return count > 0 ? [{ text: 'import.level-without-prices', values: { count } }] : []
}

export const gameLevelImporter: Importer = {
  topics: () => ['game:GAME'],
  async plan(tx, { dryRun }, { staging, staged, readDate, faults }) {
    const { rows, notes } = await staging(incomingGameLevels(readDate))
    await staged()
    if (!dryRun) await holdLevels(tx)
    await refuseStarted(tx, faults)
    await refuseOverfull(tx, faults)
    faults.refuse()
    const planned = await planGameLevels(tx, rows)
    return { count: rows, created: [], ...planned, notes: [...planned.notes, ...notes] }
  },
  rollBack: {
    ...byReplacedRows,
    changedSince: async (tx, { upload_id }) =>
      (await isPlayed(tx, upload_id)) ? 'import.roll-back.played' : undefined,
  },
}
