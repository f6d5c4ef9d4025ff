import { base64Of } from '@finlist/domain/record/bytes'
import { hourly } from '../../background/hourly.ts'
import type { Job } from '../../background/jobs.ts'
import type { Config, Witness } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { askWitness, type Signed, WitnessAway, WitnessRefuses } from './ask-witness.ts'
import { recordOrigin } from './public-record.ts'
import { keepWitness, readWitness } from './store.ts'
import { RecordTree } from './tree.ts'

/**
 * Hourly job: asks each witness to countersign the newest checkpoint. A witness that does not respond is asked again
 * the next hour. A witness that refuses makes the job fail: either it does not know our record or key, or two versions
 * of the record exist.
 */
export function witnessJob(
  { database: { db }, config }: { database: Database; config: Config },
  withinMs = 10_000,
): Job {
  const tree = new RecordTree(db, recordOrigin(config))
  return {
    name: 'record-witnesses',
    next: hourly,
    async run() {
      const signed = await tree.signed()
      if (!signed) return { rows: 0 }
      const asked = await Promise.allSettled(config.RECORD_WITNESSES.map(witness => ask(witness, signed)))
      const refused = asked.flatMap(one => (one.status === 'rejected' ? [one.reason as Error] : []))
      if (refused.length > 0) throw new Error(refused.map(({ message }) => message).join('; '))
      return { rows: asked.filter(one => one.status === 'fulfilled' && one.value).length }
    },
  }

  /** Returns whether the witness has signed a new checkpoint. */
  async function ask(witness: Witness, signed: Signed): Promise<boolean> {
    const whole = await tree.newest()
    const { name } = witness
    const { size } = signed
    const root = base64Of(whole.root(size))
    const before = await readWitness(db, name)
    if (before?.size === size && before.root === root) return false
    // Whether the last countersigned checkpoint belongs to this record. If not, for example after a backup was
    // restored, the proof starts from an empty record.
    const goesOn = before && before.size > 0 && before.size <= size && before.root === base64Of(whole.root(before.size))
    try {
      const { line, time } = await askWitness(witness, signed, {
        tree: whole,
        from: goesOn ? before.size : 0,
        withinMs,
      })
      await keepWitness(db, { name, size, root, line, signed_at: new Date(time * 1_000), refused: '' })
      return true
    } catch (error) {
      if (!(error instanceof WitnessAway || error instanceof WitnessRefuses)) throw error
      await keepWitness(db, { name, refused: error.message.slice(0, 500) })
      if (error instanceof WitnessRefuses) throw new Error(`${name}: ${error.message}`)
      return false
    }
  }
}
