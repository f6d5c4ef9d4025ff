import type { Day } from '@finlist/domain/calendar'
import type { Drift } from '@finlist/domain/learning/drift'
import type { ExchangeId } from '@finlist/domain/markets'
import { DriftReader, driftKinds } from '@finlist/domain/record/drift-reader'
import type { EntryKind } from '@finlist/domain/record/entry'
import type { Tx } from '../../db/database.ts'

/** Entries read at a time: the body of an outcomes entry may be a megabyte. */
const piece = 20

/** The market's drift on the day `until`, from its entries in the record up to the number `upTo`. */
export async function readDrift(
  tx: Pick<Tx, 'query'>,
  exchange: ExchangeId,
  { until, upTo = Number.MAX_SAFE_INTEGER }: { until: Day; upTo?: number | undefined },
): Promise<Drift> {
  const reader = new DriftReader()
  for (let after = 0; ; ) {
    const { rows } = await tx.query<{ seq: number; kind: EntryKind; body: string }>(
      `select seq, kind, body from record
       where market = $1 and kind = any($2) and seq > $3 and seq <= $4 order by seq limit $5`,
      [exchange, driftKinds, after, upTo, piece],
    )
    for (const entry of rows) reader.add(entry)
    if (rows.length < piece) return reader.drift(until)
    after = rows.at(-1)!.seq
  }
}
