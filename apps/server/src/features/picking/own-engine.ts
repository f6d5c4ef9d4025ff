import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Day } from '@finlist/domain/calendar'
import type { ExchangeId } from '@finlist/domain/markets'
import { canonical } from '@finlist/domain/picking/canonical'
import type { Tx } from '../../db/database.ts'
import { EngineFailed } from './engine-failed.ts'
import { ownBars } from './own-bars.ts'
import { readOwnList } from './own-list.ts'
import { PassedBars } from './passed-bars.ts'
import { runProgram } from './run-program.ts'

/** The method id of a list made by an operator's program. */
export const ownMethod = 'own'

/** Runs the operator's program on the market's bars up to the day and returns its list. Throws EngineFailed. */
export async function listOfProgram(tx: Pick<Tx, 'query'>, exchange: ExchangeId, day: Day, path: string) {
  const constants = await hashOfFile(path)
  const passed = new PassedBars(day)
  const printed = await runProgram(path, passed.pass(ownBars(tx, exchange, day)))
  const { closes, before } = passed
  const picks = readOwnList(printed, { exchange, day, closes })
  const eligible = closes.size
  return {
    method: ownMethod,
    constants,
    inputsHash: passed.hash(),
    eligible,
    traded: { now: eligible, before },
    body: canonical({ method: ownMethod, constants, market: exchange, date: day, eligible, picks }),
    picks,
    closes,
  }
}

async function hashOfFile(path: string): Promise<string> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    throw new EngineFailed({ text: 'picking.own.not-started', values: { code: error.code ?? '' } })
  })
  return createHash('sha256').update(bytes).digest('hex')
}
