import type { Reason } from '../import/import-errors.ts'
import { NeedsConfirmation } from './confirmation.ts'

export type Said = { confirm?: boolean | undefined; dryRun?: boolean | undefined }

/**
 * Throws NeedsConfirmation if there are reasons and the load is not confirmed. For a confirmed load, and for a dry run,
 * it returns them as notes instead.
 */
export function ask(reasons: readonly Reason[], { confirm = false, dryRun = false }: Said): Reason[] {
  if (reasons.length === 0) return []
  if (!confirm && !dryRun) throw new NeedsConfirmation([...reasons])
  return confirm ? [...reasons] : [{ text: 'import.gate.to-confirm' }, ...reasons]
}
