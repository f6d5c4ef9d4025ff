import type { Reason } from '../import/import-errors.ts'
import { NeedsConfirmation } from './confirmation.ts'

export type Said = { confirm?: boolean | undefined; dryRun?: boolean | undefined }

/**
 * Throws NeedsConfirmation if there is a reason to ask and the load is not confirmed. Returns the reasons as notes: for
 * a confirmed load, or for a dry run of one that would be refused.
 */
export function ask(reasons: readonly Reason[], { confirm = false, dryRun = false }: Said): Reason[] {
  if (reasons.length === 0) return []
  if (!confirm && !dryRun) throw new NeedsConfirmation([...reasons])
  return confirm ? [...reasons] : [{ text: 'import.gate.to-confirm' }, ...reasons]
}
