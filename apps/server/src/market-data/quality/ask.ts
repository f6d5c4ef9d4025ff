import type { Reason } from '../import/import-errors.ts'
import { NeedsConfirmation } from './confirmation.ts'

export type Said = { confirm?: boolean | undefined; dryRun?: boolean | undefined }

/**
 * Throws NeedsConfirmation if there are reasons to doubt an unconfirmed load. If the load is confirmed or is a dry run,
 * returns the reasons as notes.
 */
export function ask(reasons: readonly Reason[], { confirm = false, dryRun = false }: Said): Reason[] {
  if (reasons.length === 0) return []
  if (!confirm && !dryRun) throw new NeedsConfirmation([...reasons])
  return confirm ? [...reasons] : [{ text: 'import.gate.to-confirm' }, ...reasons]
}
