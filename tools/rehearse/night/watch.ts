import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExchangeId } from '@finlist/domain/markets'
import { translateMissing } from '../../../apps/server/src/features/picking/cannot-make.ts'
import type { Missing } from '../../../apps/server/src/features/picking/make.ts'
import { type Reason, translateReason } from '../../../apps/server/src/market-data/import/import-errors.ts'
import type { Installation } from './installation.ts'

/**
 * Reports what staff could have seen since the previous report: what jobs loaded or why they failed, refused rows and
 * files, doubts, held days, lists made, published or refused, and notices. Each line is reported once; only lines about
 * jobs may repeat.
 */
export class Watch {
  readonly #of: Installation
  readonly #seen = new Set<string>()
  #lastRun = 0

  constructor(of: Installation) {
    this.#of = of
  }

  async look(): Promise<string[]> {
    const states = [
      ...(await this.#refusedRows()),
      ...(await this.#refusedFiles()),
      ...(await this.#doubts()),
      ...(await this.#lists()),
      ...this.#of.notices.map((notice, at) => `notice ${at + 1} to staff: ${notice}`),
    ]
    const fresh = states.filter(line => !this.#seen.has(line))
    for (const line of fresh) this.#seen.add(line)
    return [...(await this.#runs()), ...fresh]
  }

  async #rows<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#of.database.pool.query<Row>(text, values)).rows
  }

  async #runs(): Promise<string[]> {
    type Run = { run_id: number; name: string; rows: number | null; as_at: string | null; error: string | null }
    const runs = await this.#rows<Run>(
      'select run_id, name, rows, as_at, error from job_log where run_id > $1 order by name, run_id',
      [this.#lastRun],
    )
    this.#lastRun = Math.max(this.#lastRun, ...runs.map(run => run.run_id))
    return runs.flatMap(({ name, rows, as_at, error }) => {
      if (error !== null) return [`${name}: refused: ${error.replace(/^\w*Error: /, '')}`]
      return rows ? [`${name}: ${rows} rows${as_at ? ` until ${as_at}` : ''}`] : []
    })
  }

  async #refusedRows(): Promise<string[]> {
    type LeftOutRow = { exchange: string; asked_for: string; stock_code: string | null; reason: Reason }
    const refused = await this.#rows<LeftOutRow>(
      'select exchange, asked_for, stock_code, reason from source_refusal order by refusal_id',
    )
    return refused.map(
      ({ exchange, asked_for, stock_code, reason }) =>
        `refused: ${[exchange, asked_for, stock_code].filter(Boolean).join(' ')}: ${translateReason('en', reason)}`,
    )
  }

  async #refusedFiles(): Promise<string[]> {
    const { incoming, movers } = this.#of
    const folders = [movers, join(incoming, 'HKEX/shareholding'), join(incoming, 'HKEX/profit-alerts')]
    const told = await Promise.all(
      folders.map(async folder => {
        const failed = join(folder, 'failed')
        const reports = (await readdir(failed).catch(() => [])).filter(name => name.endsWith('.txt'))
        return await Promise.all(
          reports.map(async name => {
            const [first = ''] = (await readFile(join(failed, name), 'utf8')).split('\n')
            return `refused file: ${name.replace(/\.txt$/, '')}: ${first}`
          }),
        )
      }),
    )
    return told.flat().toSorted()
  }

  async #doubts(): Promise<string[]> {
    const doubts = await this.#rows<{ line: string }>(
      `select concat_ws(' ', 'doubt:', exchange, stock_code, date, kind) as line from doubt
       union all select concat_ws(' ', 'held:', exchange, date, 'has', stocks, 'stocks after', stocks_before) from held_day
       order by line`,
    )
    return doubts.map(({ line }) => line)
  }

  async #lists(): Promise<string[]> {
    type List = { exchange: ExchangeId; issue_date: string; state: string }
    const lists = await this.#rows<List>(
      'select exchange, issue_date, state from proposal order by issue_date, exchange',
    )
    type NotMade = { exchange: ExchangeId; issue_date: string; why: Missing['why']; now: number; before: number }
    const refused = await this.#rows<NotMade>(
      `select exchange, issue_date, why, eligible as now, eligible_before as before from proposal_missing
       order by issue_date, exchange`,
    )
    return [
      ...lists.map(({ exchange, issue_date, state }) => `${exchange} list of ${issue_date} ${state}`),
      ...refused.map(({ exchange, issue_date, why, now, before }) => {
        const missing: Missing = {
          exchange,
          issueDate: issue_date,
          why,
          isFed: true,
          eligible: now,
          eligibleBefore: before,
        }
        return `${exchange} list of ${issue_date} refused: ${translateMissing('en', missing)}`
      }),
    ]
  }
}

/** The lines without repetitions. A repeated line ends with the number of times that it occurred. */
export function counted(lines: readonly string[]): string[] {
  const times = Map.groupBy(lines, line => line)
  return [...times].map(([line, { length }]) => (length > 1 ? `${line} (${length} times)` : line))
}
