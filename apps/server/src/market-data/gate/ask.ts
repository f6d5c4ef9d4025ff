import type { Reason } from '../import/import-errors.ts'
import { NeedsConfirmation } from './confirmation.ts'

export type Said = { confirm?: boolean | undefined; dryRun?: boolean | undefined }

/**
 * Throws NeedsConfirmation where there is a reason to ask, unless it is confirmed. Returns the reasons as notes: of a
 * confirmed load, or of a dry run of one that would be refused.
 */
export function ask(reasons: readonly Reason[], { confirm = false, dryRun = false }: Said): Reason[] {
  if (reasons.length === 0) return []
  if (!confirm && !dryRun) throw new NeedsConfirmation([...reasons])
  return confirm ? [...reasons] : [{ text: 'import.gate.to-confirm' }, ...reasons]
}
